import { ParameterError } from "../../core/errors.ts";
import { deltaOf, type PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import type { Mechanism } from "../../core/privacy/mechanisms/mechanism.ts";

export interface BudgetInForce extends PrivacyBudget {
  readonly mechanism: Mechanism;
  /** Noise for sensitivity 1: σ/Δ, or the Laplace scale over Δ₁. */
  readonly multiplier: number;
  readonly loss: PrivacyLoss;
  /** At ε; at most the requested δ. */
  readonly deltaAchieved: number;
}

export function calibrate(
  { epsilon, delta, calibration }: PrivacyBudget,
  mechanism: Mechanism,
): BudgetInForce | ParameterError {
  try {
    const multiplier = mechanism.multiplierOf({ epsilon, delta, calibration });
    const loss = mechanism.lossOf(multiplier);
    return { epsilon, delta, calibration, mechanism, multiplier, loss, deltaAchieved: deltaOf(loss, epsilon) };
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
}

/**
 * The last accepted budget. A change calibrates once, whoever asks.
 *
 * @returns from the current budget to the one in force, with the reason of a refusal
 */
export function createBudgetInForce(): (
  budget: PrivacyBudget,
  mechanism: Mechanism,
) => { readonly inForce: BudgetInForce; readonly refused: ParameterError | undefined } {
  let last: { readonly asked: Asked; readonly answer: Answer } | undefined;
  return ({ epsilon, delta, calibration }, mechanism) => {
    const asked = { epsilon, delta, calibration, mechanism };
    if (last && isSame(last.asked, asked)) return last.answer;
    const calibrated = calibrate(asked, mechanism);
    const answer =
      calibrated instanceof ParameterError
        ? { inForce: usable(last?.answer.inForce, mechanism), refused: calibrated }
        : { inForce: calibrated, refused: undefined };
    last = { asked, answer };
    return answer;
  };
}

interface Answer {
  readonly inForce: BudgetInForce;
  readonly refused: ParameterError | undefined;
}

type Asked = PrivacyBudget & { readonly mechanism: Mechanism };

function isSame(a: Asked, b: Asked): boolean {
  return (
    a.epsilon === b.epsilon && a.delta === b.delta && a.calibration === b.calibration && a.mechanism === b.mechanism
  );
}

/** The previous budget under the current mechanism, else a usual one. */
function usable(before: BudgetInForce | undefined, mechanism: Mechanism): BudgetInForce {
  if (before?.mechanism === mechanism) return before;
  const calibrated = before && calibrate(before, mechanism);
  if (calibrated && !(calibrated instanceof ParameterError)) return calibrated;
  return calibrate({ epsilon: 1, delta: 1e-5, calibration: "analytic" }, mechanism) as BudgetInForce;
}
