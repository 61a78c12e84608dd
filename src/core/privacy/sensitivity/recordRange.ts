import { checkFinite, checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";

/** Public ranges of the p entries of a record; not taken from the records (errata K9). */
export interface RecordRange {
  /** Shape (p,). */
  readonly lower: ArrayLike<number>;
  /** Shape (p,), nowhere below `lower`. */
  readonly upper: ArrayLike<number>;
}

export function unitRange(p: number): RecordRange {
  return { lower: new Float64Array(p), upper: new Float64Array(p).fill(1) };
}

interface RecordSensitivity {
  /** √Σ(upperⱼ − lowerⱼ)². */
  readonly l2: number;
  /** Σ(upperⱼ − lowerⱼ). */
  readonly l1: number;
}

/**
 * Sensitivity of a table to the replacement of one record, rounded up.
 *
 * @throws {ParameterError} if a bound is not finite, the bounds differ in number, or a lower one exceeds an upper one
 */
export function recordSensitivity({ lower, upper }: RecordRange): RecordSensitivity {
  const p = checkPositiveInteger("lower.length", lower.length);
  checkLength("upper", upper, p);
  let largest = 0;
  const sides = Float64Array.from(lower, (low, j) => {
    const high = checkFinite(`upper[${j}]`, upper[j]!);
    if (!(checkFinite(`lower[${j}]`, low) <= high)) throw new ParameterError(`upper[${j}]`, high, `at least ${low}`);
    largest = Math.max(largest, high - low);
    return high - low;
  });
  if (!(largest > 0)) throw new ParameterError("upper", "lower", "above lower for at least one entry");
  const up = 1 + (p + 3) * Number.EPSILON;
  const l1 = sides.reduce((sum, side) => sum + side, 0) * up;
  const l2 = largest * Math.sqrt(sides.reduce((sum, side) => sum + (side / largest) ** 2, 0)) * up;
  return { l1, l2 };
}

export function clipToRange({
  coordinates,
  lower,
  upper,
}: RecordRange & { readonly coordinates: Float64Array }): Float64Array {
  recordSensitivity({ lower, upper });
  const p = lower.length;
  checkLength("coordinates", coordinates, Math.floor(coordinates.length / p) * p);
  return coordinates.map((x, k) =>
    Math.min(upper[k % p]!, Math.max(lower[k % p]!, checkFinite(`coordinates[${k}]`, x))),
  );
}
