import { significant } from "../core/numberFormats.ts";

const count = 61;

/** A level line. */
export function startOf(lower: number, upper: number): readonly number[] {
  const level = lower < 0 && upper > 0 ? 0 : lower;
  return Array.from({ length: count }, () => level);
}

interface Drawn {
  readonly index: number;
  readonly value: number;
}

/** Values with a straight line between two places. */
export function between(values: readonly number[], from: Drawn, to: Drawn): readonly number[] {
  const [left, right] = from.index <= to.index ? [from, to] : [to, from];
  return values.map((value, i) => {
    if (i < left.index || i > right.index) return value;
    if (i === to.index) return significant(to.value, 4);
    const share = (i - left.index) / (right.index - left.index);
    return significant(left.value + share * (right.value - left.value), 4);
  });
}

/** Places that keys move with the chosen one. */
const reach = 2;

/** Values raised at a place, and less beside it, within limits. */
export function raised(
  values: readonly number[],
  at: number,
  by: number,
  [lower, upper]: readonly [number, number],
): readonly number[] {
  return values.map((value, i) => {
    const weight = Math.exp(-((i - at) ** 2) / (2 * reach ** 2));
    if (weight < 0.01) return value;
    return significant(Math.min(upper, Math.max(lower, value + weight * by)), 4);
  });
}
