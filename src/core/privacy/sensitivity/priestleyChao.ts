import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { latticeBumps } from "./bumps/latticeBumps.ts";
import type { LatticeSensitivity } from "./bumps/latticeSensitivity.ts";
import { representableBound } from "../../representableBound.ts";

interface ClippedPriestleyChao {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** b > 0, in units of the inputs */
  readonly bandwidth: number;
  /** c > 0: gaps are clipped at c/n */
  readonly gapFactor: number;
  /** B > 0, bound on the responses */
  readonly labelBound: number;
  /** s > 0, length of a public interval that holds every possible input. */
  readonly side?: number;
}

/**
 * Sensitivity in the supremum norm of priestleyChao with gaps clipped at g = c/n and the normal density as kernel, for
 * one replaced record,
 *
 *     S = 4Bg sup K / b = 4Bc / (nb√(2π)),   with s/2 in place of a larger g.
 *
 * @see docs/proofs/sensitivities.md, Lemma 7; Aldà & Rubinstein (2017), section 6; errata A6
 */
export function clippedPriestleyChaoSensitivity(parameters: ClippedPriestleyChao): number {
  return representableBound(4 * largestTerm(parameters) * up);
}

/**
 * Sensitivities of the values of priestleyChao on the lattice of k + 1 points of an interval. With sup ‖φ‖ of bumps
 * φ(x) = (K((p − x)/b))_p,
 *
 *     Δ₁ = 4 (gB/b) sup ‖φ‖₁,   Δ₂ = 4 (gB/b) sup ‖φ‖₂.
 *
 * @param side > 0, of the public interval of inputs, which the lattice spans
 * @param degree k ≥ 1
 */
export function latticePriestleyChaoSensitivity({
  degree,
  ...parameters
}: ClippedPriestleyChao & { readonly side: number; readonly degree: number }): LatticeSensitivity {
  const four = 4 * largestTerm(parameters) * up;
  const { mass, square } = latticeBumps({ degree, deviation: parameters.bandwidth / parameters.side });
  return { l1: representableBound(four * mass), l2: representableBound(four * Math.sqrt(square)) };
}

const up = 1 + 1e-12;

/** gB sup K / b, with g at most half the side. */
function largestTerm({ recordCount, bandwidth, gapFactor, labelBound, side }: ClippedPriestleyChao): number {
  const widest = checkPositive("gapFactor", gapFactor) / checkPositiveInteger("recordCount", recordCount);
  const gap = side === undefined ? widest : Math.min(widest, checkPositive("side", side) / 2);
  const b = checkPositive("bandwidth", bandwidth);
  return (checkPositive("labelBound", labelBound) * gap) / (b * Math.sqrt(2 * Math.PI));
}
