import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { PolynomialChoice, PolynomialSize } from "./polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";

/** What is public of a polynomial on a lattice, besides what every release says. */
export interface PolynomialFacts {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly isAutomatic: boolean;
  readonly dimension: number;
  /** The records of one person that S and Δ are of. */
  readonly recordsPerPerson: number;
  /** N = (k + 1)^ℓ: so many numbers are released. */
  readonly valueCount: number;
  /** N S or √N S: what follows from one value alone, as the paper calibrates. */
  readonly valueByValueSensitivity: number;
  /** Δ₁ and Δ₂ whatever the law, with rounding. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** S: no value changes by more. */
  readonly pointwiseSensitivity: number;
  /** Λ^ℓ: what is added on the lattice is enlarged by no more. */
  readonly amplification: number;
  /** The largest max |f − B^(h) f| that records could cause. */
  readonly approximationBound: number;
  /** Share of the largest standard deviation that the noise has at each point of the grid. */
  readonly shape: Float64Array;
  /** The noise at a point is within so many of its standard deviations with probability 0.95 or more. */
  readonly pointwiseFactor: number;
}

/** A private polynomial on a grid, ready to be scaled; what leaves the page are its lattice values. */
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

/** What a private release of lattice values is made of. All but the estimate is public. */
export interface PolynomialTarget {
  readonly law: LatticeLaw;
  readonly degree: number;
  readonly iterations: number;
  readonly dimension: number;
  /** Δ₁, √N S or Δ₂ of exact lattice values, as the law is calibrated. */
  readonly sensitivity: number;
  /** η in the same way, Nη or √N η: computed minus exact lattice values, whatever the records. */
  readonly roundingError: number;
  /** Computed lattice values, first coordinate fastest. Private. */
  readonly values: () => Float64Array;
  /** The polynomial on the grid of given lattice values: post-processing. */
  readonly onGrid: (lattice: Float64Array) => Float64Array;
  /** max Σ b_ν(y)² over the grid. */
  readonly largestSquare: number;
  readonly amplification: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

/** A function of records that polynomials are released of, with what stays the same from one request to the next. */
export interface PolynomialPlan {
  /** Degree and order of a choice: public. */
  sizeOf(choice: PolynomialChoice): PolynomialSize;
  /**
   * @throws {ParameterError} if a parameter is out of range, or k and h exhaust double numbers
   */
  release(choice: PolynomialChoice, noise: NoiseRequest): PolynomialRelease;
  target(choice: PolynomialChoice): PolynomialTarget;
}
