import { curvePeaks, fieldPeaks } from "../../plots/peaks.ts";
import { isPolynomial } from "./view.ts";
import type { DensityView } from "./view.ts";
import { describeInside, describeOutside } from "./peakSentences.ts";
import type { Peak } from "./peakSentences.ts";
import { coordinatesOf } from "../../state/releaseView.ts";
import { peakOf } from "./pictures.ts";
import type { DensityScenario } from "./scenario.ts";

/** What to see in the picture, in a sentence or two; in the outside view from the private curve alone. */
export function sentenceOf({ x, y }: DensityScenario, view: DensityView): string {
  const { axes, original, sigma, simultaneous } = view;
  const domain = axes.map(({ lower, upper }) => [lower, upper] as const);
  const released = peaksOf(view.released, view, Math.max(3 * sigma, 0.05 * peakOf(view.released)));
  if (!original) {
    const names = y === "" ? [x] : [x, y];
    const band =
      simultaneous === undefined ? {} : { simultaneousHalfWidth: simultaneous, isBandProved: view.facts.isBandProved };
    return `${describeOutside({ released, domain, standardDeviation: sigma, axes: names, ...band })}${lawSentence(view)}`;
  }
  const inside = describeInside({
    epsilon: view.budget.epsilon,
    original: peaksOf(original, view, 0.05 * peakOf(original)),
    released,
    domain,
    standardDeviation: sigma,
  });
  return `${inside}${lawSentence(view)}`;
}

/** What the law of the noise means for the promise. */
function lawSentence(view: DensityView): string {
  if (!isPolynomial(view) || view.facts.polynomial.law === "gaussian") return "";
  return " The promise is pure ε: it has no δ and never fails.";
}

function peaksOf(values: Float64Array, { axes }: DensityView, least: number): Peak[] {
  const [xs, ys] = coordinatesOf(axes) as [Float64Array, Float64Array | undefined];
  const peaks = ys ? fieldPeaks(values, xs.length, least) : curvePeaks(values, least);
  return peaks.map(({ index, height }) => ({
    height,
    position: ys ? [xs[index % xs.length]!, ys[Math.floor(index / xs.length)]!] : xs[index]!,
  }));
}
