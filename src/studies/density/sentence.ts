import { curvePeaks, fieldPeaks } from "../../plots/peaks.ts";
import { describeInside, describeOutside } from "./describe.ts";
import type { Peak } from "./describe.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityView } from "./useDensityView.ts";

/** What to see in the picture, in a sentence or two; in the outside view from the private curve alone. */
export function sentenceOf({ epsilon, view: side, x, y }: DensityScenario, view: DensityView): string {
  const { domain } = view.answer.parameters;
  const { standardDeviation, simultaneousHalfWidth } = view;
  const released = peaksOf(view.released, view, Math.max(3 * standardDeviation, 0.05 * view.peak));
  if (side === "outside" || !view.original) {
    const axes = y === "" ? [x] : [x, y];
    return describeOutside({ released, domain, standardDeviation, simultaneousHalfWidth, axes });
  }
  const top = view.original.reduce((most, value) => Math.max(most, value), 0);
  const original = peaksOf(view.original, view, 0.05 * top);
  return describeInside({ epsilon, original, released, domain, standardDeviation });
}

function peaksOf(values: Float64Array, { coordinates }: DensityView, least: number): Peak[] {
  const [xs, ys] = coordinates as [Float64Array, Float64Array | undefined];
  const peaks = ys ? fieldPeaks(values, xs.length, least) : curvePeaks(values, least);
  return peaks.map(({ index, height }) => ({
    height,
    position: ys ? [xs[index % xs.length]!, ys[Math.floor(index / xs.length)]!] : xs[index]!,
  }));
}
