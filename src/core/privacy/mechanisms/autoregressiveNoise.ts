import { checkLength, checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridSize, gridStep } from "../../grids.ts";
import type { RegularGrid } from "../../grids.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with the kernel exp(−Σ γ_j |r_j|) on a regular grid of one or two dimensions, by a first-order recursion along each axis:
 *
 *     x₀ = z₀,  x_{i+1} = ρ x_i + √(1 − ρ²) z_{i+1},  ρ = exp(−γ·step),
 *
 * and white noise. The process is Markov, so the recursion is exact; along two axes in turn it gives the product kernel. O(m).
 *
 * **Dominance.** The recursion of an axis is a matrix A with ‖A‖² ≤ κ, the lesser of count and (1 + ρ)/(1 − ρ). Rounded, as
 * x − ((1 − ρ)x − √(1 − ρ²) z), each step errs by u|x′| + 5u((1 − ρ)|x| + √(1 − ρ²)|z|), and an error decays like ρᵏ; so
 *
 *     ‖E‖ ≤ min(count, 1/(1 − ρ))·u((1 + 5(1 − ρ))√κ + 5√(1 − ρ²)).
 *
 * Both axes together err by at most e = ‖A₁‖‖E₀‖ + ‖E₁‖(‖A₀‖ + ‖E₀‖), and 3u√(κ₀κ₁) for scaling and for adding white noise. Since
 * A Aᵀ ⪯ (1 + e)(A + E)(A + E)ᵀ + (e + e²)I, noise scaled by √(1 + 1.01e), with white noise of variance τ + 1.01e + 4mu (of
 * which 4mu is for the rounding of γ·step), has a covariance of at least K + τI.
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
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid", d, "of one or two axes");
  checkLength("rates", rates, d);
  checkNonNegative("jitter", jitter);
  const m = gridSize(grid);
  const recursions = grid.axes.map((axis, j) => recursionAlong(axis.count, checkPositive(`rates[${j}]`, rates[j]!) * gridStep(gridAxis(axis))));
  const x = recursions[0]!;
  const y = recursions[1] ?? { count: 1, loss: 1, innovation: 0, norm: 1, error: 0 };

  const error = y.norm * x.error + y.error * (x.norm + x.error) + 3 * 2 ** -53 * x.norm * y.norm;
  const slack = 1.01 * error + 4 * m * 2 ** -53;
  const amplitude = Math.sqrt(1 + 1.01 * error);
  const white = Math.sqrt(jitter + slack);
  const before = new Float64Array(x.count);
  const [width, lossX, lossY] = [x.count, x.loss, y.loss];
  const [startX, innovationX, innovationY] = [amplitude, amplitude * x.innovation, y.innovation];

  return {
    method: "autoregressive",
    normalCount: 2 * m,
    jitter,
    covarianceError: 4.1 * error + 6 * m * 2 ** -53,
    sample: (z, out) => {
      let row = width;
      // The first row begins the recursion of the second axis.
      let value = 0;
      for (let i = 0; i < width; i++) {
        value = i === 0 ? startX * z[0]! : value - (lossX * value - innovationX * z[i]!);
        before[i] = value;
        out[i] = value + white * z[m + i]!;
      }
      // Then four rows at a time, because each step of a recursion waits for the one before.
      for (; row + 3 * width < m; row += 4 * width) {
        let [a, b, c, d] = [0, 0, 0, 0];
        for (let i = 0, p = row, q = row + width, r = q + width, s = r + width; i < width; i++, p++, q++, r++, s++) {
          if (i === 0) {
            a = startX * z[p]!;
            b = startX * z[q]!;
            c = startX * z[r]!;
            d = startX * z[s]!;
          } else {
            a = a - (lossX * a - innovationX * z[p]!);
            b = b - (lossX * b - innovationX * z[q]!);
            c = c - (lossX * c - innovationX * z[r]!);
            d = d - (lossX * d - innovationX * z[s]!);
          }
          let f = before[i]!;
          f = f - (lossY * f - innovationY * a);
          out[p] = f + white * z[m + p]!;
          f = f - (lossY * f - innovationY * b);
          out[q] = f + white * z[m + q]!;
          f = f - (lossY * f - innovationY * c);
          out[r] = f + white * z[m + r]!;
          f = f - (lossY * f - innovationY * d);
          out[s] = f + white * z[m + s]!;
          before[i] = f;
        }
      }
      for (; row < m; row += width) {
        for (let i = 0, p = row; i < width; i++, p++) {
          value = i === 0 ? startX * z[p]! : value - (lossX * value - innovationX * z[p]!);
          let f = before[i]!;
          f = f - (lossY * f - innovationY * value);
          out[p] = f + white * z[m + p]!;
          before[i] = f;
        }
      }
      return out;
    },
  };
}

interface Recursion {
  readonly count: number;
  /** 1 − ρ and √(1 − ρ²). */
  readonly loss: number;
  readonly innovation: number;
  /** Bounds on ‖A‖ and ‖E‖. */
  readonly norm: number;
  readonly error: number;
}

/** @param decay γ·step */
function recursionAlong(count: number, decay: number): Recursion {
  const loss = -Math.expm1(-decay);
  const innovation = Math.sqrt(-Math.expm1(-2 * decay));
  // (1 + e^(−x))/(1 − e^(−x)) = coth x/2.
  const norm = Math.sqrt(Math.min(count, 1 / Math.tanh(decay / 2)));
  const error = Math.min(count, 1 / loss) * 2 ** -53 * ((1 + 5 * loss) * norm + 5 * innovation);
  return { count, loss, innovation, norm, error };
}
