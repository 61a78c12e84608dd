import { weightedNorm } from "../../core/estimators/functionalMean.ts";
import { highestOf } from "../../core/releases/curveFunctionals.ts";
import { numberText, ratioText } from "../../panels/words.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveView } from "./useMeanCurveView.ts";

/** What to see, computed from what is drawn: in the outside view from the release and public numbers alone. */
export function sentenceOf({ epsilon }: MeanCurveScenario, view: MeanCurveView): string {
  const { inside, released, times, standardDeviation, simultaneousHalfWidth, answer } = view;
  const top = highestOf(released, times);
  if (!inside) {
    return `The private mean is highest at ${numberText(top.at)}, with ${numberText(top.value)}. Its noise has standard deviation ${numberText(standardDeviation)} at each point; with at least 95 % probability it stays within ±${numberText(simultaneousHalfWidth)} on the whole domain.`;
  }
  const { weights } = answer.release;
  const bias = weightedNorm(
    inside.original.map((value, i) => value - inside.rawMean[i]!),
    weights,
  );
  const size = weightedNorm(inside.rawMean, weights);
  const share = (value: number) => (size > 0 ? `${ratioText(value / size)} its size` : numberText(value));
  const verdict =
    standardDeviation > 0.5 * size
      ? `At ε = ${numberText(epsilon)} the noise drowns the mean: ${numberText(standardDeviation)} at each point, ${share(standardDeviation)}`
      : `With ε = ${numberText(epsilon)} the noise moves the mean by ${numberText(standardDeviation)} at a typical point, ${share(standardDeviation)}`;
  const clipped = answer.release.clippedCount;
  const clipping =
    clipped === 0
      ? ""
      : ` ${clipped === answer.release.curveCount ? "Every curve was" : `${clipped} of ${answer.release.curveCount} curves were`} shrunk to the norm bound τ.`;
  const balance = bias > standardDeviation ? "smoothing costs more than privacy" : "privacy costs more than smoothing";
  return `${verdict}; penalty and clipping move it by ${numberText(bias)}: ${balance}.${clipping}`;
}
