import { rangesOf, type DualPoint } from "./dualPoint.ts";

/** For Newton's method, at values g that may differ from those of b. */
export interface LossSlopes {
  /** −ℓ′(yᵢ, g). */
  at(i: number, g: number): number;
  /** Weight of record i in the Hessian. */
  curvature(i: number, g: number): number;
  /** A linear model of −ℓ′ at g, less bᵢ. */
  excess(i: number, g: number): number;
}

export function smoothSlopes({ responses, loss }: DualPoint): LossSlopes {
  return {
    at: (i, g) => loss.negativeSlope(responses[i]!, g),
    curvature: (i, g) => loss.curvature!(responses[i]!, g),
    excess: () => 0,
  };
}

interface RoundedSlopes extends LossSlopes {
  /** μ > 0. */
  smoothing: number;
  freeCount(): number;
}

/**
 * The slopes of ℓ_μ, with kinks rounded over a width of μ: ℓ*(y, −b) = κ|b| − y b gets + μb²/2, and
 *
 *     −ℓ_μ′(y, g) = (r ∓ κ)/μ, moved into the dual range, for r = y − g beyond ±κ; 0 between.
 *
 * Free records, with a weight of 1/μ, have b inside a piece of the range.
 */
export function roundedSlopes(state: DualPoint): RoundedSlopes {
  const { responses, loss, dual } = state;
  const kink = loss.kink!;
  const { lower, upper } = rangesOf(state);
  let smoothing = 1;
  const unbounded = (i: number, g: number): number => {
    const r = responses[i]! - g;
    return (r > kink ? r - kink : r < -kink ? r + kink : 0) / smoothing;
  };
  const isFree = (i: number): boolean => dual[i]! > lower[i]! && dual[i]! < upper[i]! && (kink === 0 || dual[i] !== 0);
  return {
    get smoothing() {
      return smoothing;
    },
    set smoothing(to) {
      smoothing = to;
    },
    freeCount: () => dual.reduce((count, _, i) => count + (isFree(i) ? 1 : 0), 0),
    at: (i, g) => Math.min(upper[i]!, Math.max(lower[i]!, unbounded(i, g))),
    curvature: (i) => (isFree(i) ? 1 / smoothing : 0),
    excess: (i, g) => (responses[i]! - Math.sign(kink === 0 ? 0 : dual[i]!) * kink - g) / smoothing - dual[i]!,
  };
}
