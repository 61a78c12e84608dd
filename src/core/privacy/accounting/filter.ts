import { checkNonNegative, checkUnit } from "../../checks.ts";
import { decimalOf } from "../../decimals.ts";
import { gaussianOfPure } from "./composition.ts";

export type Cost = (
  | {
      readonly kind: "gaussian";
      readonly mu: number;
    }
  | {
      readonly kind: "pure";
      readonly epsilon: number;
    }
) & {
  /** p, 0 if absent: probability that the guarantee fails. */
  readonly failure?: number;
  /** δ paid separately, 0 if absent, as by propose-test-release. */
  readonly delta?: number;
};

/** Joint cost, rounded up. */
export interface Spending {
  /** Σμ_i² of what is not paid purely */
  readonly squaredMu: number;
  /** Σε_i of what is paid purely */
  readonly pureEpsilon: number;
  /** Σp_i */
  readonly failure: number;
  /** Σδ_i */
  readonly delta: number;
}

/**
 * Σε_i of what is paid purely; Σμ_i² of the rest; Σp_i and Σδ_i.
 *
 * @param pureEpsilon largest Σε_i that is paid purely
 */
export function spendingOf(costs: readonly Cost[], pureEpsilon = 0): Spending {
  const sums = { squaredMu: 0, pureEpsilon: 0, failure: 0, delta: 0 };
  const isPaid = paidPurely(costs, pureEpsilon);
  costs.forEach((cost, i) => {
    if (cost.kind === "gaussian") checkNonNegative(`costs[${i}].mu`, cost.mu);
    if (cost.kind === "pure" && isPaid[i]) sums.pureEpsilon += cost.epsilon;
    else sums.squaredMu += muOf(cost) ** 2;
    sums.failure += checkUnit(`costs[${i}].failure`, cost.failure ?? 0);
    sums.delta += checkUnit(`costs[${i}].delta`, cost.delta ?? 0);
  });
  const up = 1 + 2 * (costs.length + 1) * 2 ** -53;
  return {
    squaredMu: sums.squaredMu * up,
    pureEpsilon: sums.pureEpsilon * up,
    failure: sums.failure * up,
    delta: sums.delta * up,
  };
}

/** True for costs paid by ε: pure ones, in order, while Σε_i ≤ `pureEpsilon` in decimals. */
export function paidPurely(costs: readonly Cost[], pureEpsilon: number): readonly boolean[] {
  let left = pureEpsilon < Infinity ? decimalOf(pureEpsilon) : undefined;
  return costs.map((cost, i) => {
    if (cost.kind === "gaussian") return false;
    checkNonNegative(`costs[${i}].epsilon`, cost.epsilon);
    if (left === undefined) return true;
    const after = left - decimalOf(cost.epsilon);
    if (after < 0n) return false;
    left = after;
    return true;
  });
}

/** Budget declared before the first release. */
export interface Budget {
  readonly mu: number;
  /** Largest Σε_i that is paid purely; 0 if absent. */
  readonly pureEpsilon?: number;
  /** Largest Σp. */
  readonly failure: number;
  /** Largest Σδ paid separately. */
  readonly delta: number;
}

/**
 * True if the next release fits: Σμ_i² ≤ μ², Σp_i ≤ p and Σδ_i ≤ δ with it, compared exactly, δ in decimals.
 *
 * Releases that pass lose together at most what a μ-GDP and an ε-private one do (`composedDelta`), outside an event of
 * probability p, up to δ, even if chosen adaptively.
 *
 * @see docs/proofs/typedBudget.md, on decimals; docs/proofs/accounting.md, Lemma 10; Smith & Thakurta (2022), Fully
 * adaptive composition for Gaussian differential privacy, arXiv 2210.17520
 */
export function fitsBudget(budget: Budget, spent: readonly Cost[], next: Cost): boolean {
  const { mu, pureEpsilon = 0, failure, delta } = budget;
  checkNonNegative("budget.mu", mu);
  checkNonNegative("budget.pureEpsilon", pureEpsilon);
  checkUnit("budget.failure", failure);
  checkUnit("budget.delta", delta);
  const costs = [...spent, next];
  spendingOf(costs);
  return (
    squaredMuOf(costs, pureEpsilon) <= exactly(mu) ** 2n &&
    sum(costs, (cost) => exactly(cost.failure ?? 0)) <= exactly(failure) &&
    sum(costs, (cost) => decimalOf(cost.delta ?? 0)) <= decimalOf(delta)
  );
}

/** Σμ_i² of what is not paid purely, in units of 2⁻²¹⁴⁸. */
function squaredMuOf(costs: readonly Cost[], pureEpsilon: number): bigint {
  const isPaid = paidPurely(costs, pureEpsilon);
  return costs.reduce((total, cost, i) => (isPaid[i] ? total : total + exactly(muOf(cost)) ** 2n), 0n);
}

export function muOf(cost: Cost): number {
  return cost.kind === "gaussian" ? cost.mu : gaussianOfPure(cost.epsilon);
}

function sum(costs: readonly Cost[], part: (cost: Cost) => bigint): bigint {
  return costs.reduce((total, cost) => total + part(cost), 0n);
}

/** A non-negative double in units of 2⁻¹⁰⁷⁴. */
function exactly(x: number): bigint {
  double[0] = x;
  const exponent = Number(bits[0]! >> 52n);
  const fraction = bits[0]! & ((1n << 52n) - 1n);
  return exponent === 0 ? fraction : (fraction | (1n << 52n)) << BigInt(exponent - 1);
}

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** Largest μ of a next Gaussian release within the budget, √(μ² − Σμ_i²) rounded down; 0 if none fits. */
export function muLeft(
  budget: Budget,
  spent: readonly Cost[],
  { failure = 0, delta = 0 }: Pick<Cost, "failure" | "delta"> = {},
): number {
  if (!fitsBudget(budget, spent, { kind: "gaussian", mu: 0, failure, delta })) return 0;
  const root = rootOf(exactly(budget.mu) ** 2n - squaredMuOf(spent, budget.pureEpsilon ?? 0));
  const surplus = Math.max(0, root.toString(2).length - 53);
  return Number(root >> BigInt(surplus)) * 2 ** (surplus - 1074);
}

/** Σε_i that is left of the pure part, rounded down. */
export function pureEpsilonLeft({ pureEpsilon = 0 }: Budget, spent: readonly Cost[]): number {
  return Math.max(0, pureEpsilon - spendingOf(spent, pureEpsilon).pureEpsilon);
}

function rootOf(n: bigint): bigint {
  if (n === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
