import type { LatticeLaw } from "../../src/core/bernstein/latticeLaw.ts";
import type { PolynomialChoice } from "../../src/core/bernstein/polynomialChoice.ts";

/** A polynomial whose degree and order are set by hand. */
export const byHand = (law: LatticeLaw, degree: number, iterations: number): PolynomialChoice => ({
  law,
  size: { kind: "byHand", degree, iterations },
});

/** One whose degree and order follow from the budget. */
export const automatic = (law: LatticeLaw, epsilon: number): PolynomialChoice => ({
  law,
  size: { kind: "automatic", epsilon, delta: law === "laplace" ? 0 : 1e-5 },
});
