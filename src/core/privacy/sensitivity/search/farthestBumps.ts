import { onFirstUse } from "../../../remember.ts";
import type { Rows } from "../../../linalg/smallMatrix.ts";
import { productBumpPairs, type BumpPairs } from "./bumpPairs.ts";
import { correlatedBumpPairs } from "./correlatedBumpPairs.ts";
import { farthestMet, farthestPairBound } from "./farthestPair.ts";
import { farthestProductBound } from "./farthestProducts.ts";
import { farthestProductSquareBound } from "./farthestProductSquares.ts";
import { narrowestBump } from "../bumps/latticeBumps.ts";
import { lazySensitivity, type LatticeSensitivity } from "../bumps/latticeSensitivity.ts";

interface BumpsInBox {
  /** H, d × d symmetric positive definite, in squared data units */
  readonly bandwidthMatrix: Rows;
  /** s_j > 0, shape (d,) */
  readonly boxSides: readonly number[];
  /** k ≥ 1 */
  readonly degree: number;
}

/**
 * Bounds on ‖φ(a) − φ(b)‖₁ and ‖·‖₂ over all pairs of bumps in the box, by branch and bound.
 *
 * @param roundoff θ: relative error of the bandwidth matrix
 * @param apart known bounds, which the result does not exceed
 */
export function farthestBumps(
  { bandwidthMatrix, boxSides, degree }: BumpsInBox,
  roundoff: number,
  apart: LatticeSensitivity,
): LatticeSensitivity {
  const once = onFirstUse(() => {
    const pairs = bumpPairs(bandwidthMatrix, boxSides, degree, roundoff);
    return { pairs, seeds: pairs ? likelyPairs(boxSides.length, degree).map(pairs.placesOf) : [] };
  });
  const searched = (norm: "inL1" | "squaredInL2", ceiling: number, within: number): number => {
    const { pairs, seeds } = once();
    if (!pairs) return ceiling;
    const { deviations, rows } = pairs;
    const mostValues = Math.min(16_000, Math.ceil(3.5e6 / rows));
    if (deviations) {
      const met = farthestMet(pairs[norm], seeds);
      if (met * (1 + 1.2 * within) >= ceiling) return ceiling;
      const search = norm === "inL1" ? farthestProductBound : farthestProductSquareBound;
      const bound = search({ degree, deviations, met, within });
      if (bound !== undefined) return Math.min(ceiling, bound);
    }
    return farthestPairBound(pairs[norm], { mostValues, seeds, ceiling, within });
  };
  return lazySensitivity({
    l1: () => searched("inL1", apart.l1, 0.008),
    l2: () => Math.sqrt(searched("squaredInL2", apart.l2 ** 2, 0.016)),
  });
}

/** Undefined where `apart` is sharp. */
function bumpPairs(H: Rows, boxSides: readonly number[], degree: number, roundoff: number): BumpPairs | undefined {
  const d = H.length;
  const scaled = H.map((row, i) => row.map((value, j) => value / (boxSides[i]! * boxSides[j]!)));
  const deviations = scaled.map((row, j) => Math.sqrt(row[j]!));
  if (d === 1 || d > 3 || Math.min(...deviations) <= narrowestBump) return undefined;
  return scaled.every((row, i) => row.every((value, j) => i === j || value === 0))
    ? productBumpPairs({ degree, deviations })
    : correlatedBumpPairs({ degree, matrix: scaled, roundoff });
}

function likelyPairs(d: number, degree: number): number[][] {
  const seeds: number[][] = [];
  for (const share of [0, 0.2, 0.25, 0.3]) {
    for (let signs = 0; signs < 3 ** d; signs++) {
      const ofA = Array.from({ length: d }, (_, j) => 0.5 + ((Math.floor(signs / 3 ** j) % 3) - 1) * (0.5 - share));
      const centres = [...ofA, ...ofA.map((x) => 1 - x)];
      seeds.push(
        centres,
        centres.map((x) => Math.round(x * degree) / degree),
      );
    }
  }
  return seeds;
}
