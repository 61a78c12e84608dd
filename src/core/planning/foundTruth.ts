import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { significant } from "../numberFormats.ts";
import { pointCount, type Points } from "../points.ts";
import { valueFunctional, valueOf } from "../release/curveFunctionals.ts";
import type { ClassPart } from "./declaredClasses.ts";
import { mostParts, normalDensity } from "./declaredTruth.ts";

const placeCount = 33;

/**
 * Heights of a curve at 33 even places of a domain, to three digits of the largest, for the truth of a plan.
 *
 * @param x increasing places, shape (m,); straight lines between, and 0 beyond
 * @throws {ParameterError} if no place of the domain is among them
 */
export function heightsOfCurve(x: ArrayLike<number>, values: ArrayLike<number>, [lower, upper]: Interval): number[] {
  const [first, last] = [x[0]!, x[x.length - 1]!];
  if (!(first < upper && last > lower)) throw new ParameterError("domain", `${lower} … ${upper}`, "that of the curve");
  const heights = Array.from({ length: placeCount }, (_, j) => {
    const at = lower + (j * (upper - lower)) / (placeCount - 1);
    return at < first || at > last ? 0 : valueOf(valueFunctional(x, at), values);
  });
  const step = 10 ** (Math.floor(Math.log10(Math.max(...heights.map(Math.abs)) || 1)) - 2);
  return heights.map((height) => significant(step * Math.round(height / step), 12));
}

/** Relative heights of the density of public records, by bumps of 0.6 s n^(−1/5), at least a place wide. */
export function heightsOfRecords(records: Float64Array, domain: Interval): number[] {
  const [lower, upper] = domain;
  const n = records.length;
  const mean = records.reduce((sum, record) => sum + record, 0) / n;
  const spread = Math.sqrt(records.reduce((sum, record) => sum + (record - mean) ** 2, 0) / n);
  const h = Math.max((upper - lower) / placeCount, 0.6 * spread * n ** -0.2);
  const x = Array.from({ length: placeCount }, (_, j) => lower + (j * (upper - lower)) / (placeCount - 1));
  const heights = x.map((at) => records.reduce((sum, record) => sum + normalDensity(at - record, h), 0) / n);
  return heightsOfCurve(x, heights, domain);
}

/**
 * Normal parts of public records, one for each of the five largest classes, with their means and deviations; moved from one
 * domain to another.
 */
export function partsOfRecords(
  { coordinates, ...points }: Points,
  classOf: ArrayLike<number>,
  from: readonly Interval[],
  to: readonly Interval[] = from,
): readonly ClassPart[] {
  const p = points.dimension;
  const rows = new Map<number, number[]>();
  for (let i = 0; i < pointCount({ coordinates, ...points }); i++)
    (rows.get(classOf[i]!) ?? rows.set(classOf[i]!, []).get(classOf[i]!)!).push(i);
  const largest = [...rows].toSorted(([, a], [, b]) => b.length - a.length).slice(0, mostParts);
  return largest.map(([of, own]) => {
    const columns = from.map((domain, k) => {
      const mean = own.reduce((sum, i) => sum + coordinates[i * p + k]!, 0) / own.length;
      const square = own.reduce((sum, i) => sum + (coordinates[i * p + k]! - mean) ** 2, 0) / own.length;
      const [side, wanted] = [domain[1] - domain[0], to[k]![1] - to[k]![0]];
      return {
        mean: significant(to[k]![0] + ((mean - domain[0]) / side) * wanted, 3),
        deviation: significant(Math.max(0.002, Math.sqrt(square) / side) * wanted, 3),
      };
    });
    return {
      ...{ of, weight: own.length },
      means: columns.map(({ mean }) => mean),
      deviations: columns.map(({ deviation }) => deviation),
    };
  });
}
