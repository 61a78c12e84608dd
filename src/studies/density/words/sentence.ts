import { gridPeaks, leastVisible, placeOnGrid, visibilityAt } from "../../../core/density/peakVisibility.ts";
import { isGrouped } from "../../../core/grids.ts";
import { numberText, percentText, ratioText, shareRangeText } from "../../../core/numberFormats.ts";
import { deviationsOfLaws } from "../../../panels/guarantee/theorem7.ts";
import { heldText } from "../../../state/scenario/furtherInputs.ts";
import { isPolynomial, type DensityView } from "../model/view.ts";
import { describeInside, describeOutside } from "./peakSentences.ts";
import { flatteningOf } from "./flattening.ts";
import { groupSentence } from "../picture/groups.ts";
import { noiseShare } from "./noiseShare.ts";
import { drawn } from "../model/options.ts";
import { peakOf } from "../picture/pictures.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { integralFunctional } from "../../../core/release/curveFunctionals.ts";
import { scaleWords } from "../../../core/density/densityFrame.ts";
import type { TransformationName } from "../../../core/special/transformation.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";

/** True of the mechanism; outside from the private curve and public numbers alone. */
export function sentenceOf(shown: DensityScenario, view: DensityView): string {
  const { scale, ends } = drawn(shown);
  const folded = ends === "folded" ? foldedSentence : "";
  const slice = shown.further.length > 0 ? ` This is a slice: ${heldText(shown)}.` : "";
  const flattening = scale === "own" ? flatteningOf(shown) : "";
  if (isGrouped(view.axes)) return `${groupSentence(shown, view)}${flattening}${folded}${pointMassSentence(view)}`;
  const said =
    scale === "own" ? `${peakSentenceOf({ ...shown, ends }, view)}${flattening}` : scaledSentence(shown.x, scale, view);
  // Curves are some 400 pixels high, lines 2.
  const isThin = view.axes.length === 1 && 200 * (view.simultaneous ?? 4 * view.sigma) < peakOf(view.released);
  const thin = isThin ? " The noise is thinner than the drawn line: both curves look alike, and differ." : "";
  return `${said}${thin}${folded}${slice}${pointMassSentence(view)}`;
}

function peakSentenceOf({ x, y, unitX, unitY, ends, further }: DensityScenario, view: DensityView): string {
  const { axes, original, sigma, simultaneous, inside, facts } = view;
  // Folded ends and point masses have no background count; the release then says which peaks stand out.
  if (original && ends === "open" && !view.extra) {
    const { epsilon } = view.budget;
    const counted = inside?.visibility;
    const said = counted
      ? describeInside({ epsilon, original: counted.peaks, at: visibilityAt(counted, sigma) })
      : describeInside({ epsilon, original: peaksIn(original, view, 0.05 * peakOf(original)), at: undefined });
    return `${said}${lawSentence(view)}`;
  }
  const quantile = facts.simultaneousQuantile;
  const band =
    simultaneous === undefined ? {} : { simultaneousHalfWidth: simultaneous, isBandProved: facts.isBandProved };
  const least = leastVisible({ deviation: sigma, quantile, largest: peakOf(view.released) });
  const said = describeOutside({
    released: peaksIn(view.released, view, least),
    domain: axes.map(({ lower, upper }) => [lower, upper] as const),
    standardDeviation: sigma,
    share: noiseShare(view, { further }),
    axes: y === "" ? [x] : [x, y],
    units: [unitX, unitY],
    ...band,
  });
  return `${said}${lawSentence(view)}`;
}

/** Noise hides every peak of the original in 95 of 100 releases; false where uncounted. */
export function arePeaksGone({ inside, sigma }: DensityView): boolean {
  const counted = inside?.visibility;
  return counted !== undefined && counted.peaks.length > 0 && visibilityAt(counted, sigma).showing[0]! >= 0.95;
}

function lawSentence(view: DensityView): string {
  if (!isPolynomial(view) || view.facts.polynomial.law === "gaussian") return "";
  const { polynomial } = view.facts;
  if (polynomial.law === "laplace") return " The promise is pure ε: it has no δ and never fails.";
  const { composedLaplace = Infinity, gaussian } = deviationsOfLaws(polynomial, view.budget);
  return ` The promise is ε with δ, by Theorem 7; normal noise needs ${numberText(composedLaplace / gaussian)} times less for it.`;
}

function peaksIn(values: Float64Array, { axes }: DensityView, least: number) {
  const grid = { axes };
  return gridPeaks(values, grid, least).map((index) => ({
    height: values[index]!,
    position: placeOnGrid(grid, index),
  }));
}

function pointMassSentence({ extra = [], axes, facts }: Pick<DensityView, "extra" | "axes" | "facts">): string {
  if (extra.length === 0) return "";
  const said = extra.map(({ name, released, original, deviation }) => {
    const truth = original === undefined ? "" : ` (in truth ${percentText(original)})`;
    return `${name}: ${shareRangeText(released, pointwise95 * deviation)}${truth}`;
  });
  const curve = "mostRecords" in facts ? "The curve has the share of the others" : "The curve is of the others";
  const rest = isGrouped(axes) ? "" : ` ${curve}.`;
  return ` Counted apart, with 95 %: ${said.join("; ")}.${rest}`;
}

/** From the shown functions alone. */
function scaledSentence(name: string, scale: TransformationName, view: DensityView): string {
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  const [low, half, high] = quartersOf(view.released, places).map(numberText) as [string, string, string];
  const original = view.original && quartersOf(view.original, places).map(numberText);
  const truth = original ? `; of the original below ${original[1]!}, between ${original[0]!} and ${original[2]!}` : "";
  return (
    `Half of what the private curve holds lies below ${name} = ${half}, the middle half between ${low} and ${high}${truth}. ` +
    `Bandwidth and noise are even on the ${scaleWords[scale]} scale: the noise is ${ratioText(noiseShare(view, { further: [] }))} the height of a flat curve there.`
  );
}

const foldedSentence =
  " What the bumps spill over an end of the domain is folded back, so the curve does not sink there. Near an end the noise is up to twice as large.";

/** Negative values count as 0; NaN without mass. */
function quartersOf(values: Float64Array, places: Float64Array): number[] {
  const cells = integralFunctional(places, [places[0]!, places.at(-1)!]);
  const mass = values.map((value, i) => Math.max(0, value) * cells[i]!);
  const total = mass.reduce((sum, own) => sum + own, 0);
  return [0.25, 0.5, 0.75].map((share) => {
    let sum = 0;
    for (let i = 0; i < mass.length; i++) {
      sum += mass[i]!;
      if (sum >= share * total) return places[i]!;
    }
    return NaN;
  });
}
