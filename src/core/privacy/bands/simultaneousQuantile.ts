import { checkLength, checkNonNegative, checkOpenUnit, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { gridSize, gridStep, type RegularGrid } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { normalCdf } from "../../special/normal.ts";
import type { NoiseKernel } from "../mechanisms/unitNoise.ts";

interface SimultaneousBand {
  readonly quantile: number;
  /** False if the coverage is an asymptotic bound. */
  readonly isProved: boolean;
}

/** Noise of covariance K + τI on a grid, and the coverage of its band. */
export interface SimultaneousBandRequest {
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  readonly jitter: number;
  /** In (0, 1). */
  readonly coverage: number;
  /** Number of independent copies in the band; 1 if absent. */
  readonly copies?: number;
}

/**
 * Half-width u of a simultaneous band for noise Y = Z + √τ W of covariance K + τI on a grid, in standard deviations:
 *
 *     P(max |Y| ≤ u √(1 + τ)) ≥ coverage.
 *
 * It is the smallest u from these bounds on the complement; m points, q the correlation of Z along an edge:
 *
 *     any kernel (Šidák):             S(u) = 1 − (2Φ(u) − 1)^m
 *     any kernel (Hunter, Worsley):   T(u, τ) = 2Φ(−u) + Σ arccos(q/(1 + τ))/π · e^{−u²/2}  over the m − 1 edges of a tree
 *     any kernel, Z and W separate:   T(u √(1 + τ) − √τ v, 0) + S(v)
 *     Gaussian, two dimensions:       E(u √(1 + τ) − √τ v) + S(v),
 *                                     E(u) = 2 [Φ(−u) + S₁ e^{−u²/2}/(2π) + S₂ u e^{−u²/2}/(2π)^{3/2}]
 *
 * where S(v) is a thousandth of 1 − coverage, and E has half perimeter S₁ and area S₂ in the metric of H⁻¹. All but the
 * last are proved. Each of c independent copies has the c-th root of the coverage.
 *
 * @see docs/proofs/simultaneousBand.md; Šidák (1967), JASA 62:626–633; Worsley (1982), Biometrika 69:297–302; Efron
 * (1997), Biometrika 84:143–157; Adler & Taylor (2007), Theorem 12.4.1
 */
export function simultaneousBand({ coverage, ...request }: SimultaneousBandRequest): SimultaneousBand {
  const { kernel, grid, jitter, copies = 1 } = request;
  checkPositiveInteger("copies", copies);
  const missed =
    copies === 1
      ? 1 - checkOpenUnit("coverage", coverage)
      : -Math.expm1(Math.log(checkOpenUnit("coverage", coverage)) / copies);
  const { bounds, separately } = missBounds({ kernel, grid, jitter }, missed);
  const quantile = Math.min(...bounds.map((miss) => solved(miss, missed)));
  if (!(kernel.type === "gaussian" && grid.axes.length === 2)) return { quantile, isProved: true };
  const approximate = solved(separately(eulerCharacteristic(kernel.bandwidthMatrix, grid)), missed);
  return approximate < quantile ? { quantile: approximate, isProved: false } : { quantile, isProved: true };
}

export function simultaneousQuantile(request: SimultaneousBandRequest): number {
  return simultaneousBand(request).quantile;
}

/** Half-width u with S(u) = 1 − coverage, for normal numbers of any correlations. */
export function sidakQuantile({ grid, coverage }: Pick<SimultaneousBandRequest, "grid" | "coverage">): number {
  return solved(sidak(grid), 1 - checkOpenUnit("coverage", coverage));
}

/** Proved bound on P(max |Y| > u √(1 + τ)), at most 1. */
export function simultaneousMiss(noise: Noise, u: number): number {
  const sidakMiss = sidak(noise.grid)(u);
  return Math.min(1, ...missBounds(noise, Math.max(sidakMiss, Number.MIN_VALUE)).bounds.map((miss) => miss(u)));
}

type Noise = Pick<SimultaneousBandRequest, "kernel" | "grid" | "jitter">;

/** Each bounds the probability by itself; white noise may miss a thousandth of `missed`. */
function missBounds({ kernel, grid, jitter }: Noise, missed: number) {
  checkNonNegative("jitter", jitter);
  const deviation = Math.sqrt(1 + jitter);
  const whiteMissed = jitter > 0 ? missed / 1000 : 0;
  const white = jitter > 0 ? Math.sqrt(jitter) * solved(sidak(grid), whiteMissed) : 0;
  const separately = (miss: MissProbability): MissProbability => {
    return (u) => (u * deviation > white ? miss(u * deviation - white) + whiteMissed : 1);
  };
  return { bounds: [sidak(grid), tree(kernel, grid, jitter), separately(tree(kernel, grid, 0))], separately };
}

type MissProbability = (u: number) => number;

/** The least u ≤ 40 with miss(u) ≤ missed, to 10⁻⁹, rounded up. */
function solved(miss: MissProbability, missed: number): number {
  let low = 0;
  let high = 40;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (miss(middle) <= missed) high = middle;
    else low = middle;
  }
  return high;
}

function sidak(grid: RegularGrid): MissProbability {
  const m = gridSize(grid);
  return (u) => -Math.expm1(m * Math.log1p(-2 * normalCdf(-u)));
}

/** Tree of all grid lines along the axis of highest correlation, joined along the next one. */
function tree(kernel: NoiseKernel, grid: RegularGrid, jitter: number): MissProbability {
  const edges = neighbourExponents(kernel, grid)
    .map((t, j) => ({
      // Arc cosine of e^{−t}/(1 + τ), which may be next to 1.
      angle: Math.atan2(Math.sqrt(jitter * (2 + jitter) - Math.expm1(-2 * t)), Math.exp(-t)),
      count: grid.axes[j]!.count,
    }))
    .sort((a, b) => a.angle - b.angle);
  let components = gridSize(grid);
  let angles = 0;
  for (const { angle, count } of edges) {
    angles += angle * (components - components / count);
    components /= count;
  }
  return (u) => 2 * normalCdf(-u) + (angles / Math.PI) * Math.exp(-0.5 * u * u);
}

/** t_j, where neighbours along axis j have the correlation e^{−t_j}. */
function neighbourExponents(kernel: NoiseKernel, { axes }: RegularGrid): number[] {
  if (kernel.type === "gaussian") {
    checkLength("bandwidthMatrix", kernel.bandwidthMatrix, axes.length);
    const { inverse } = definiteMatrix("bandwidthMatrix", kernel.bandwidthMatrix);
    return axes.map((axis, j) => 0.5 * gridStep(axis) ** 2 * inverse[j]![j]!);
  }
  if (kernel.type === "triangular") {
    return axes.map((axis) => -Math.log(Math.max(0, 1 - gridStep(axis) / kernel.lengthScale)));
  }
  if (kernel.type !== "productExponential") {
    const profile = kernelOf(kernel.type, kernel.lengthScale).ofSquaredDistance!;
    return axes.map((axis) => -Math.log(profile(gridStep(axis) ** 2)));
  }
  checkLength("rates", kernel.rates, axes.length);
  return axes.map((axis, j) => gridStep(axis) * checkPositive(`rates[${j}]`, kernel.rates[j]!));
}

function eulerCharacteristic(H: readonly (readonly number[])[], { axes }: RegularGrid): MissProbability {
  const { inverse, determinant } = definiteMatrix("bandwidthMatrix", H);
  const sides = axes.map(({ lower, upper }) => upper - lower);
  const halfPerimeter = sides.reduce((sum, side, j) => sum + side * Math.sqrt(inverse[j]![j]!), 0);
  const area = sides.reduce((product, side) => product * side, 1) / Math.sqrt(determinant);
  return (u) => {
    const peak = Math.exp(-0.5 * u * u);
    return 2 * (normalCdf(-u) + (halfPerimeter * peak) / (2 * Math.PI) + (area * u * peak) / (2 * Math.PI) ** 1.5);
  };
}
