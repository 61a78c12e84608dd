import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { PolynomialChoice, PolynomialSize } from "./polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";

/** Public facts of a polynomial on a lattice, besides those of every release. */
export interface PolynomialFacts {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly isAutomatic: boolean;
  readonly dimension: number;
  /** Records of one person, for which S and Δ are computed. */
  readonly recordsPerPerson: number;
  /** N = (k + 1)^ℓ */
  readonly valueCount: number;
  /** N S or √N S: the paper's calibration, from one value alone. */
  readonly valueByValueSensitivity: number;
  /** Δ₁ and Δ₂ with rounding, whatever the law. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** S, the largest change of a value. */
  readonly pointwiseSensitivity: number;
  /** Λ^ℓ, a bound on the factor by which errors on the lattice are enlarged. */
  readonly amplification: number;
  /** The largest max |f − B^(h) f| that records could cause. */
  readonly approximationBound: number;
  /** Standard deviation of the noise at each point of the grid, as a share of the largest. */
  readonly shape: Float64Array;
  /** Number of standard deviations that hold the noise at a point with probability 0.95 or more. */
  readonly pointwiseFactor: number;
}

/** A private polynomial on a grid, ready to be scaled; its lattice values leave the page. */
export interface PolynomialRelease extends GridRelease {
  readonly recordCount: number;
  /** Private. */
  readonly clampedCount: number;
  readonly gridCounts: readonly number[];
  /** Δ₁, √N S or Δ₂ of the lattice values, as the law is calibrated, before rounding is added. */
  readonly exactSensitivity: number;
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
  readonly simultaneousQuantile: number;
  readonly isBandProved: boolean;
  readonly original: Float64Array;
  /** max |f_D − B^(h) f_D| on the grid. Private. */
  readonly approximationError: number;
  readonly polynomial: PolynomialFacts;
}

/** Ingredients of a private release of lattice values. All but the estimate are public. */
export interface PolynomialTarget {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly dimension: number;
  /** Δ₁, √N S or Δ₂ of exact lattice values, as the law is calibrated. */
  readonly sensitivity: number;
  /** Nη or √N η in the same way: a bound on computed minus exact lattice values, whatever the records. */
  readonly roundingError: number;
  /** Computed lattice values, first coordinate fastest. Private. */
  readonly values: () => Float64Array;
  /** The polynomial of given lattice values on the grid: post-processing. */
  readonly onGrid: (lattice: Float64Array) => Float64Array;
  /** max Σ b_ν(y)² over the grid. */
  readonly largestSquare: number;
  readonly amplification: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

/** Polynomial releases of one function of records; results are remembered from one request to the next. */
export interface PolynomialPlan {
  /** Public. */
  sizeOf(choice: PolynomialChoice): PolynomialSize;
  /**
   * @throws {ParameterError} if a parameter is out of range, or k and h exhaust double numbers
   */
  release(choice: PolynomialChoice, noise: NoiseRequest): PolynomialRelease;
  target(choice: PolynomialChoice): PolynomialTarget;
}
