import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { bernsteinGrid, type BernsteinOnGrid } from "./operator/bernsteinOnGrid.ts";
import { lebesgueBound } from "./operator/lebesgueConstant.ts";
import { nearestOnGrid } from "./operator/nearestOnGrid.ts";
import { polynomialNoiseBound } from "./polynomialNoise.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";
import { representableBound } from "../representableBound.ts";
import { calibratedSensitivity, mechanismOfLaw, noiseLawOf, normOfOnes, type LatticeLaw } from "./latticeLaw.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import { latticeNoiseDraws } from "./latticeNoiseDraws.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { ScalableRelease } from "../release/release.ts";
import { onFirstUse, remember } from "../remember.ts";
import type { PrivacyParameters } from "../privacy/calibration/gaussian.ts";

/** Public. */
export interface BernsteinParameters {
  /** k ≥ 1. */
  readonly degree: number;
  /** h ≥ 1 iterations of the operator, or the nearest lattice value (section 4.2). */
  readonly iterations: number | "nearest";
  readonly law: LatticeLaw;
  readonly drawCount: number;
  readonly seed: number | "secure";
}

/** Private polynomial on a grid, post-processing of `lattice`; the sensitivity is in the norm of `law`. */
export interface BernsteinRelease extends ScalableRelease {
  readonly law: LatticeLaw;
  /** Lattice values and their noise, first coordinate fastest. */
  readonly lattice: ScalableRelease;
  readonly recordCount: number;
  /** Private. */
  readonly clampedCount: number;
  readonly gridCounts: readonly number[];
  /** Δ₁, √N S or Δ₂ of exact lattice values (calibratedSensitivity). */
  readonly exactSensitivity: number;
  /** Δ₁ and Δ₂ with rounding. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** N S or √N S with rounding: the paper's calibration. */
  readonly valueByValueSensitivity: number;
  /** S + 2η */
  readonly pointwiseSensitivity: number;
  /** η of each lattice value; public. */
  readonly roundingError: number;
}

/** Public. */
interface NoiseBand {
  /** Λ^ℓ, bound on the amplification of lattice noise. */
  readonly amplification: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

const latticeLimits = { values: 50_000, degree: 1000 } as const;

/** Public. */
interface LatticeCost {
  /** N = (k + 1)^ℓ */
  readonly values: number;
  readonly bytes: number;
  /** Multiplications and exponentials, roughly. */
  readonly operations: number;
  readonly isAllowed: boolean;
}

/**
 * Cost of a polynomial of degree k on a grid, less that of its function.
 *
 * @param gridCounts points of the grid on each of ℓ axes
 * @param operationsPerValue rough cost of the function
 */
export function latticeCost({
  degree,
  drawCount,
  gridCounts,
  operationsPerValue,
}: {
  readonly degree: number;
  readonly drawCount: number;
  readonly gridCounts: readonly number[];
  readonly operationsPerValue: number;
}): LatticeCost {
  const d = gridCounts.length;
  const values = latticeSize(degree, d);
  const n = degree + 1;
  const shown = gridCounts.reduce((size, count) => size * count, 1);
  const matrices = 4 * n * n + gridCounts.reduce((sum, count) => sum + count * n, 0);
  const applied = (1 + drawCount) * d * n * (values + shown);
  return {
    values,
    bytes: 8 * ((1 + drawCount) * (values + shown) + matrices),
    operations: values * operationsPerValue + applied + 8 * n ** 3,
    isAllowed: values <= latticeLimits.values && degree <= latticeLimits.degree,
  };
}

export interface BernsteinPlan {
  readonly axes: readonly Float64Array[];
  /** @throws {NumericalError} if k and h exhaust double numbers */
  release(parameters: BernsteinParameters): BernsteinRelease;
  cost(parameters: Pick<BernsteinParameters, "degree" | "drawCount">): LatticeCost;
  band(parameters: Pick<BernsteinParameters, "degree" | "iterations" | "law">): NoiseBand;
  /** f_D on the lattice of degree k, first coordinate fastest. Private; not to be written to. */
  values(degree: number): Float64Array;
  /** Map from lattice values to values on the grid. */
  operator(parameters: Pick<BernsteinParameters, "degree" | "iterations">): (lattice: Float64Array) => Float64Array;
  /** f_D on the grid. Private; not to be written to. */
  original(): Float64Array;
}

/**
 * Bernstein mechanism on one function of records. With rounding, computed neighbours differ by 2η more at each lattice
 * value: Δ₁ + 2Nη, √N(S + 2η), Δ₂ + 2√N η.
 *
 * @param target f_D on the unit box
 * @param grid points of the grid per axis, ≥ 2 each, or coordinates in [0, 1]; by default 1000, 200² or 40³ points
 * @see Aldà & Rubinstein (2017), Algorithm 1; errata A4, A9, A11
 */
export function planBernstein(target: LatticeTarget, grid?: readonly (number | Float64Array)[]): BernsteinPlan {
  const d = target.dimension;
  const lines = grid ?? new Array<number>(d).fill([1000, 200, 40][d - 1] ?? 10);
  if (lines.length !== d) throw new ParameterError("gridCounts.length", lines.length, `equal to ${d}`);
  const axes = lines.map((line) =>
    typeof line === "number" ? regularAxis(checkPositiveInteger("gridCounts", line - 1)) : line,
  );
  const counts = axes.map((axis) => axis.length);
  const onLattice = remember((degree: number) => target.evaluate(new Array<Float64Array>(d).fill(regularAxis(degree))));
  const sensitivityOf = remember((degree: number) => target.sensitivity(degree));
  const remembering = { ...target, sensitivity: sensitivityOf };
  const basesOf = remember((degree: number) => bernsteinGrid({ degree, axes }));
  const operatorOf = remember(
    ({ degree, iterations }: Pick<BernsteinParameters, "degree" | "iterations">): Pick<BernsteinOnGrid, "evaluate"> =>
      iterations === "nearest" ? nearestOnGrid({ degree, axes }) : basesOf(degree).iterated(iterations),
  );
  const noise = latticeNoiseDraws();
  const checkedDegree = (degree: number): number => {
    checkPositiveInteger("degree", degree);
    if (!(degree <= latticeLimits.degree))
      throw new ParameterError("degree", degree, `at most ${latticeLimits.degree}`);
    if (latticeSize(degree, d) <= latticeLimits.values) return degree;
    throw new ParameterError("degree", degree, `such that (degree + 1)^${d} is at most ${latticeLimits.values}`);
  };

  return {
    axes,
    values: (degree) => onLattice(checkedDegree(degree)),
    operator: ({ degree, iterations }) => operatorOf({ degree, iterations }).evaluate,
    original: onFirstUse(() => target.evaluate(axes)),
    cost: ({ degree, drawCount }) =>
      latticeCost({ degree, drawCount, gridCounts: counts, operationsPerValue: target.operationsPerValue }),
    band: ({ degree, iterations, law }) => {
      const order = iterations === "nearest" ? 1 : iterations;
      return {
        amplification: lebesgueBound({ degree, iterations: order }) ** d,
        simultaneousQuantile: polynomialNoiseBound({
          degree,
          iterations: order,
          dimension: d,
          law: noiseLawOf(law),
          scale: 1,
          coverage: 0.95,
        }),
      };
    },
    release: ({ degree, iterations, law, drawCount, seed }) => {
      const count = latticeSize(checkedDegree(degree), d);
      const operator = operatorOf({ degree, iterations });
      const values = onLattice(degree);
      const estimate = operator.evaluate(values);
      const draws = noise({ law: noiseLawOf(law), count, drawCount, seed });
      const vector = sensitivityOf(degree);
      const exactSensitivity = calibratedSensitivity(law, remembering, degree);
      const { roundingError } = target;
      const pointwiseSensitivity = (target.pointwiseSensitivity + 2 * roundingError) * (1 + 4 * Number.EPSILON);
      const size = normOfOnes(law, count);
      const withRounding = (exact: number, ones: number) =>
        representableBound((exact + 2 * ones * roundingError) * (1 + 4 * Number.EPSILON));
      const sensitivity = withRounding(exactSensitivity, size);
      return {
        law,
        estimate,
        sensitivity,
        unitNoise: draws.map((draw) => operator.evaluate(draw)),
        lattice: { estimate: values, sensitivity, unitNoise: draws },
        recordCount: target.recordCount,
        clampedCount: target.clampedCount,
        gridCounts: counts,
        exactSensitivity,
        vectorSensitivity: {
          l1: withRounding(vector.l1, normOfOnes("laplace", count)),
          l2: withRounding(vector.l2, normOfOnes("gaussian", count)),
        },
        valueByValueSensitivity: size * pointwiseSensitivity * (1 + 4 * Number.EPSILON),
        pointwiseSensitivity,
        roundingError,
      };
    },
  };
}

/**
 * Noise multiplier of a law at a budget, rounded up.
 *
 * @param delta in (0, 1); unused for pure ε
 */
export function latticeNoiseMultiplier(law: LatticeLaw, { epsilon, delta }: PrivacyParameters): number {
  return mechanismOfLaw[law].multiplierOf({ epsilon, delta, calibration: "analytic" });
}

function regularAxis(count: number): Float64Array {
  return Float64Array.from({ length: count + 1 }, (_, i) => i / count);
}
