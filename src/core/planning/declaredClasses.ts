import { checkAllFinite, checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { ClassifiedRecords } from "../affineHull/fabrication/tableRows.ts";
import { gridCoordinates, type GridAxis, type Interval } from "../grids.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { normalQuantile } from "../special/normal.ts";
import { mostParts, normalMass } from "./declaredTruth.ts";

export interface ClassPart {
  readonly of: number;
  readonly weight: number;
  readonly means: readonly number[];
  readonly deviations: readonly number[];
}

export interface DeclaredClasses {
  readonly parts: readonly ClassPart[];
}

export const mostClasses = 20;
export const mostColumns = 20;

/** Declared records with weights of sum 1. */
export interface ClassesTruth extends DeclaredClasses {
  readonly domain: readonly Interval[];
  readonly classCount: number;
}

/**
 * Declared records of classes on a domain, moved into it.
 *
 * @param classCount C ≥ 2 for a boundary; one more than the largest class if absent
 * @throws {ParameterError} unless there are one to five parts of classes below 20, each with a positive weight, a
 * finite mean and a deviation of at least a thousandth of the domain for each column
 */
export function classesOn({ parts }: DeclaredClasses, domain: readonly Interval[], classCount?: number): ClassesTruth {
  if (!(parts.length >= 1 && parts.length <= mostParts))
    throw new ParameterError("parts.length", parts.length, `from 1 to ${mostParts}`);
  const total = parts.reduce((sum, { weight }, j) => sum + checkPositive(`parts[${j}].weight`, weight), 0);
  const most = classCount ?? mostClasses;
  const checked = parts.map(({ of, weight, means, deviations }, j) => {
    if (!(Number.isInteger(of) && of >= 0 && of < most))
      throw new ParameterError(`parts[${j}].of`, of, `an integer from 0 to ${most - 1}`);
    checkAllFinite(`parts[${j}].means`, checkLength(`parts[${j}].means`, means, domain.length));
    checkLength(`parts[${j}].deviations`, deviations, domain.length);
    deviations.forEach((deviation, k) => {
      const [lower, upper] = domain[k]!;
      if (!(deviation >= (upper - lower) / 1e3 && deviation < Infinity))
        throw new ParameterError(`parts[${j}].deviations[${k}]`, deviation, "finite, at least 1/1000 of the domain");
    });
    return { of, weight: weight / total, means, deviations };
  });
  return { domain, parts: checked, classCount: classCount ?? Math.max(...parts.map(({ of }) => of)) + 1 };
}

/** Independent records. @param random for each record a uniform number and a normal a column */
export function drawnClasses(truth: ClassesTruth, count: number, random: RandomSource): ClassifiedRecords {
  const p = truth.domain.length;
  const coordinates = new Float64Array(count * p);
  const classOf = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let rest = random.uniform();
    const part = truth.parts.find(({ weight }) => (rest -= weight) <= 0) ?? truth.parts.at(-1)!;
    classOf[i] = part.of;
    for (let k = 0; k < p; k++) coordinates[i * p + k] = part.means[k]! + part.deviations[k]! * random.normal();
  }
  return { points: { dimension: p, coordinates }, classOf, classCount: truth.classCount };
}

/**
 * Records of two columns in fixed places that stand for infinitely many: of each part its share, at normal quantiles of a
 * sequence of low discrepancy.
 *
 * @see Roberts (2018), "The unreasonable effectiveness of quasirandom sequences", for the R₂ sequence
 */
export function evenClasses(truth: ClassesTruth, count: number): ClassifiedRecords {
  const plastic = 1.324717957244746;
  const rows = truth.parts.flatMap(({ of, weight, means, deviations }) =>
    Array.from({ length: Math.max(1, Math.round(count * weight)) }, (_, i) => ({
      of,
      at: [0, 1].map((k) => means[k]! + deviations[k]! * normalQuantile((0.5 + (i + 1) / plastic ** (k + 1)) % 1)),
    })),
  );
  return {
    points: { dimension: 2, coordinates: Float64Array.from(rows.flatMap(({ at }) => at)) },
    classOf: Float64Array.from(rows, ({ of }) => of),
    classCount: truth.classCount,
  };
}

/**
 * Mass of the parts of a class in the cells around the points of a grid of the unit square, the first axis fastest; cells at an
 * end reach to infinity.
 */
export function cellMasses({ parts, domain }: ClassesTruth, ofClass: (of: number) => boolean, axis: GridAxis) {
  const places = gridCoordinates(axis);
  const m = places.length;
  const masses = new Float64Array(m * m);
  for (const { of, weight, means, deviations } of parts) {
    if (!ofClass(of)) continue;
    const [along, up] = domain.map(([lower, upper], k) =>
      places.map((place, i) => {
        const edge = (share: number) => (lower + share * (upper - lower) - means[k]!) / deviations[k]!;
        const before = i === 0 ? -Infinity : edge((places[i - 1]! + place) / 2);
        return normalMass(before, i === m - 1 ? Infinity : edge((place + places[i + 1]!) / 2));
      }),
    ) as [Float64Array, Float64Array];
    up.forEach((b, j) => along.forEach((a, i) => (masses[i + m * j]! += weight * a * b)));
  }
  return masses;
}
