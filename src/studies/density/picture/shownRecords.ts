import { isGrouped } from "../../../core/grids.ts";
import { frequentValues } from "../../../core/records/frequentValues.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { rugStride } from "../../../plots/curve/curveRecords.ts";
import { pointStride } from "../../../plots/plane/fieldPlot.ts";
import type { DensityInside, DensityView } from "../model/view.ts";
import type { DensityScenario } from "../model/scenario.ts";

type Records = DensityScenario["records"];
type Inside = Pick<DensityInside, "points" | "multiplicities">;

/** Inside view only. */
export function recordsPicture(
  kind: Records,
  { inside, axes, facts }: DensityView,
  atom: DensityScenario["atom"] = "none",
): CurvePicture["records"] {
  if (kind === "none" || inside?.points.dimension !== 1) return undefined;
  const values = inside.points.coordinates;
  // A point mass has its own mark.
  if (kind === "rug") return { kind, values, spikes: spikesOf(inside).filter(({ value }) => value !== atom) };
  return { kind, ...histogramOf(inside, { ...axes[0]!, recordCount: facts.recordCount }) };
}

/** Differences between the drawn and the true records; inside view only. */
export function recordsSentence(kind: Records, { inside, axes }: DensityView): string {
  const drawn = isGrouped(axes) ? 1 : axes.length;
  if (kind === "none" || inside?.points.dimension !== drawn) return "";
  const plane = drawn === 2;
  const count = inside.points.coordinates.length / inside.points.dimension;
  const stride = plane ? pointStride(count) : kind === "rug" ? rugStride(count) : 1;
  const marks = plane ? "points" : "rug";
  const sampled = stride === 1 ? [] : [`The ${marks} ${plane ? "are" : "is"} a sample: one record in ${stride}.`];
  const counted =
    inside.multiplicities && (plane || kind === "rug")
      ? [`The ${marks} ${plane ? "show" : "shows"} cells, not how many records are in each.`]
      : [];
  const spikes =
    axes.length === 2
      ? []
      : spikesOf(inside).map(
          ({ value, share }) => `${percentText(share)} of the records are exactly ${numberText(value)}.`,
        );
  return [...sampled, ...counted, ...spikes].map((sentence) => ` ${sentence}`).join("");
}

const leastShare = 0.05;
const spikes = new WeakMap<Float64Array, readonly { readonly value: number; readonly share: number }[]>();

/** At most three values with a twentieth or more of the records; none in a column of few values. */
export function spikesOf({
  points: { coordinates },
  multiplicities,
}: Inside): NonNullable<ReturnType<typeof spikes.get>> {
  const known = spikes.get(coordinates);
  if (known) return known;
  const found = multiplicities ? [] : frequentValues(coordinates, leastShare);
  const rest = 1 - found.reduce((sum, { share }) => sum + share, 0);
  const spiked = found.length > 1 && rest < leastShare ? [] : found.slice(0, 3);
  spikes.set(coordinates, spiked);
  return spiked;
}

interface Histogram {
  readonly lower: number;
  readonly width: number;
  readonly densities: Float64Array;
}

const usualBins = 50;
const histograms = new WeakMap<Float64Array, Histogram & { readonly of: readonly [number, number] }>();

/**
 * Cached for a domain; records outside count at its edge, as in the curve. For multiples of a step, each bar has
 * equally many steps, in its middle.
 */
export function histogramOf(
  { points: { coordinates }, multiplicities }: Inside,
  { lower, upper, recordCount }: { readonly lower: number; readonly upper: number; readonly recordCount: number },
): Histogram {
  const known = histograms.get(coordinates);
  if (known?.of[0] === lower && known.of[1] === upper) return known;
  const step = stepOf(coordinates, (upper - lower) / usualBins);
  const width =
    step === undefined
      ? (upper - lower) / usualBins
      : step * Math.max(1, Math.round((upper - lower) / usualBins / step));
  const first = step === undefined ? lower : (Math.floor(lower / step) - 0.5) * step;
  const count = step === undefined ? usualBins : Math.max(1, Math.ceil((upper - first) / width));
  const densities = new Float64Array(count);
  for (let i = 0; i < coordinates.length; i++) {
    const value = Math.min(upper, Math.max(lower, coordinates[i]!));
    const bin = Math.min(count - 1, Math.floor((value - first) / width));
    densities[bin]! += (multiplicities ? multiplicities[i]! : 1) / (recordCount * width);
  }
  const made = { of: [lower, upper] as const, lower: first, width, densities };
  histograms.set(coordinates, made);
  return made;
}

/** The largest power of ten that divides all values; undefined if bars are too wide to alias. */
function stepOf(values: Float64Array, barWidth: number): number | undefined {
  const least = barWidth / 20;
  let power = Math.floor(Math.log10(barWidth)) + 1;
  for (let i = 0; i < values.length; i++) {
    while (!isMultiple(values[i]!, power)) if (10 ** --power < least) return undefined;
  }
  return Number(`1e${power}`);
}

function isMultiple(value: number, power: number): boolean {
  const steps = power >= 0 ? value / 10 ** power : value * 10 ** -power;
  return Math.abs(steps - Math.round(steps)) <= 1e-9 * Math.max(1, Math.abs(steps));
}
