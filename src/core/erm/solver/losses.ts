import { checkNonNegative, checkOpenUnit, checkPositive } from "../../checks.ts";

/** A convex loss ℓ(y, f). A record's dual variable b is in dualRange(y), the range of −∂ℓ/∂f. */
export interface Loss {
  readonly name: "hinge" | "logistic" | "huber" | "epsilonInsensitive" | "pinball" | "squared";
  /** M: |∂ℓ/∂f| ≤ M. */
  readonly lipschitz: number;
  /** Responses −1 or +1, or any real number. */
  readonly responses: "sign" | "real";
  /** ℓ(y, f). */
  value(response: number, prediction: number): number;
  /** −∂ℓ/∂f; at a kink, one of its values. */
  negativeSlope(response: number, prediction: number): number;
  /** ∂²ℓ/∂f² of a smooth loss; at a jump, one of its values. */
  curvature?(response: number, prediction: number): number;
  /** ℓ*(y, −b) = sup_f (−b f − ℓ(y, f)), for b in the dual range. */
  conjugate(response: number, dual: number): number;
  dualRange(response: number): readonly [lower: number, upper: number];
  /** w, if ℓ*(y, −b) = w|b| − y b on a bounded dual range: losses with kinks. */
  readonly kink?: number;
  /** Domain of M, if limited: |y| ≤ B, sup K and 1/λ at most those given. */
  readonly validFor?: { readonly responseBound: number; readonly kernelBound: number; readonly penalty: number };
}

/** Hinge loss, ℓ(y, f) = max(0, 1 − y f), y = ±1; M = 1. */
export const hingeLoss: Loss = {
  name: "hinge",
  lipschitz: 1,
  responses: "sign",
  value: (y, f) => Math.max(0, 1 - y * f),
  negativeSlope: (y, f) => (y * f < 1 ? y : 0),
  conjugate: (y, b) => -y * b,
  dualRange: (y) => (y > 0 ? [0, 1] : [-1, 0]),
  kink: 0,
};

/** Logistic loss, ℓ(y, f) = log(1 + exp(−y f)), y = ±1; M = 1. */
export const logisticLoss: Loss = {
  name: "logistic",
  lipschitz: 1,
  responses: "sign",
  value: (y, f) => Math.max(0, -y * f) + Math.log1p(Math.exp(-Math.abs(f))),
  negativeSlope: (y, f) => y * logistic(-y * f),
  curvature: (_, f) => logistic(f) * logistic(-f),
  conjugate: (_, b) => entropy(Math.abs(b)),
  dualRange: (y) => (y > 0 ? [0, 1] : [-1, 0]),
};

/**
 * ℓ(y, f) = r²/2 for |r| ≤ t, and t|r| − t²/2 beyond, r = y − f; M = t.
 *
 * @param threshold t > 0, in units of the response
 */
export function huberLoss(threshold: number): Loss {
  const t = checkPositive("threshold", threshold);
  return {
    name: "huber",
    lipschitz: t,
    responses: "real",
    value: (y, f) => {
      const r = Math.abs(y - f);
      return r <= t ? (r * r) / 2 : t * r - (t * t) / 2;
    },
    negativeSlope: (y, f) => clamp(y - f, -t, t),
    curvature: (y, f) => (Math.abs(y - f) < t ? 1 : 0),
    conjugate: (y, b) => (b * b) / 2 - y * b,
    dualRange: () => [-t, t],
  };
}

/**
 * ℓ(y, f) = max(0, |y − f| − w); M = 1.
 *
 * @param width w ≥ 0, in units of the response
 */
export function epsilonInsensitiveLoss(width: number): Loss {
  const w = checkNonNegative("width", width);
  return {
    name: "epsilonInsensitive",
    lipschitz: 1,
    responses: "real",
    value: (y, f) => Math.max(0, Math.abs(y - f) - w),
    negativeSlope: (y, f) => (y - f > w ? 1 : f - y > w ? -1 : 0),
    conjugate: (y, b) => w * Math.abs(b) - y * b,
    dualRange: () => [-1, 1],
    kink: w,
  };
}

/**
 * ℓ(y, f) = q r for r = y − f ≥ 0, and (q − 1) r below, whose minimiser estimates the q-quantile. M = max(q, 1 − q).
 *
 * @param quantile 0 < q < 1
 */
export function pinballLoss(quantile: number): Loss {
  const q = checkOpenUnit("quantile", quantile);
  return {
    name: "pinball",
    lipschitz: Math.max(q, 1 - q),
    responses: "real",
    value: (y, f) => (y >= f ? q * (y - f) : (q - 1) * (y - f)),
    negativeSlope: (y, f) => (y > f ? q : y < f ? q - 1 : 0),
    conjugate: (y, b) => -y * b,
    dualRange: () => [q - 1, q],
    kink: 0,
  };
}

function clamp(value: number, lower: number, upper: number): number {
  return value < lower ? lower : value > upper ? upper : value;
}

function logistic(t: number): number {
  return t >= 0 ? 1 / (1 + Math.exp(-t)) : Math.exp(t) / (1 + Math.exp(t));
}

/** t log t + (1 − t) log(1 − t), 0 at 0 and 1. */
function entropy(t: number): number {
  return t > 0 && t < 1 ? t * Math.log(t) + (1 - t) * Math.log1p(-t) : 0;
}
