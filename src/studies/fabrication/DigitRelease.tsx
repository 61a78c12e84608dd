import { useEffect, useMemo, useRef, useState } from "react";
import { version } from "../../../package.json";
import { dpEventOf } from "../../core/privacy/accounting/dpEvent.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { releaseBundle } from "../../core/releaseFile/releaseBundle.ts";
import { releaseContents } from "../../core/releaseFile/releaseContents.ts";
import type { ReleaseWords } from "../../core/releaseFile/releaseContents.ts";
import { sealRelease } from "../../core/releaseFile/sealedRelease.ts";
import { assembledRelease, digitNoise, digitProcessing, mostNumbersInFile } from "../../core/releases/digitRelease.ts";
import type { DigitReleaseParameters, ReleasedClass } from "../../core/releases/digitRelease.ts";
import type { DigitModel } from "../../core/releases/digitNoise.ts";
import type { DigitPictures } from "../../core/releases/digitPictures.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import { JobButton } from "../../panels/controls/JobButton.tsx";
import { LedgerPanel } from "../../panels/ledger/LedgerPanel.tsx";
import { hasRoom } from "../../panels/ledger/ledgerWords.ts";
import { nothingCame } from "../../panels/ledger/paidForNothing.ts";
import { Problem } from "../../panels/controls/Problem.tsx";
import { Affirmation, useAffirmation } from "../../panels/ledger/Affirmation.tsx";
import { affirmedOrigin, publicOrigin, unsayableBecause } from "../../panels/takeAway/releaseWords.ts";
import { saveFile } from "../../panels/takeAway/saveFile.ts";
import { costOfLoss, createSpend } from "../../panels/ledger/spend.ts";
import { sha256 } from "../../state/sha256.ts";
import { forEachClass, remaining } from "./classJobs.ts";
import type { ClassProgress } from "./classJobs.ts";
import type { OpenDigits } from "./digitFiles.ts";
import type { FabricationProps } from "./view.ts";

interface DigitReleaseProps extends Pick<FabricationProps, "client" | "beside"> {
  readonly source: OpenDigits & { readonly digest: string };
  /** As the controls say at this moment: what is promised, suggested and entered is what is drawn. */
  readonly model: DigitModel;
  readonly of: DigitPictures;
  readonly isOwn: boolean;
  /** Protects whole digits in place of pixels. */
  readonly onProtectDigits: () => void;
}

/**
 * The whole table of digits, fabricated from exact noise on a lattice, as files to pass on; its cost is in a ledger of
 * its own.
 */
export function DigitRelease({ client, beside, source, model, of, isOwn, onProtectDigits }: DigitReleaseProps) {
  const [progress, setProgress] = useState<ClassProgress>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [affirmed, affirm] = useAffirmation(model);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);
  const ledger = useMemo(() => beside.ledgerOf(source.digest), [beside, source.digest]);
  const { count, height, width } = of;
  const parameters = useMemo((): DigitReleaseParameters => {
    const { epsilon, delta, seed, ...rest } = model;
    return { ...rest, budget: { epsilon, delta: delta > 0 ? delta : 1e-5, calibration: "analytic" } };
  }, [model]);
  const loss = useMemo((): PrivacyLoss => {
    const noise = digitNoise(parameters, height * width);
    return noise.calibration === "pure" ? { kind: "pure", epsilon: noise.epsilon } : { kind: "gaussian", mu: noise.mu };
  }, [parameters, height, width]);
  const next = {
    cost: costOfLoss(loss),
    delta: parameters.budget.delta,
    ...(loss.kind === "pure" && { epsilon: parameters.budget.epsilon }),
  };
  const what = `table of ${countText(count)} fabricated digits`;

  const release = async () => {
    const { signal } = (underWay.current = new AbortController());
    setSaid(undefined);
    setProblem(undefined);
    const created = new Date().toISOString().slice(0, 10);
    const madeOf = isOwn ? "" : `, made of ${source.name}`;
    const words = wordsOf(parameters, { ...of, created, what, source: madeOf });
    const unsayable = unsayableBecause(words);
    if (unsayable !== undefined) {
      setProblem(unsayable);
      return;
    }
    const paid = await createSpend(ledger, "fabrication", {})(what, loss, {
      shown: { provenance: {}, epsilon: parameters.budget.epsilon, delta: parameters.budget.delta },
      parameters: words.sheet.parameters,
      besides: [isOwn ? affirmedOrigin(chosen) : publicOrigin(chosen)],
    });
    if (!paid.ok) {
      setProblem(paid.error.message);
      return;
    }
    setProgress({ share: 0, seconds: 0 });
    const begun = performance.now();
    const failed = (why: string) => {
      setProgress(undefined);
      setProblem(nothingCame("released", why, true));
    };
    const found = await forEachClass(of.classSizes, signal, setProgress, async (digit, onProgress) => {
      const asked = { ...parameters, digit };
      const outcome = await client.run("releasingDigits", source.id, asked, { signal, onProgress });
      if (!outcome.ok && !signal.aborted) failed(outcome.error.message);
      return outcome.ok ? outcome.value : undefined;
    });
    if (signal.aborted) failed("it was cancelled.");
    if (!found || signal.aborted) return;
    const classes = found.filter((each) => each !== undefined);
    const { provenance, id } = paid.value;
    const texts = await textsOf(classes, parameters, of, { ...words, provenance, ledgerEntry: id });
    const packed = await client.run("packingDigits", source.id, { classes, count, height, width, texts, created });
    if (!packed.ok) {
      failed(packed.error.message);
      return;
    }
    saveFile("release-digits.zip", "application/zip", packed.value);
    setProgress(undefined);
    const seconds = Math.max(1, Math.round((performance.now() - begun) / 1000));
    setSaid(
      `Released in ${seconds} s: images and labels as IDX files, and what they promise. The cost is in the ledger.`,
    );
  };

  const pixel = parameters.protection === "entry";
  const isAffordable = hasRoom(next);
  return (
    <>
      <h3 className="digit-heading">Release the table</h3>
      <p className="explanation">
        All {countText(count)} digits, each pixel with exact noise from cryptographic bits, fabricated and saved as
        images that whatever reads MNIST reads. Of a whole digit this promises{" "}
        {loss.kind === "pure"
          ? `ε = ${numberText(loss.epsilon)}`
          : `ε = ${numberText(parameters.budget.epsilon)}, δ = ${numberText(parameters.budget.delta)} (μ = ${numberText(loss.mu)})`}
        {pixel
          ? `, which protects nobody${isAffordable ? "" : ", and is more than any budget here has room for"}. `
          : ". "}
        What class a digit is of, and how many there are, is not protected.
      </p>
      {isOwn && (
        <Affirmation
          words={`I chose ${chosen} without looking at these digits.`}
          affirmed={affirmed}
          onAffirm={affirm}
        />
      )}
      <div className="buttons">
        {pixel && (
          <button type="button" onClick={onProtectDigits}>
            Protect whole digits
          </button>
        )}
        <JobButton
          label={`Release ${countText(count)} digits`}
          doing="Releasing digits"
          cancel="Cancel the release"
          done={progress?.share}
          detail={progress && remaining(progress)}
          filled
          disabled={(isOwn && !affirmed) || !isAffordable}
          onStart={() => void release()}
          onCancel={() => underWay.current?.abort()}
        />
      </div>
      <Problem text={problem} />
      {said !== undefined && <p role="status">{said}</p>}
      <LedgerPanel ledger={ledger} next={next} settled of={isOwn ? "own" : "example"} inside />
    </>
  );
}

interface About extends Pick<DigitPictures, "count" | "height" | "width" | "classSizes"> {
  readonly created: string;
  readonly what: string;
  /** Whose work the digits are, where their licence asks for it: ", made of …"; "" for one's own. */
  readonly source: string;
}

/** What a release depends on besides ε and δ: the pictures above show what each of it does to the digits. */
const chosen = "n, the steps, what ε protects and what pixels run to";

/** The release file with all that goes beside it, or what is claimed of a table that is too large for one. */
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
    app: { name: "Curveil", version, commit: "" },
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
      neighbourRelation: "replacement; the number of digits of each class is public",
      dataDomain: "pixels from 0 to 1",
      unprotectedQuantities: [`digits of each class: ${classSizes.join(", ")}`, "class and order of the digits"],
      parameters: settingsOf(parameters).map(([name, value]) => ({ name, value })),
      composition: "This release alone; what else was released of the same digits adds up with it.",
      preprocessing: "Pixels are divided by their largest possible value.",
      justification: `${chosen} are declared; see where each parameter came from.`,
    },
    axes: [
      { name: "pixel", unit: "" },
      { name: "digit", unit: "" },
    ],
    value: { name: "ink", unit: "" },
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
