import { axisPlaces, gridSize, levelsOf } from "../../core/grids.ts";
import { sidakQuantile, simultaneousQuantile } from "../../core/privacy/bands/simultaneousQuantile.ts";
import { groupDifference, type ReleasedGroup } from "../../core/privacy/bands/groupDifference.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { hidesTwoPersons, populationBand } from "../../core/privacy/bands/populationBand.ts";
import { samplingVariance, type SampledRecords } from "../../core/privacy/bands/samplingError.ts";
import { axisValues, processNoise, type ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { NoiseLaw } from "../../core/release/noiseLaw.ts";
import type { PostMap } from "../../core/release/postMap.ts";
import type { ReleaseView } from "../../state/presented/releaseView.ts";

/** Released numbers before the declared map to shown values. Public. */
export interface LineNumbers {
  readonly names: readonly [axis: string, value: string, across?: string | undefined];
  readonly places: Float64Array;
  /** Places on the second axis of a plane. */
  readonly across?: Float64Array | undefined;
  readonly law: NoiseLaw;
  /** Shape (m,), (groups · m,) or of a plane. */
  readonly numbers: Float64Array;
  /** Added to show. */
  readonly centre: Float64Array;
  readonly levels: readonly string[];
  /** Released shares of groups, in order. */
  readonly shares: readonly { readonly value: number; readonly deviation: number }[];
}

export interface Population extends LineNumbers {
  readonly sample: SampledRecords;
  readonly groups: readonly ReleasedGroup[];
}

export function numbersOfView(
  { axes, released, extra = [] }: ReleaseView,
  { law, names, postMap }: Pick<LineNumbers, "law" | "names"> & { readonly postMap: PostMap | undefined },
): LineNumbers | undefined {
  const [line, second] = axes;
  if (!line || axes.length > 2) return undefined;
  const across = second && !second.levels ? axisPlaces(second) : undefined;
  const size = line.count * (across?.length ?? 1);
  const shares = extra.map(({ released: value, deviation }) => ({ value, deviation }));
  const places = axisPlaces(line);
  return { ...unmapped(released, size, postMap), names, law, shares, levels: levelsOf(axes), places, across };
}

export function numbersOfFile({ mechanism, view }: ReleaseFile): LineNumbers | undefined {
  const [line, second, ...more] = view.axes;
  const noise = processNoise(mechanism);
  if (!line || !noise || more.length > 0) return undefined;
  const places = axisValues(line);
  const across = second && !second.levels ? axisValues(second) : undefined;
  const { axes, ...law } = noise;
  const size = gridSize({ axes });
  const isShown = axes[0]!.count === places.length && axes.length === (across ? 2 : 1);
  if (!isShown || view.values.length !== size * (second?.levels?.length ?? 1)) return undefined;
  return {
    ...unmapped(Float64Array.from(view.values), size, view.carried),
    names: [line.name, view.valueName, second?.name],
    places,
    across,
    law: { ...law, grid: { axes } },
    levels: second?.levels ?? [],
    shares: (view.beside ?? []).map(({ value, halfWidth }) => ({ value, deviation: halfWidth / pointwise95 })),
  };
}

function unmapped(
  values: Float64Array,
  size: number,
  map:
    | { readonly terms: readonly { readonly weights: ArrayLike<number> }[]; readonly offsets: ArrayLike<number> }
    | undefined,
): Pick<LineNumbers, "numbers" | "centre"> {
  if (!map) return { numbers: values, centre: new Float64Array(size) };
  const { terms, offsets } = map;
  return {
    numbers: values.map((value, i) => (value - offsets[i]!) / terms[0]!.weights[i]!),
    centre: Float64Array.from({ length: size }, (_, i) => offsets[i]!),
  };
}

export const heldBy = {
  density: (isThinned: boolean) =>
    `the density of all people, smoothed with the same bandwidth${isThinned ? ", times the share of the declared number N that is there" : ""}`,
  meanCurve: (isThinned: boolean, { centre }: Pick<LineNumbers, "centre">) => {
    const zero = centre.some((value) => value !== 0) ? "the declared centre" : "zero";
    const absent = isThinned ? `, in which absent ones of the declared number N count as ${zero}` : "";
    return `the mean of all people’s curves, clipped and smoothed as here${absent}`;
  },
};

interface PopulationBands {
  readonly noise: number;
  readonly sampling: (i: number) => number;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly isSure: boolean;
}

const deviationOf = ({ law: { variance, white } }: Pick<LineNumbers, "law">) => Math.sqrt(variance + white);
const unitLaw = ({ law: { kernel, grid, variance, white } }: Pick<LineNumbers, "law">) => ({
  kernel,
  grid,
  jitter: white / variance,
});

export function lineAcross(population: Population, j: number): Population {
  const m = population.places.length;
  const [numbers, centre] = [population.numbers, population.centre].map((all) => all.subarray(j * m, (j + 1) * m));
  return { ...population, numbers: numbers!, centre: centre! };
}

/** Bands with 95 %, in shown values. */
export function bandsOf(population: Population, where: "point" | "everywhere"): PopulationBands {
  const { numbers: released, sample, centre, law } = population;
  const ofNoise = { ...unitLaw(population), coverage: 0.95 };
  const everywhere = law.grid.axes.length > 1 ? sidakQuantile : simultaneousQuantile;
  const quantile = where === "point" ? pointwise95 : everywhere(ofNoise);
  const noise = deviationOf(population);
  const { lower, upper } = populationBand({ released, noise, quantile, sample });
  const shown = (values: Float64Array) => values.map((value, i) => value + centre[i]!);
  return {
    noise: quantile * noise,
    sampling: (i) => quantile * Math.sqrt(samplingVariance(sample, i, released[i]!)),
    lower: shown(lower),
    upper: shown(upper),
    isSure: hidesTwoPersons({ noise, quantile, sample }),
  };
}

export function differenceOf(population: Population, first: number, second: number) {
  const { groups, sample } = population;
  const found = groupDifference({
    groups: [groups[first]!, groups[second]!],
    noise: deviationOf(population),
    law: unitLaw(population),
    sample,
  });
  const pairs = (groups.length * (groups.length - 1)) / 2;
  return (
    found && {
      ...found,
      quantile: simultaneousQuantile({ ...unitLaw(population), coverage: 1 - 0.05 / pairs }),
      pValue: Math.min(1, pairs * found.pValue),
      pairs,
    }
  );
}
