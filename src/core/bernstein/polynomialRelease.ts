import { checkNonNegative } from "../checks.ts";
import { NumericalError, ParameterError } from "../errors.ts";
import { iterationMatrix, type IterationMatrix } from "./operator/iterationMatrix.ts";
import { noiseShape } from "./operator/noiseShape.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";
import { remember } from "../remember.ts";
import { planBernstein, type BernsteinRelease } from "./bernstein.ts";
import { calibratedSensitivity, normOfOnes, spreadOfLaw, type LatticeLaw } from "./latticeLaw.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import { polynomialSizes, type PolynomialChoice, type PolynomialSize } from "./polynomialChoice.ts";
import type { PolynomialFacts, PolynomialPlan } from "./polynomialContract.ts";

/**
 * Plan for the release of a function as an iterated Bernstein polynomial.
 *
 * @param target f_D on the unit box
 * @param approximation a bound on max |f − B^(h) f| over all records, for each degree and order
 * @param gridCounts points of the grid per axis, or the coordinates of an axis
 * @param original f_D on the grid by a faster method
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
  const { dimension } = target;
  const chosenSize = polynomialSizes({ target, approximation });
  const matrixOf = remember(representable);
  const shapeOf = remember((size: PolynomialSize) => noiseShape(plan.axes, matrixOf(size)));
  const boundOf = remember(({ degree, iterations }: PolynomialSize) => approximation(degree, iterations));
  const bandOf = remember((size: PolynomialSize & { readonly law: LatticeLaw }) => plan.band(size));

  const sizeOf = (choice: PolynomialChoice): PolynomialSize => {
    const size = chosenSize(choice);
    matrixOf(size);
    return size;
  };
  const factsOf = (choice: PolynomialChoice, size: PolynomialSize, released: BernsteinRelease): PolynomialFacts => ({
    law: choice.law,
    ...size,
    isAutomatic: choice.size.kind === "automatic",
    dimension,
    recordsPerPerson: target.recordsPerPerson ?? 1,
    valueCount: released.lattice.estimate.length,
    valueByValueSensitivity: released.valueByValueSensitivity,
    vectorSensitivity: released.vectorSensitivity,
    pointwiseSensitivity: released.pointwiseSensitivity,
    amplification: bandOf({ ...size, law: choice.law }).amplification,
    approximationBound: boundOf(size),
    shape: shapeOf(size).shape.slice(),
    pointwiseFactor: spreadOfLaw[choice.law].pointwiseFactor,
  });

  return {
    sizeOf,
    target: (choice) => {
      const size = sizeOf(choice);
      const { law } = choice;
      return {
        law,
        ...size,
        dimension,
        sensitivity: calibratedSensitivity(law, target, size.degree),
        roundingError: normOfOnes(law, latticeSize(size.degree, dimension)) * target.roundingError * (1 + 1e-12),
        values: () => plan.values(size.degree),
        onGrid: plan.operator(size),
        largestSquare: shapeOf(size).largest,
        ...bandOf({ ...size, law }),
      };
    },
    release: (choice, { drawCount, seed }) => {
      const size = sizeOf(choice);
      const { law } = choice;
      const released = plan.release({ ...size, law, drawCount, seed });
      const variance = spreadOfLaw[law].variance * shapeOf(size).largest;
      const exact = original ? original() : plan.original();
      return {
        estimate: released.estimate,
        sensitivity: released.sensitivity,
        unitNoise: released.unitNoise,
        original: exact.slice(),
        approximationError: largestDistance(released.estimate, exact),
        recordCount: released.recordCount,
        clampedCount: released.clampedCount,
        gridCounts: released.gridCounts,
        exactSensitivity: released.exactSensitivity,
        roundingError: checkNonNegative("roundingError", released.roundingError),
        covarianceError: 0,
        samplingMethod: "lattice",
        jitter: variance - 1,
        simultaneousQuantile: bandOf({ ...size, law }).simultaneousQuantile / Math.sqrt(variance),
        isBandProved: true,
        polynomial: factsOf(choice, size, released),
      };
    },
  };
}

/** @throws {ParameterError} without a proof that rounding stays below 10⁻⁶ */
function representable(size: PolynomialSize): IterationMatrix {
  try {
    return iterationMatrix(size);
  } catch (error) {
    if (!(error instanceof NumericalError)) throw error;
    throw new ParameterError("iterations", size.iterations, `smaller at degree ${size.degree}: ${error.message}`);
  }
}

function largestDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}
