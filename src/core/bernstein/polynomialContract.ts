import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { PolynomialChoice, PolynomialSize } from "./polynomialChoice.ts";
import type { ProcessRelease } from "../release/release.ts";

/** Public. */
export interface PolynomialFacts {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly isAutomatic: boolean;
  readonly dimension: number;
  /** For which S and Δ are computed. */
  readonly recordsPerPerson: number;
  /** N = (k + 1)^ℓ */
  readonly valueCount: number;
  /** N S or √N S: the paper's calibration. */
  readonly valueByValueSensitivity: number;
  /** Δ₁ and Δ₂ with rounding. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** S */
  readonly pointwiseSensitivity: number;
  /** Λ^ℓ, bound on the amplification of lattice errors. */
  readonly amplification: number;
  /** Largest max |f − B^(h) f| over records. */
  readonly approximationBound: number;
  /** Deviation of the noise on the grid, as a share of the largest. */
  readonly shape: Float64Array;
  /** Deviations that hold the noise at a point with probability 0.95. */
  readonly pointwiseFactor: number;
}

export interface PolynomialRelease extends ProcessRelease {
  readonly recordCount: number;
  /** Private. */
  readonly clampedCount: number;
  readonly gridCounts: readonly number[];
  /** Δ of the lattice values, before rounding. */
  readonly exactSensitivity: number;
  readonly simultaneousQuantile: number;
  readonly isBandProved: boolean;
  readonly original: Float64Array;
  /** max |f_D − B^(h) f_D| on the grid. Private. */
  readonly approximationError: number;
  readonly polynomial: PolynomialFacts;
}

/** Ingredients of a private release of lattice values, public but for the estimate. */
export interface PolynomialTarget extends Pick<
  PolynomialFacts,
  "law" | "degree" | "iterations" | "dimension" | "amplification"
> {
  /** Δ of exact lattice values, as the law is calibrated. */
  readonly sensitivity: number;
  /** Nη or √N η, whatever the records. */
  readonly roundingError: number;
  /** Lattice values, first coordinate fastest. Private. */
  readonly values: () => Float64Array;
  /** The polynomial on the grid. */
  readonly onGrid: (lattice: Float64Array) => Float64Array;
  /** max Σ b_ν(y)² over the grid. */
  readonly largestSquare: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

export interface PolynomialPlan {
  sizeOf(choice: PolynomialChoice): PolynomialSize;
  /** @throws {ParameterError} if k and h exhaust double numbers */
  release(choice: PolynomialChoice, noise: NoiseRequest): PolynomialRelease;
  target(choice: PolynomialChoice): PolynomialTarget;
}
