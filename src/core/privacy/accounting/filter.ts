import { checkNonNegative, checkUnit } from "../../checks.ts";
import { decimalOf } from "../../decimals.ts";
import { gaussianOfPure } from "./composition.ts";

/** Cost of one release of the records. */
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
  /** p, 0 if absent: the guarantee holds outside an event of this probability. */
  readonly failure?: number;
  /** δ paid separately, 0 if absent, as by propose-test-release. */
  readonly delta?: number;
};

/** Joint cost of several releases, rounded up. */
export interface Spending {
  /** Σμ_i² */
  readonly squaredMu: number;
  /** Σp_i */
  readonly failure: number;
  /** Σδ_i */
  readonly delta: number;
}

/**
 * Σμ_i², with μ = 2Φ⁻¹(e^ε/(1 + e^ε)) of purely private releases, Σp_i and Σδ_i.
 *
 * @throws {ParameterError}
 */
export function spendingOf(costs: readonly Cost[]): Spending {
  const sums = { squaredMu: 0, failure: 0, delta: 0 };
  costs.forEach((cost, i) => {
    if (cost.kind === "gaussian") checkNonNegative(`costs[${i}].mu`, cost.mu);
    const mu = muOf(cost);
    sums.squaredMu += mu * mu;
    sums.failure += checkUnit(`costs[${i}].failure`, cost.failure ?? 0);
    sums.delta += checkUnit(`costs[${i}].delta`, cost.delta ?? 0);
  });
  const up = 1 + 2 * (costs.length + 1) * 2 ** -53;
  return { squaredMu: sums.squaredMu * up, failure: sums.failure * up, delta: sums.delta * up };
}

/** Budget declared before the first release. */
export interface Budget {
  readonly mu: number;
  /** Largest Σp. */
  readonly failure: number;
  /** Largest Σδ paid separately. */
  readonly delta: number;
}

/**
 * True if the next release fits: Σμ_i² ≤ μ², Σp_i ≤ p and Σδ_i ≤ δ with it included, compared exactly, δ and δ_i as
 * typed decimals. All that pass are together μ-GDP but for p and δ, even if chosen after earlier results.
 *
 * @throws {ParameterError}
 * @see docs/proofs/typedBudget.md; Smith & Thakurta (2022), arXiv 2210.17520, on fully adaptive composition
 */
export function fitsBudget(budget: Budget, spent: readonly Cost[], next: Cost): boolean {
  const { mu, failure, delta } = budget;
  checkNonNegative("budget.mu", mu);
  checkUnit("budget.failure", failure);
  checkUnit("budget.delta", delta);
  const costs = [...spent, next];
  spendingOf(costs);
  return (
    sum(costs, (cost) => exactly(muOf(cost)) ** 2n) <= exactly(mu) ** 2n &&
    sum(costs, (cost) => exactly(cost.failure ?? 0)) <= exactly(failure) &&
    sum(costs, (cost) => decimalOf(cost.delta ?? 0)) <= decimalOf(delta)
  );
}

function muOf(cost: Cost): number {
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

/**
 * Largest μ of a next Gaussian release within the budget, √(μ² − Σμ_i²) rounded down; 0 if none fits.
 *
 * @throws {ParameterError}
 */
export function muLeft(
  budget: Budget,
  spent: readonly Cost[],
  { failure = 0, delta = 0 }: Pick<Cost, "failure" | "delta"> = {},
): number {
  if (!fitsBudget(budget, spent, { kind: "gaussian", mu: 0, failure, delta })) return 0;
  const root = rootOf(exactly(budget.mu) ** 2n - sum(spent, (cost) => exactly(muOf(cost)) ** 2n));
  const surplus = Math.max(0, root.toString(2).length - 53);
  return Number(root >> BigInt(surplus)) * 2 ** (surplus - 1074);
}

/** ⌊√n⌋, by Newton's method from above. */
function rootOf(n: bigint): bigint {
  if (n === 0n) return 0n;
  let root = 1n << BigInt(Math.ceil(n.toString(2).length / 2));
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
