import { checkOpenUnit, checkPositive, checkPositiveInteger, checkUnit } from "../../checks.ts";

/**
 * Error of every (ε, δ)-private release on some data set, with probability above 1 − coverage,
 *
 *     rS/2 for the largest r ≤ n with coverage > (1 + δ_r)/(1 + e^(−rε)),   δ_r = δ(1 − e^(−rε))/(e^ε − 1),
 *
 * and 0 if r = 1 does not qualify.
 *
 * @param sensitivity S > 0, in the supremum norm, attained by r replacements as rS
 * @param recordCount n ≥ 1
 * @param epsilon ε > 0
 * @param delta 0 ≤ δ < 1
 * @param coverage in (0, 1)
 * @see docs/proofs/accounting.md, Lemma 7; Aldà & Rubinstein (2017), Theorem 8
 */
export function releaseLowerBound({
  sensitivity,
  recordCount,
  epsilon,
  delta,
  coverage,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly coverage: number;
}): number {
  const S = checkPositive("sensitivity", sensitivity);
  const n = checkPositiveInteger("recordCount", recordCount);
  checkPositive("epsilon", epsilon);
  checkUnit("delta", delta);
  checkOpenUnit("coverage", coverage);
  const holds = (r: number) => {
    const group = (-delta * Math.expm1(-r * epsilon)) / Math.expm1(epsilon);
    return coverage > (1 + group) / (1 + Math.exp(-r * epsilon));
  };
  let [low, high] = [0, n];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return (low * S) / 2;
}
