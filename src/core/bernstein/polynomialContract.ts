import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { PolynomialChoice, PolynomialSize } from "./polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";

/** Facts of a polynomial on a lattice; public. */
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
  /** Δ₁ and Δ₂ with rounding, whatever the law. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** S, the largest change of a value. */
  readonly pointwiseSensitivity: number;
  /** Λ^ℓ, a bound on the factor that enlarges errors on the lattice. */
  readonly amplification: number;
  /** Largest max |f − B^(h) f| that records could cause. */
  readonly approximationBound: number;
  /** Standard deviation of the noise on the grid, as a share of the largest. */
  readonly shape: Float64Array;
  /** Standard deviations that hold the noise at a point with probability 0.95 or more. */
  readonly pointwiseFactor: number;
}

/** A private polynomial on a grid, ready to be scaled. */
export interface PolynomialRelease extends GridRelease {
  readonly recordCount: number;
  /** Private. */
  readonly clampedCount: number;
  readonly gridCounts: readonly number[];
  /** Δ₁, √N S or Δ₂ of the lattice values, before rounding. */
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

/** Ingredients of a private release of lattice values, public but for the estimate. */
export interface PolynomialTarget {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly dimension: number;
  /** Δ₁, √N S or Δ₂ of exact lattice values, as the law is calibrated. */
  readonly sensitivity: number;
  /** Nη or √N η: a bound on computed minus exact lattice values, whatever the records. */
  readonly roundingError: number;
  /** Computed lattice values, first coordinate fastest. Private. */
  readonly values: () => Float64Array;
  /** The polynomial of lattice values on the grid. */
  readonly onGrid: (lattice: Float64Array) => Float64Array;
  /** max Σ b_ν(y)² over the grid. */
  readonly largestSquare: number;
  readonly amplification: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

/** Polynomial releases of one function of records; remembers results. */
export interface PolynomialPlan {
  sizeOf(choice: PolynomialChoice): PolynomialSize;
  /**
   * @throws {ParameterError} if a parameter is out of range, or k and h exhaust double numbers
   */
  release(choice: PolynomialChoice, noise: NoiseRequest): PolynomialRelease;
  target(choice: PolynomialChoice): PolynomialTarget;
}
