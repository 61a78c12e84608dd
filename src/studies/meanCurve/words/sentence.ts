import { isGrouped } from "../../../core/grids.ts";
import { weightedNorm } from "../../../core/mean/functionalMean.ts";
import { highestOf } from "../../../core/release/curveFunctionals.ts";
import { finePercentText, numberText, percentText, ratioText } from "../../../core/numberFormats.ts";
import { absentSentence } from "../../../panels/guarantee/personWords.ts";
import { measuredText, placeText } from "../../../panels/controls/words.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { groupSentence } from "../picture/groups.ts";
import { columnMeansSentence } from "../../../panels/inference/columnMeans.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { separateColumns } from "../model/separateColumns.ts";
import type { MeanCurveView } from "../model/view.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";

export function sentenceOf(shown: MeanCurveScenario, view: MeanCurveView): string {
  const { inside, original, released, sigma, facts } = view;
  if (isGrouped(view.axes))
    return `${groupSentence(shown, view)}${nearerSentence(shown, view)}${shrinkageSentence(shown, view)}${compatibilitySentence(view)}`;
  const columns = separateColumns(shown);
  if (columns)
    return `${columnMeansSentence(columns, released, pointwise95 * sigma)} The noise of each has a standard deviation of ${finePercentText(sigma)} of its range.${nearerSentence(shown, view)}${shrinkageSentence(shown, view)}`;
  const { epsilon } = view.budget;
  const measured = (value: number) => measuredText(value, shown.value, shown.unitY);
  const [times] = coordinatesOf(view.axes) as [Float64Array];
  const top = highestOf(released, times);
  if (!inside || !original) {
    return `The private mean is highest at ${placeText(top.at, shown.unitX, times.at(-1)! - times[0]!)}, with ${measured(top.value)}. Its noise has standard deviation ${measured(sigma)} at each point; with at least 95 % probability it stays within ±${measured(view.simultaneous ?? NaN)} on the whole domain.${nearerSentence(shown, view)}${shrinkageSentence(shown, view)}${compatibilitySentence(view)}`;
  }
  const { weights } = facts;
  const bias = normOf(
    original.map((value, i) => value - inside.rawMean[i]!),
    weights,
  );
  const size = normOf(inside.rawMean, weights);
  const isLost = isMeanLost(view);
  const share = (value: number) => (size > 0 ? `${ratioText(value / size)} its size` : numberText(value));
  const verdict = isLost
    ? `At ε = ${numberText(epsilon)} the noise drowns the mean: ${measured(sigma)} at each point, ${share(sigma)}`
    : `With ε = ${numberText(epsilon)} the noise moves the mean by ${measured(sigma)} at a typical point, ${share(sigma)}`;
  const movers = facts.mostRecords === undefined ? "penalty and clipping" : "penalty, clipping and division by N";
  const clipped = inside.clippedCount;
  const present = Math.min(inside.held, facts.recordCount);
  const clipping =
    clipped === undefined || clipped === 0
      ? ""
      : ` ${clipped === present ? "Every curve was" : `${clipped} of ${present} curves ${clipped === 1 ? "was" : "were"}`} shrunk to the norm bound τ.`;
  return `${verdict}; ${movers} move it by ${measured(bias)}: ${balanceOf(bias, sigma)}.${clipping}${nearerSentence(shown, view)}${shrinkageSentence(shown, view)}${compatibilitySentence(view)}`;
}

/** Closer costs are about the same. */
const margin = 1.5;

export function balanceOf(smoothing: number, privacy: number): string {
  if (smoothing > margin * privacy) return "smoothing costs more than privacy";
  if (privacy > margin * smoothing) return "privacy costs more than smoothing";
  return "smoothing and privacy cost about the same";
}

export function isMeanLost({ inside, sigma, facts: { weights } }: MeanCurveView): boolean {
  return inside !== undefined && sigma > 0.5 * normOf(inside.rawMean, weights);
}

/** The released share of absent curves, and the effect of dividing by N. */
function nearerSentence({ centre }: MeanCurveScenario, view: MeanCurveView): string {
  const said = absentSentence(view, "curves");
  const to = centre === "" ? "zero" : "the declared centre";
  return said && `${said} By this share what is drawn lies nearer to ${to} than the mean of those that are there.`;
}

/** The penalty's pull and its least amount; public. */
function shrinkageSentence({ centre }: MeanCurveScenario, { facts: { leastShrinkage } }: MeanCurveView): string {
  if (!(leastShrinkage >= 0.005)) return "";
  const to = centre === "" ? "zero" : "the declared centre";
  return ` The penalty pulls the whole mean towards ${to}, even its smoothest part by ${percentText(leastShrinkage)}.`;
}

function compatibilitySentence({ facts: { compatible, weights } }: MeanCurveView): string {
  if (compatible) return "";
  return ` This noise is too smooth for the curve: it hides one person at these ${weights.length} points, not between them, so the curve is not private.`;
}

function normOf(values: Float64Array, weights: Float64Array): number {
  const norm = weightedNorm(values, weights);
  if (Number.isFinite(norm)) return norm;
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return (
    largest *
    weightedNorm(
      values.map((value) => value / largest),
      weights,
    )
  );
}
