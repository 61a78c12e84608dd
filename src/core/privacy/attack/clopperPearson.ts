import { checkOpenUnit, checkPositiveInteger } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";

/**
 * Exact lower confidence bound on a probability after `hits` of `count` independent trials: the p with P(X ≥ hits) =
 * error.
 *
 * @param hits from 0 to count
 * @param count n ≥ 1
 * @param error in (0, 1)
 * @see Clopper & Pearson (1934), Biometrika 26:404–413
 */
export function lowerBound(hits: number, count: number, error: number): number {
  checkPositiveInteger("count", count);
  checkOpenUnit("error", error);
  if (hits === 0) return 0;
  return root((p) => regularisedBeta(p, hits, count - hits + 1) < error);
}

/** Exact upper confidence bound: the p with P(X ≤ hits) = error. @throws {ParameterError} as `lowerBound` */
export function upperBound(hits: number, count: number, error: number): number {
  return 1 - lowerBound(count - hits, count, error);
}

function root(isBelow: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** I_x(a, b) = P(X ≥ a) of a + b − 1 trials of probability x, by Lentz' continued fraction. */
function regularisedBeta(x: number, a: number, b: number): number {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(1 - x, b, a);
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x) - Math.log(a),
  );
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-14) return front * value;
  }
  throw new NumericalError("the continued fraction has not converged");
}

function logGamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < 20; y++) shift += Math.log(y);
  const z = 1 / (y * y);
  const series = (1 / 12 - z * (1 / 360 - z * (1 / 1260 - z / 1680))) / y;
  return (y - 0.5) * Math.log(y) - y + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
