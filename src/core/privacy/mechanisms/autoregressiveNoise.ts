import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { gridAxis, gridSize, gridStep } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with the kernel exp(−Σ γ_j |r_j|) on a regular grid of any dimension, by a first-order recursion along each axis:
 *
 *     x₀ = z₀,  x_{i+1} = ρ x_i + √(1 − ρ²) z_{i+1},  ρ = exp(−γ·step).
 *
 * The process is Markov, so the recursion is exact; along two axes in turn it gives the product kernel. O(m).
 *
 * K has no eigenvalue below κ = Π (1 − ρ_j)/(1 + ρ_j), the least of its spectral density, so a factor 1 + η on K
 * returns what would otherwise be white noise: with η = (τ + slack)/κ the covariance is at least K + τI. Where η
 * exceeds 10⁻⁵, of a slow process or for a large τ, white noise of variance τ + slack is drawn instead.
 *
 * The slack covers the rounding of ρ, of the innovations (from expm1) and of the recursion, which change K by at most
 * 16(Σ counts)u·√K_ij each, a matrix of norm at most Π min(count, (1 + √ρ_j)/(1 − √ρ_j)) times that.
 *
 * @param rates γ_j > 0 per axis
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if an argument is out of range, or there is not one rate per axis
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.2 and 5 (K(x, z) = K(x, y) K(y, z) for x < y < z)
 */
export function autoregressiveNoise({
  grid,
  rates,
  jitter,
}: {
  readonly grid: RegularGrid;
  readonly rates: readonly number[];
  readonly jitter: number;
}): UnitNoiseSampler {
  checkPositiveInteger("grid.axes.length", grid.axes.length);
  checkLength("rates", rates, grid.axes.length);
  checkNonNegative("jitter", jitter);
  const m = gridSize(grid);
  const elementError = 16 * grid.axes.reduce((sum, { count }) => sum + count, 0) * 2 ** -53;
  let stride = 1;
  const sweeps = grid.axes.map((axis, j) => {
    const decay = checkPositive(`rates[${j}]`, rates[j]!) * gridStep(gridAxis(axis));
    const sweep = { count: axis.count, stride, decay, rho: Math.exp(-decay), innovation: Math.sqrt(-Math.expm1(-2 * decay)) };
    stride *= axis.count;
    return sweep;
  });
  // (1 − e^(−x))/(1 + e^(−x)) = tanh x/2.
  const leastEigenvalue = sweeps.reduce((product, { decay }) => product * Math.tanh(decay / 2), 1);
  const slack = sweeps.reduce((product, { count, decay }) => product * Math.min(count, 1 / Math.tanh(decay / 4)), elementError);
  const raise = (jitter + slack) / leastEigenvalue;
  const isRaised = raise <= mostRaised;
  const amplitude = isRaised ? Math.sqrt(1 + raise) : 1;
  const whiteDeviation = Math.sqrt(jitter + slack);

  return {
    method: "autoregressive",
    normalCount: isRaised ? m : 2 * m,
    jitter,
    covarianceError: elementError + (isRaised ? raise : slack),
    sample: (z, out) => {
      for (let i = 0; i < m; i++) out[i] = amplitude * z[i]!;
      for (const { count, stride, rho, innovation } of sweeps) {
        for (let start = 0; start < m; start += stride * count) {
          for (let i = start + stride; i < start + stride * count; i++) {
            out[i] = rho * out[i - stride]! + innovation * out[i]!;
          }
        }
      }
      if (!isRaised) for (let i = 0; i < m; i++) out[i]! += whiteDeviation * z[m + i]!;
      return out;
    },
  };
}

/** The most that the variance is raised in place of white noise. */
const mostRaised = 1e-5;
