import type { GridAxis } from "../grids.ts";
import type { AttackedFunction } from "../release/attacking.ts";
import { noiseLawOf } from "./latticeLaw.ts";
import type { PolynomialTarget } from "./polynomialContract.ts";

/**
 * A polynomial as an attacker meets it: its N values on the lattice, with independent noise. By Theorem 7 its scale is that
 * of √N S, and ‖f′ − f‖₁ is at most N S.
 *
 * @see Aldà & Rubinstein (2017), Algorithm 1; docs/proofs/composedLaplace.md
 */
export function attackedPolynomial(target: PolynomialTarget, axes: readonly GridAxis[]): AttackedFunction {
  const { law, sensitivity: unit, values, onGrid } = target;
  const numbers = values();
  const sensitivity = law === "composedLaplace" ? Math.sqrt(numbers.length) * unit : unit;
  return { numbers, law: noiseLawOf(law), sensitivity, unit, shownOf: onGrid, axes };
}
