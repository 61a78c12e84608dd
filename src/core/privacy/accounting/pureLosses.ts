import { checkNonNegative } from "../../checks.ts";

export interface LossDistribution {
  readonly sums: Float64Array;
  readonly weights: Float64Array;
  /** Bound on a weight's error besides rounding: small ones are no normal doubles. */
  readonly least: number;
}

const mostSums = 2 ** 16;

/**
 * Law of Σ ±ε_i, each + with probability e^ε_i/(1 + e^ε_i): the worst privacy loss of purely private releases. Beyond
 * 2¹⁶ sums each ε_i is raised to a multiple of 2⁻¹⁶ Σε_i.
 *
 * @param epsilons ε_i ≥ 0
 * @see docs/proofs/accounting.md, Lemma 6
 */
export function pureLosses(epsilons: readonly number[]): LossDistribution {
  epsilons.forEach((epsilon, i) => checkNonNegative(`pureEpsilons[${i}]`, epsilon));
  const groups = countsOf(epsilons.filter((epsilon) => epsilon > 0));
  const sumCount = [...groups.values()].reduce((product, count) => product * (count + 1), 1);
  const law = sumCount <= mostSums ? productOf(groups) : onGrid(epsilons);
  return { ...law, least: 3 * (epsilons.length + 1) * Number.MIN_VALUE };
}

type Law = Omit<LossDistribution, "least">;

/** Probabilities of + and −, without e^ε, which may overflow. */
function chancesOf(epsilon: number): [plus: number, minus: number] {
  const odds = Math.exp(-epsilon);
  return [1 / (1 + odds), odds / (1 + odds)];
}

function countsOf(epsilons: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const epsilon of epsilons) counts.set(epsilon, (counts.get(epsilon) ?? 0) + 1);
  return counts;
}

function productOf(groups: ReadonlyMap<number, number>): Law {
  let sums = Float64Array.of(0);
  let weights = Float64Array.of(1);
  for (const [epsilon, count] of groups) {
    const pluses = binomial(count, ...chancesOf(epsilon));
    const [smaller, lighter] = [sums, weights];
    sums = new Float64Array(smaller.length * (count + 1));
    weights = new Float64Array(sums.length);
    smaller.forEach((sum, i) => {
      for (let plus = 0; plus <= count; plus++) {
        sums[i * (count + 1) + plus] = sum + (2 * plus - count) * epsilon;
        weights[i * (count + 1) + plus] = lighter[i]! * pluses[plus]!;
      }
    });
  }
  return { sums, weights };
}

/** Probabilities of 0, …, n successes. */
function binomial(n: number, success: number, failure: number): Float64Array {
  const law = new Float64Array(n + 1);
  law[0] = 1;
  for (let trials = 1; trials <= n; trials++) {
    for (let k = trials; k > 0; k--) law[k] = law[k]! * failure + law[k - 1]! * success;
    law[0] *= failure;
  }
  return law;
}

function onGrid(epsilons: readonly number[]): Law {
  const step = epsilons.reduce((sum, epsilon) => sum + epsilon, 0) / mostSums;
  const steps = epsilons.map((epsilon) => Math.ceil((epsilon / step) * (1 + 2 ** -50)));
  // The loss is (2t − T) steps, t the sum of steps with +.
  const total = steps.reduce((sum, count) => sum + count, 0);
  const weights = new Float64Array(total + 1);
  weights[0] = 1;
  let reached = 0;
  for (const count of steps) {
    const [plus, minus] = chancesOf(count * step);
    reached += count;
    for (let t = reached; t >= 0; t--) {
      weights[t] = weights[t]! * minus + (t >= count ? weights[t - count]! * plus : 0);
    }
  }
  return { sums: Float64Array.from(weights, (_, t) => (2 * t - total) * step), weights };
}
