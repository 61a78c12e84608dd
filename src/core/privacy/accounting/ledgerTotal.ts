import { checkOpenUnit } from "../../checks.ts";
import { addedFailure } from "../calibration/claim.ts";
import { composedEpsilon, type Losses } from "./composition.ts";
import { spendingOf, type Cost, type Spending } from "./filter.ts";
import { budgetOf, costsOf, type Ledger } from "./ledger.ts";

interface LedgerTotal {
  readonly releaseCount: number;
  readonly spending: Spending;
  /** √Σμ² of what is not paid purely; within a budget also for costs chosen after earlier results. */
  readonly mu: number;
  /** An ε at δ for that μ, the pure part and the failures; ∞ if δ does not cover them. Σε_i if all are pure. */
  readonly epsilon: number;
  /** ε at the given δ by exact composition, if all costs were fixed in advance. */
  readonly epsilonIfFixedInAdvance: number;
}

/**
 * Joint cost of all releases of a ledger, and of `next`.
 *
 * @param delta 0 < δ < 1
 */
export function ledgerTotal(
  { entries, budgets }: Pick<Ledger, "entries" | "budgets">,
  { delta, next }: { readonly delta: number; readonly next?: Cost },
): LedgerTotal {
  const costs = next === undefined ? costsOf(entries) : [...costsOf(entries), next];
  return totalOf(costs, delta, budgetOf({ budgets })?.pureEpsilon);
}

/** Joint cost of releases, of which pure ones up to `pureEpsilon` count by their ε. */
export function totalOf(costs: readonly Cost[], delta: number, pureEpsilon = 0): LedgerTotal {
  checkOpenUnit("delta", delta);
  const isPure = costs.every(({ kind }) => kind === "pure");
  const spending = spendingOf(costs, isPure ? Infinity : pureEpsilon);
  const mu = Math.sqrt(spending.squaredMu) * (1 + 2 ** -51);
  const gaussian = costs.filter((cost) => cost.kind === "gaussian").reduce((sum, cost) => sum + cost.mu * cost.mu, 0);
  const pureEpsilons = costs.flatMap((cost) => (cost.kind === "pure" ? [cost.epsilon] : []));
  const fixed = { mu: Math.sqrt(gaussian) * (1 + (costs.length + 4) * 2 ** -52), pureEpsilons };
  return {
    releaseCount: costs.length,
    spending,
    mu,
    epsilon: leastEpsilon(spending, delta, { mu, pureEpsilons: [spending.pureEpsilon] }),
    epsilonIfFixedInAdvance: leastEpsilon(spending, delta, fixed),
  };
}

/** An ε at which losses with their failures are (ε, δ)-private. */
function leastEpsilon({ failure, delta: paid }: Spending, delta: number, losses: Losses): number {
  const left = (delta - paid) * (1 - 2 ** -50);
  for (let share = failure === 0 ? 0 : 2 ** -40; share < 1; share *= 2) {
    if (!(left > 0)) break;
    const epsilon = composedEpsilon({ delta: left * (1 - share), ...losses });
    const added = addedFailure({ epsilon: Math.min(epsilon, Number.MAX_VALUE), failure });
    if (added <= left * share) return epsilon;
    while (share < 1 && added > 2 * left * share) share *= 2;
  }
  return Infinity;
}
