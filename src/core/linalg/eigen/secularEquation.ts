import { NumericalError } from "../../errors.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";

/** 1/β + Σ wᵢ / (pᵢ − λ) = 0 with poles in increasing order and positive weights, both in one memory. */
interface SecularEquation {
  readonly arithmetic: Arithmetic;
  readonly memory: Float64Array;
  readonly poles: number;
  readonly weights: number;
  readonly count: number;
  readonly totalWeight: number;
  readonly inverseRho: number;
  /** Four doubles of scratch. */
  readonly scratch: number;
}

/** λ = origin + shift, origin the pole nearest to λ, so that (pᵢ − origin) − shift is accurate for every pole. */
interface SecularRoot {
  readonly origin: number;
  readonly shift: number;
}

const mostSteps = 100;

/**
 * Root j of a secular equation: between poles j and j + 1, or beyond the last. Each step replaces all poles by one on
 * either side of the root; a step out of the bracket is replaced by its middle.
 *
 * @throws {NumericalError} if the iteration does not converge
 * @see Bunch, Nielsen & Sorensen (1978), Numerische Mathematik 31:31–48, section 3
 */
export function secularRoot(equation: SecularEquation, j: number): SecularRoot {
  const { arithmetic, memory, poles, weights, count, totalWeight, inverseRho, scratch } = equation;
  const isLast = j + 1 === count;
  const lower = memory[poles + j]!;
  const width = isLast ? totalWeight / inverseRho : memory[poles + j + 1]! - lower;
  const wLower = memory[weights + j]!;
  const wUpper = isLast ? 0 : memory[weights + j + 1]!;
  const leftSide = (origin: number, shift: number): number => {
    arithmetic.poleSums({ poles, weights, count, split: j + 1, origin, shift, out: scratch });
    return inverseRho + memory[scratch]! + memory[scratch + 2]!;
  };

  const middle = leftSide(lower, width / 2);
  const isNearLower = isLast || middle >= 0;
  const origin = isNearLower ? lower : memory[poles + j + 1]!;
  let low = isNearLower ? 0 : -width / 2;
  let high = isNearLower ? (isLast ? width : width / 2) : 0;
  let shift = firstGuess({ others: middle + (2 * (wLower - wUpper)) / width, wLower, wUpper, width, isNearLower });

  const rounding = 2 ** -53 * (8 + Math.sqrt(count));
  for (let step = 0; step < mostSteps; step++) {
    if (!(shift > low && shift < high)) shift = (low + high) / 2;
    const value = leftSide(origin, shift);
    const below = memory[scratch]!;
    const above = memory[scratch + 2]!;
    if (Math.abs(value) <= rounding * (inverseRho - below + above)) return { origin, shift };
    if (value < 0) low = shift;
    else high = shift;
    const belowSlope = memory[scratch + 1]!;
    const aboveSlope = memory[scratch + 3]!;
    const toLower = isNearLower ? -shift : -width - shift;
    const move = isLast
      ? (value * toLower) / (value - belowSlope * toLower)
      : moveBetween({ value, belowSlope, aboveSlope, toLower, toUpper: isNearLower ? width - shift : -shift });
    const next = shift + (value * move < 0 ? move : -value / (belowSlope + aboveSlope));
    if (next === shift || !((low + high) / 2 > low && (low + high) / 2 < high)) return { origin, shift };
    shift = next;
  }
  throw new NumericalError(`root ${j} of a secular equation with ${count} poles did not converge`);
}

/** Root of others − wLower/x + wUpper/(width − x) = 0 for x in (0, width), as a distance from the nearer pole. */
function firstGuess({
  others,
  wLower,
  wUpper,
  width,
  isNearLower,
}: {
  readonly others: number;
  readonly wLower: number;
  readonly wUpper: number;
  readonly width: number;
  readonly isNearLower: boolean;
}): number {
  if (isNearLower) return smallerRoot(others, others * width + wLower + wUpper, wLower * width);
  return -smallerRoot(-others, -others * width + wLower + wUpper, wUpper * width);
}

/** Move that cancels values and slopes of two poles. */
function moveBetween({
  value,
  belowSlope,
  aboveSlope,
  toLower,
  toUpper,
}: {
  readonly value: number;
  readonly belowSlope: number;
  readonly aboveSlope: number;
  readonly toLower: number;
  readonly toUpper: number;
}): number {
  const a = (toLower + toUpper) * value - toLower * toUpper * (belowSlope + aboveSlope);
  return smallerRoot(value - toLower * belowSlope - toUpper * aboveSlope, a, toLower * toUpper * value);
}

/** The root (a − √(a² − 4bc)) / 2c of cx² − ax + b, without cancellation. */
function smallerRoot(c: number, a: number, b: number): number {
  const root = Math.sqrt(Math.abs(a * a - 4 * b * c));
  return a <= 0 ? (a - root) / (2 * c) : (2 * b) / (a + root);
}
