import { unsayableBecause } from "../../../panels/export/unsayable.ts";
import { dpEventOf } from "../../../core/privacy/accounting/dpEvent.ts";
import type { PrivacyLoss } from "../../../core/privacy/accounting/privacyLoss.ts";
import { countText } from "../../../core/numberFormats.ts";
import { releaseBundle } from "../../../core/release/file/releaseBundle.ts";
import { releaseContents, type ReleaseWords } from "../../../core/release/file/releaseContents.ts";
import { sealRelease } from "../../../core/release/file/sealedRelease.ts";
import type { DigitPictures } from "../../../core/affineHull/digits/digitPictures.ts";
import {
  assembledRelease,
  digitNoise,
  digitProcessing,
  mostNumbersInFile,
  type DigitReleaseParameters,
  type ReleasedClass,
} from "../../../core/affineHull/digits/digitRelease.ts";
import { nothingCame } from "../../../panels/ledger/paidForNothing.ts";
import { createSpend } from "../../../panels/ledger/spend.ts";
import { affirmedOrigin, publicOrigin, releasingApp } from "../../../panels/study/releaseWords.ts";
import type { StudyLedger } from "../../../state/ledger/studyLedger.ts";
import { sha256 } from "../../../core/sha256.ts";
import { forEachClass, type ClassProgress } from "./classJobs.ts";
import type { OpenDigits } from "./digitFiles.ts";
import type { FabricationProps } from "../model/view.ts";

export const chosenOfDigits = "n, the steps, what ε protects and what pixels run to";

interface ReleasedDigits extends Pick<FabricationProps, "client"> {
  readonly ledger: StudyLedger;
  readonly source: OpenDigits;
  readonly of: DigitPictures;
  readonly isOwn: boolean;
}

/**
 * The cost is entered first.
 *
 * @param loss of one digit
 */
export async function releaseDigits(
  { client, ledger, source, of, isOwn }: ReleasedDigits,
  parameters: DigitReleaseParameters,
  loss: PrivacyLoss,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: ClassProgress) => void },
): Promise<{ readonly packed: Uint8Array<ArrayBuffer> } | { readonly problem: string }> {
  const { count, height, width } = of;
  const what = `table of ${countText(count)} fabricated digits`;
  const created = new Date().toISOString().slice(0, 10);
  const words = wordsOf(parameters, { ...of, created, what, source: isOwn ? "" : `, made of ${source.name}` });
  const unsayable = unsayableBecause(words);
  if (unsayable !== undefined) return { problem: unsayable };
  const paid = await createSpend(ledger, "fabrication", {})(what, loss, {
    shown: { provenance: {}, epsilon: parameters.budget.epsilon, delta: parameters.budget.delta },
    parameters: words.sheet.parameters,
    besides: [isOwn ? affirmedOrigin(chosenOfDigits) : publicOrigin(chosenOfDigits)],
  });
  if (!paid.ok) return { problem: paid.error.message };
  onProgress({ share: 0, seconds: 0 });
  const failed = (why: string) => ({ problem: nothingCame("released", why, true) });
  let refused: string | undefined;
  const found = await forEachClass(of.classSizes, signal, onProgress, async (digit, onShare) => {
    const asked = { ...parameters, digit };
    const outcome = await client.run("releasingDigits", source.id, asked, { signal, onProgress: onShare });
    if (!outcome.ok) refused = outcome.error.message;
    return outcome.ok ? outcome.value : undefined;
  });
  if (signal.aborted) return failed("it was cancelled.");
  if (!found) return failed(refused ?? "");
  const classes = found.filter((each) => each !== undefined);
  const { provenance, id } = paid.value;
  const texts = await textsOf(classes, parameters, of, { ...words, provenance, ledgerEntry: id });
  const packed = await client.run("packingDigits", source.id, { classes, count, height, width, texts, created });
  return packed.ok ? { packed: packed.value } : failed(packed.error.message);
}

interface About extends Pick<DigitPictures, "count" | "height" | "width" | "classSizes"> {
  readonly created: string;
  readonly what: string;
  /** ", made of …"; "" for own digits. */
  readonly source: string;
}

/** Claims alone for a table too large for one file. */
async function textsOf(
  classes: readonly ReleasedClass[],
  parameters: DigitReleaseParameters,
  { count, height, width }: Pick<DigitPictures, "count" | "height" | "width">,
  said: ReleaseWords,
) {
  const pixels = height * width;
  if (count * pixels <= mostNumbersInFile) {
    const release = assembledRelease(classes, parameters, { count, pixels });
    return releaseBundle(await sealRelease(releaseContents(release, said), sha256));
  }
  const { integersOf, words, ...noise } = digitNoise(parameters, pixels);
  const cost =
    noise.calibration === "pure"
      ? ({ kind: "pure", epsilon: noise.epsilon } as const)
      : ({ kind: "gaussian", mu: noise.mu } as const);
  const claim = {
    schema: "curveil-digits/1",
    ...said,
    mechanism: { ...noise, noise: words },
    processing: `${digitProcessing(parameters)}; pixels are rounded to k/255`,
    dpEvent: dpEventOf(cost),
  };
  return [{ name: "claim.json", text: `${JSON.stringify(claim, null, 2)}\n` }];
}

function wordsOf(
  parameters: DigitReleaseParameters,
  { count, height, width, classSizes, created, what, source }: About,
): ReleaseWords {
  return {
    app: releasingApp,
    created,
    study: "fabrication",
    sheet: {
      title: `Private ${what}`,
      curator: "",
      intendedUse: "",
      dataProduct: `${count} fabricated images of ${height} × ${width} pixels with their labels${source}`,
      privacyUnit: "all digits but one",
      privacyUnitDetails:
        "Neighbours differ by the replacement of one digit by another of the same class; if a person wrote several, the promise is for each digit.",
      neighbourRelation: "replacement by a digit of the same class; the number of digits of each class is public",
      dataDomain: "pixels from 0 to 1",
      unprotectedQuantities: [`digits of each class: ${classSizes.join(", ")}`, "class of each digit"],
      parameters: settingsOf(parameters).map(([name, value]) => ({ name, value })),
      composition: "This release alone; what else was released of the same digits adds up with it.",
      preprocessing:
        "Pixels are divided by their largest possible value. Images stand class by class, those of a class in a random order.",
      justification: `${chosenOfDigits} are declared; see where each parameter came from.`,
    },
    axes: [
      { name: "pixel", unit: "" },
      { name: "digit", unit: "" },
    ],
    value: { name: "ink", unit: "" },
    sizes: { recordsPerPerson: 1, recordCount: count },
    provenance: [],
    ledgerEntry: null,
  };
}

function settingsOf({ protection, adjacency, budget, subspaceDimension, steps }: DigitReleaseParameters) {
  return [
    ["epsilon", `${budget.epsilon} of ${protection === "entry" ? "a pixel" : "a digit"}`],
    ["d", String(adjacency)],
    ["n", String(subspaceDimension)],
    ["steps", String(steps)],
  ] as const;
}
