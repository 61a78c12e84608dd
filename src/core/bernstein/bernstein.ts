import { checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { bernsteinGrid } from "./operator/bernsteinOnGrid.ts";
import type { BernsteinOnGrid } from "./operator/bernsteinOnGrid.ts";
import { lebesgueBound } from "./operator/lebesgueConstant.ts";
import { nearestOnGrid } from "./operator/nearestOnGrid.ts";
import { polynomialNoiseBound } from "./polynomialNoise.ts";
import { latticeSize } from "../privacy/calibration/laplace.ts";
import { representableBound } from "../representableBound.ts";
import { calibratedSensitivity, mechanismOfLaw, noiseLawOf, normOfOnes } from "./latticeLaw.ts";
import type { LatticeLaw } from "./latticeLaw.ts";
import type { LatticeSensitivity } from "../privacy/sensitivity/bumps/latticeSensitivity.ts";
import { latticeNoiseDraws } from "./latticeNoiseDraws.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import type { ScalableRelease } from "../release/release.ts";
import { remember } from "../remember.ts";

/** What a release on a lattice is computed from, besides the function. All of it is public. */
export interface BernsteinParameters {
  /** k ≥ 1: k + 1 lattice points an axis. */
  readonly degree: number;
  /** h ≥ 1 iterations of the operator, or "nearest" for the value of the nearest lattice point, the baseline of section 4.2. */
  readonly iterations: number | "nearest";
  /** Laplace noise for ε-privacy, or for (ε, δ) by Theorem 7; Gaussian noise for (ε, δ). */
  readonly law: LatticeLaw;
  /** Number of independent draws of the noise. */
  readonly drawCount: number;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/**
 * Estimate, sensitivity and unit noise of a private polynomial on a grid, ready to be scaled by latticeNoiseMultiplier.
 * The estimate is the polynomial of the exact lattice values, and the noise that of their unit noise, so the whole is
 * post-processing of `lattice`. The sensitivity is in the norm that `law` asks for.
 */
export interface BernsteinRelease extends ScalableRelease {
  readonly law: LatticeLaw;
  /**
   * The lattice values and their noise, first coordinate fastest: what a release prints. Its sensitivity is the same,
   * as is the multiplier.
   */
  readonly lattice: ScalableRelease;
  readonly recordCount: number;
  /** Private. */
  readonly clampedCount: number;
  readonly gridCounts: readonly number[];
  /** Δ₁, √N S or Δ₂ of exact lattice values, before rounding is added: calibratedSensitivity. */
  readonly exactSensitivity: number;
  /** Δ₁ and Δ₂ whatever the law, with rounding: what other noise on the same values would be calibrated with. */
  readonly vectorSensitivity: LatticeSensitivity;
  /** N S or √N S, what follows from S alone: as the paper calibrates. With rounding. */
  readonly valueByValueSensitivity: number;
  /** S + 2η: no computed lattice value changes by more. For Theorem 7 and for lower bounds. */
  readonly pointwiseSensitivity: number;
  /** η: each lattice value is computed to this. Public. */
  readonly roundingError: number;
}

/** What the noise on the lattice becomes in the polynomial, anywhere in the box. Public. */
interface NoiseBand {
  /** Λ^ℓ: noise and rounding on the lattice are enlarged by no more. */
  readonly amplification: number;
  /** T with P(sup |unit noise polynomial| ≤ T) ≥ 0.95. */
  readonly simultaneousQuantile: number;
}

/** The most lattice values, and the highest degree: 201 on a line, 61² in the plane, 21³ in space all fit. */
const latticeLimits = { values: 50_000, degree: 1000 } as const;

/** What a release would take, before it is begun. Public. */
interface LatticeCost {
  /** N = (k + 1)^ℓ numbers are released. */
  readonly values: number;
  /** Memory of lattice, grid, draws and matrices. */
  readonly bytes: number;
  /**
   * Multiplications or exponentials, about: a thread does some 10⁸ of them a second where they are exponentials, ten
   * times as many where not.
   */
  readonly operations: number;
  /** Whether it is within latticeLimits. */
  readonly isAllowed: boolean;
}

/**
 * What a polynomial of degree k on a grid takes: before its function is there.
 *
 * @param gridCounts points of the grid on each of ℓ axes
 * @param operationsPerValue of the function, about
 * @throws {ParameterError} if k is not a positive integer, or N no safe one
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

/** A function of records, with what stays the same from one request to the next. */
export interface BernsteinPlan {
  /** Coordinates of the grid in [0, 1], one list an axis. */
  readonly axes: readonly Float64Array[];
  /**
   * @throws {ParameterError} if a parameter is out of range
   * @throws {NumericalError} if k and h exhaust double numbers
   */
  release(parameters: BernsteinParameters): BernsteinRelease;
  /** @throws {ParameterError} if k is not a positive integer, or N no safe one */
  cost(parameters: Pick<BernsteinParameters, "degree" | "drawCount">): LatticeCost;
  /** For when a slider rests: it takes O(k³), once for each k and h. */
  band(parameters: Pick<BernsteinParameters, "degree" | "iterations" | "law">): NoiseBand;
  /** f_D on the lattice of degree k, first coordinate fastest. Private; it is the plan's, not to be written to. */
  values(degree: number): Float64Array;
  /** What makes values on the grid of lattice values. */
  operator(parameters: Pick<BernsteinParameters, "degree" | "iterations">): (lattice: Float64Array) => Float64Array;
  /** f_D itself on the grid, computed when it is first asked for. Private; it is the plan's, not to be written to. */
  original(): Float64Array;
}

/**
 * A plan for the Bernstein mechanism on one function of records.
 *
 * Values are computed once per degree, unit noise once per degree, law and seed, and the operator once per degree and order, so
 * that a new h costs a few small products and ε none.
 *
 * **Rounding.** Two computed neighbours differ by at most 2η more at each lattice value: Δ₁ + 2Nη, √N(S + 2η), Δ₂ + 2√N η.
 *
 * @param target f_D on the unit box
 * @param grid points of the grid per axis, ≥ 2 each, or the coordinates in [0, 1] of an axis; 1000, 200², or 40³ points
 *   by default
 * @throws {ParameterError} if a count is out of range
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
  let onGrid: Float64Array | undefined;
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
    original: () => (onGrid ??= target.evaluate(axes)),
    cost: ({ degree, drawCount }) =>
      latticeCost({ degree, drawCount, gridCounts: counts, operationsPerValue: target.operationsPerValue }),
    band: ({ degree, iterations, law }) => {
      // The nearest lattice value is one of those that the quantile is about.
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
 * The noise multiplier of a law at a budget, for sensitivity 1, rounded up: 1/ε for Laplace noise, which is ε-private;
 * theorem7Multiplier where it is (ε, δ)-private; and analyticNoiseMultiplier for Gaussian noise.
 *
 * @param delta in (0, 1); unused by Laplace noise for pure ε
 * @throws {ParameterError} if a number is out of range
 */
export function latticeNoiseMultiplier(
  law: LatticeLaw,
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
): number {
  return mechanismOfLaw[law].multiplierOf({ epsilon, delta, calibration: "analytic" });
}

/** i/count for i = 0, …, count. */
function regularAxis(count: number): Float64Array {
  return Float64Array.from({ length: count + 1 }, (_, i) => i / count);
}
