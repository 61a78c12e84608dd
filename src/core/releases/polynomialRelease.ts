import { checkNonNegative } from "../checks.ts";
import { NumericalError, ParameterError } from "../errors.ts";
import { bernsteinBasisRows } from "../estimators/bernstein/bernsteinBasis.ts";
import { foldedColumns, halfSizes } from "../estimators/bernstein/halves.ts";
import { iterationMatrix } from "../estimators/bernstein/iterationMatrix.ts";
import type { IterationMatrix } from "../estimators/bernstein/iterationMatrix.ts";
import { denseProduct } from "../linalg/denseProduct.ts";
import { significant } from "../numberFormats.ts";
import { largestEpsilonOfTheorem7, latticeSize } from "../privacy/calibration/laplace.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/latticeKernelDensity.ts";
import { remember } from "../remember.ts";
import { pointwise95 } from "../privacy/bands/pointwise.ts";
import { latticeNoiseMultiplier, planBernstein } from "./bernstein.ts";
import { choiceByCeiling } from "./choiceByCeiling.ts";
import { chooseBernstein } from "./bernsteinChoice.ts";
import type { NoiseRequest } from "./contract.ts";
import { calibratedSensitivity, noiseLawOf, normOfOnes } from "./latticeLaw.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { LatticeTarget } from "./latticeTarget.ts";
import type { GridRelease } from "./release.ts";

/** Which polynomial a function is released as. All of it is public. */
export interface PolynomialChoice {
  readonly law: LatticeLaw;
  /** Degree and order, or the budget from which they follow together with other public numbers. */
  readonly size:
    | { readonly kind: "byHand"; readonly degree: number; readonly iterations: number }
    | { readonly kind: "automatic"; readonly epsilon: number; readonly delta: number };
}

/**
 * The budget that degree and order follow from: in steps of a quarter of a decade, since the choice hardly changes in
 * between and a drag of ε need not ask again at each of its places; and within the range of the law.
 */
export function automaticSize(
  law: LatticeLaw,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
): PolynomialChoice["size"] {
  const stepped = (value: number) => significant(10 ** (Math.round(4 * Math.log10(value)) / 4), 3);
  if (law === "laplace") return { kind: "automatic", epsilon: stepped(epsilon), delta: 0 };
  const at = { epsilon: stepped(epsilon), delta: stepped(delta) };
  const most = law === "composedLaplace" ? largestEpsilonOfTheorem7(at.delta) : Infinity;
  return { kind: "automatic", ...at, epsilon: Math.min(at.epsilon, most) };
}

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
  /** τ with P(sup |unit noise polynomial| ≤ τ) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

export interface PolynomialPlan {
  /** Degree and order of a choice: public. */
  sizeOf(choice: PolynomialChoice): { readonly degree: number; readonly iterations: number };
  /**
   * @throws {ParameterError} if a parameter is out of range, or k and h exhaust double numbers
   */
  release(choice: PolynomialChoice, noise: NoiseRequest): PolynomialRelease;
  target(choice: PolynomialChoice): PolynomialTarget;
}

/** Degrees and orders that are offered by hand: one list of most degrees for one, two and three axes. */
export const polynomialLimits = { degree: [200, 60, 20], iterations: 200 } as const;

/**
 * The variance of one draw of a law, and how many standard deviations hold 95 % of any weighted sum of draws.
 *
 * Normal: 1.96. Laplace: ln 20/√2 = 2.1183 for one draw; a sum of several has lighter tails beside its standard
 * deviation (Proschan 1965 for its peakedness; the factor itself was checked against the characteristic function).
 */
const noiseLaws = {
  laplace: { variance: 2, pointwiseFactor: Math.log(20) / Math.SQRT2 },
  gaussian: { variance: 1, pointwiseFactor: pointwise95 },
} as const;

/** The same of numbers that are calibrated by a law. */
export const laws = { ...noiseLaws, composedLaplace: noiseLaws.laplace } as const;

/**
 * A plan for the release of a function as an iterated Bernstein polynomial: planBernstein with the choice of k and h, the size
 * of the noise at each point, and what both bounds say.
 *
 * @param target f_D on the unit box
 * @param approximation a bound on max |f − B^(h) f| over all records, for each degree and order; public
 * @param gridCounts points of the grid per axis, or the coordinates of an axis
 * @param original f_D on the grid, where there is a faster way than the target's own
 * @see Aldà & Rubinstein (2017), Algorithm 1, section 4.1; errata A4
 */
export function planPolynomial({
  target,
  approximation,
  gridCounts,
  original,
}: {
  readonly target: LatticeTarget;
  readonly approximation: (degree: number, iterations: number) => number;
  readonly gridCounts: readonly (number | Float64Array)[];
  readonly original?: () => Float64Array;
}): PolynomialPlan {
  const plan = planBernstein(target, gridCounts);
  const d = target.dimension;
  const choose = remember(({ law, size }: PolynomialChoice) => {
    if (size.kind === "byHand") return size;
    const { epsilon, delta } = size;
    const chosenBy = (sensitivity: (degree: number) => number) =>
      chooseBernstein({
        dimension: d,
        sensitivity,
        law: noiseLawOf(law),
        noiseMultiplier: latticeNoiseMultiplier(law, { epsilon, delta }),
        approximation,
        coverage: 0.95,
        mostDegree: polynomialLimits.degree[d - 1] ?? 10,
      });
    return choiceByCeiling({
      target,
      of: (sensitivity, degree) => calibratedSensitivity(law, { ...target, sensitivity }, degree),
      choose: chosenBy,
      degreeOf: ({ degree }) => degree,
    });
  });
  const matrixOf = remember(representable);
  const shapeOf = remember((size: Size) => noiseShape(plan.axes, matrixOf(size)));
  const boundOf = remember(({ degree, iterations }: Size) => approximation(degree, iterations));
  const bandOf = remember((size: Size & { readonly law: LatticeLaw }) => plan.band(size));

  const sizeOf = (choice: PolynomialChoice): Size => {
    const { degree, iterations } = choose(choice);
    const most = polynomialLimits.degree[d - 1] ?? 10;
    if (!(degree <= most)) throw new ParameterError("degree", degree, `at most ${most}`);
    if (!(iterations <= polynomialLimits.iterations)) {
      throw new ParameterError("iterations", iterations, `at most ${polynomialLimits.iterations}`);
    }
    const size = { degree, iterations };
    matrixOf(size);
    return size;
  };

  return {
    sizeOf,
    target: (choice) => {
      const size = sizeOf(choice);
      const { law } = choice;
      const count = latticeSize(size.degree, d);
      const band = bandOf({ ...size, law });
      return {
        law,
        ...size,
        dimension: d,
        sensitivity: calibratedSensitivity(law, target, size.degree),
        roundingError: normOfOnes(law, count) * target.roundingError * (1 + 1e-12),
        values: () => plan.values(size.degree),
        onGrid: plan.operator(size),
        largestSquare: shapeOf(size).largest,
        ...band,
      };
    },
    release: (choice, { drawCount, seed }) => {
      const size = sizeOf(choice);
      const { law } = choice;
      const released = plan.release({ ...size, law, drawCount, seed });
      const band = bandOf({ ...size, law });
      const { largest, shape } = shapeOf(size);
      const variance = laws[law].variance * largest;
      const f = original ? original() : plan.original();
      const approximationError = released.estimate.reduce(
        (most, value, i) => Math.max(most, Math.abs(value - f[i]!)),
        0,
      );
      return {
        estimate: released.estimate,
        sensitivity: released.sensitivity,
        unitNoise: released.unitNoise,
        original: f.slice(),
        approximationError,
        recordCount: released.recordCount,
        clampedCount: released.clampedCount,
        gridCounts: released.gridCounts,
        exactSensitivity: released.exactSensitivity,
        roundingError: checkNonNegative("roundingError", released.roundingError),
        covarianceError: 0,
        samplingMethod: "lattice",
        jitter: variance - 1,
        simultaneousQuantile: band.simultaneousQuantile / Math.sqrt(variance),
        isBandProved: true,
        polynomial: {
          law,
          ...size,
          isAutomatic: choice.size.kind === "automatic",
          dimension: d,
          recordsPerPerson: target.recordsPerPerson ?? 1,
          valueCount: released.lattice.estimate.length,
          valueByValueSensitivity: released.valueByValueSensitivity,
          vectorSensitivity: released.vectorSensitivity,
          pointwiseSensitivity: released.pointwiseSensitivity,
          amplification: band.amplification,
          approximationBound: boundOf(size),
          shape: shape.slice(),
          pointwiseFactor: laws[law].pointwiseFactor,
        },
      };
    },
  };
}

interface Size {
  readonly degree: number;
  readonly iterations: number;
}

/** The matrix of k and h; where its rounding is not proved to stay below 10⁻⁶ they are refused, with the bound. */
function representable(size: Size): IterationMatrix {
  try {
    return iterationMatrix(size);
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new ParameterError("iterations", size.iterations, `smaller at degree ${size.degree}: ${error.message}`);
  }
}

/** √(Σ b_ν(y)²) over the grid relative to its largest value, and that value's square. */
function noiseShape(
  axes: readonly Float64Array[],
  { degree, halves: S }: IterationMatrix,
): { readonly largest: number; readonly shape: Float64Array } {
  const n = degree + 1;
  const { evenSize, oddSize } = halfSizes(n);
  const ofAxis = remember((at: readonly number[]) => {
    // b_ν(1 − y) = b_{k−ν}(y): half the axis will do.
    const half = at.slice(0, Math.ceil(at.length / 2));
    const B = foldedColumns(bernsteinBasisRows(degree, half), n);
    const product = (A: Float64Array, matrix: Float64Array, size: number) =>
      denseProduct({ A, B: matrix, rows: half.length, terms: size, columns: size });
    const [even, odd] = [product(B.even, S.even, evenSize), product(B.odd, S.odd, oddSize)];
    const sums = Float64Array.from(half, (_, i) => {
      // ((e + o)/2)² + ((e − o)/2)² = (e² + o²)/2, and the middle column alone.
      let sum = evenSize > oddSize ? even[(i + 1) * evenSize - 1]! ** 2 : 0;
      for (let nu = 0; nu < oddSize; nu++) {
        sum += (even[i * evenSize + nu]! ** 2 + odd[i * oddSize + nu]! ** 2) / 2;
      }
      return sum;
    });
    return Float64Array.from(at, (_, i) => sums[Math.min(i, at.length - 1 - i)]!);
  });
  let squares = Float64Array.of(1);
  for (const axis of axes) {
    const own = ofAxis([...axis]);
    const before = squares;
    squares = Float64Array.from({ length: before.length * own.length }, (_, i) => {
      return before[i % before.length]! * own[Math.floor(i / before.length)]!;
    });
  }
  const largest = squares.reduce((most, value) => Math.max(most, value), 0);
  return { largest, shape: squares.map((value) => Math.sqrt(value / largest)) };
}
