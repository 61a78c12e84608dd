import { unsayableBecause } from "../../../panels/export/unsayable.ts";
import { learnerAxes, type LearnerShape } from "../../../core/erm/learners/learnerPolynomial.ts";
import type { PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import type { PrivateRelease } from "../../../core/release/privateRelease.ts";
import { releaseContents, type ReleaseWords } from "../../../core/release/file/releaseContents.ts";
import { costOf, type ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { sealRelease } from "../../../core/release/file/sealedRelease.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { nothingReleased } from "../../../panels/ledger/paidForNothing.ts";
import { protectedWords } from "../../../panels/guarantee/personWords.ts";
import { affirmedOrigin, releaseWordsOf } from "../../../panels/study/releaseWords.ts";
import { compositionOf } from "../../../panels/export/takeAway.ts";
import type { BudgetInForce } from "../../../state/presented/budgetInForce.ts";
import { sha256 } from "../../../core/sha256.ts";
import { declaredSides } from "../model/table.ts";
import type { BoundaryProps } from "../model/view.ts";
import type { LearnerSettings } from "./LearnerControls.tsx";
import { learnerFields, shapedBy, usesPenalty } from "./learnerWords.ts";
import type { LearnerView } from "./LearnerPicture.tsx";

export interface ReleasedLearner {
  readonly file: ReleaseFile;
  readonly release: PrivateRelease;
  readonly shape: LearnerShape;
}

export function viewOfReleased({ release }: ReleasedLearner): LearnerView {
  const { axes, values, deviation, pointwiseFactor = pointwise95 } = release;
  const shape = new Float64Array(values.length).fill(1);
  return {
    axes,
    released: values,
    original: undefined,
    others: [],
    sigma: deviation,
    facts: { polynomial: { pointwiseFactor, shape } },
  };
}

interface Wanted {
  readonly name: string;
  readonly settings: LearnerSettings;
  readonly shape: LearnerShape;
  readonly choice: PolynomialChoice;
  readonly budget: BudgetInForce;
  readonly records: RecordsId;
  readonly view: NonNullable<BoundaryProps["view"]>;
}

export async function releaseLearner(
  { shown, client, spend }: Pick<BoundaryProps, "shown" | "client" | "spend">,
  wanted: Wanted,
): Promise<{ readonly said: string; readonly released?: ReleasedLearner }> {
  const { name, shape, choice, budget, records } = wanted;
  const { task, epsilon, delta, calibration } = shown;
  const words = learnerWordsOf(shown, wanted);
  const unsayable = unsayableBecause(words);
  if (unsayable !== undefined) return { said: unsayable };
  const paid = await spend(`${name}, as a polynomial`, budget.loss, {
    shown,
    dependsOn: learnerFields(task, shape.learner),
    parameters: words.sheet.parameters,
    // Settings of the section are shown before they are affirmed.
    besides: [affirmedOrigin(`the learner, its noise, ${shapedBy(shape.learner) ?? "width"}, k and h`)],
  });
  if (!paid.ok) return { said: paid.error.message };
  const failed = (why: string) => ({ said: nothingReleased(why, shown.view === "inside") });
  const request = { ...shape, choice, budget: { epsilon, delta, calibration } };
  const outcome = await client.run("learnerRelease", records, request);
  if (!outcome.ok) return failed(outcome.error.message);
  const { id, book, provenance } = paid.value;
  try {
    const sheet = { ...words.sheet, composition: compositionOf(book, id) };
    const contents = releaseContents(outcome.value, { ...words, sheet, provenance, ledgerEntry: id });
    const file = await sealRelease(contents, sha256);
    if (!paid.value.covers(costOf(file.mechanism))) return failed("it would cost more than was entered.");
    const unrecorded = await paid.value.record(file.digest);
    const said =
      unrecorded === undefined
        ? `Released at ε = ${numberText(epsilon)}; its cost is in the ledger.`
        : `The release is made. Its digest is not in the ledger: ${unrecorded}`;
    return { said, released: { file, release: outcome.value, shape } };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** All known before the payment. */
function learnerWordsOf(
  shown: BoundaryProps["shown"],
  { name, settings, shape, view }: Pick<Wanted, "name" | "settings" | "shape" | "view">,
): ReleaseWords {
  const plane = shown.task === "classification";
  return releaseWordsOf(
    { study: "boundary", data: shown.data, schema: shown.schema },
    { ...view, axes: learnerAxes(shape) },
    {
      what: plane ? "decision function" : "regression curve",
      names: plane ? [shown.x, shown.y] : [shown.x],
      units: [shown.unitX, shown.unitY],
      valueUnit: plane ? "" : shown.unitY,
      privateColumns: [],
      settings: settingLines({ name, settings, shape }, shown),
      sides: declaredSides(shown, view.facts.classNames),
    },
    {
      ...protectedWords(shown, ", inputs and label or response"),
      declared: "Domain, learner and its width, and k and h where they are set by hand",
    },
    [],
  );
}

function settingLines(
  { name, settings, shape }: Pick<Wanted, "name" | "settings" | "shape">,
  { penalty, further }: BoundaryProps["shown"],
): string[] {
  const { law, byHand, width, power, gapFactor } = settings;
  return [
    `learner = ${name}`,
    `noise = ${law === "composedLaplace" ? "laplace by Theorem 7" : law}`,
    shapedBy(shape.learner) === "degree" ? `degree p of the kernel = ${power}` : `width = ${width} of the domain`,
    ...(byHand
      ? [`degree k = ${byHand.degree}`, `order h of the operator = ${byHand.iterations}`]
      : ["degree k and order h of the operator = from ε and the number of records"]),
    ...(shape.learner === "priestleyChao" ? [`c of the clipped gaps = ${gapFactor}`] : []),
    ...(usesPenalty(shape.learner) ? [`lambda = ${penalty}`] : []),
    ...further.map(({ name: input, domain: [low, high], at }) => `input ${input} = ${low} to ${high}; shown at ${at}`),
  ];
}
