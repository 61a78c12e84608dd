import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { MaternFamily } from "../../kernels/stationaryKernel.ts";
import { markovProcess, type MarkovProcess, type MarkovStep } from "./markovProcess.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

interface MarkovNoise extends UnitNoiseSampler {
  /**
   * s, g₀, g₁, g₂, loss, f₁, f₂ and 0 of each step, those of step `settled` for all further ones:
   *
   *     N_i = a + s z_i,  (a, b, c) ← (a − (loss a − (f₁b + (f₂c + g₀z_i))), b − (loss b − (f₁c + g₁z_i)), c − (loss c − g₂z_i)).
   */
  readonly gains: Float64Array;
  readonly settled: number;
}

/**
 * Noise with a Matérn kernel of smoothness 1/2, 3/2 or 5/2 and white noise, at sorted points of a line. With x the
 * prediction of the state of `markovProcess`,
 *
 *     y_i = x_{i,0} + s_i z_i,  x_{i+1} = Φ(t_i) x_i + g_i z_i,  t = λ·gap,
 *
 * the Kalman filter read from innovations to values: y = L z with L the lower Cholesky factor of K + τI, in O(m).
 *
 * @param kernel ℓ > 0, in the units of the gaps
 * @param gaps m − 1 distances of neighbouring points, ≥ 0
 * @param jitter τ ≥ 0
 * @see docs/proofs/markovNoise.md; Anderson & Moore (1979), Optimal Filtering, sections 6.5 and 9.3
 */
export function markovNoise({
  kernel: { type, lengthScale },
  gaps,
  jitter,
}: {
  readonly kernel: MaternFamily;
  readonly gaps: ArrayLike<number>;
  readonly jitter: number;
}): MarkovNoise {
  checkNonNegative("jitter", jitter);
  const process = markovProcess(type, checkPositive("lengthScale", lengthScale));
  const m = gaps.length + 1;
  const steps = stepsOver(process, gaps);
  const [along, against] = [responses(steps), responses(steps.toReversed())];
  const unit = 2 ** -53;
  let error = 3 * unit * Math.sqrt(m) * along[0]!;
  let filter = predictionFilter(process, steps, jitter + 1.01 * error + 4 * m * unit);
  for (;;) {
    let found = 10 * Math.sqrt(m * (1 + jitter));
    filter.squaredErrors.forEach((square, k) => (found += Math.sqrt(along[k]! * against[k]! * square)));
    if (!(found * unit > error)) break;
    error = 1.05 * found * unit;
    filter = predictionFilter(process, steps, jitter + 1.01 * error + 4 * m * unit);
  }
  const raise = 1.01 * (error + process.innovationError);
  const amplitude = Math.sqrt(1 + raise);
  const { gains, settled } = filter;
  let roundings = 3 * Math.sqrt(m * (1 + jitter));
  filter.squaredRoundings.forEach((square, k) => (roundings += Math.sqrt(along[k]! * against[k]! * square)));
  const forwardError = 1.02 * unit * roundings * gaussianNormBound(1, 1);
  for (let i = 0; i < gains.length; i++) if (i % 8 < 4) gains[i]! *= amplitude;

  return {
    method: "autoregressive",
    normalCount: m,
    jitter,
    forwardError,
    gains,
    settled,
    covarianceError: (4.1 * error + 2.1 * process.innovationError + 6 * m * unit) * (1 + jitter),
    sample: (z, out) => {
      let [a, b, c] = [0, 0, 0];
      for (let i = 0, p = 0; i < settled; i++, p += 8) {
        const e = z[i]!;
        const [a0, b0] = [a, b];
        out[i] = a0 + gains[p]! * e;
        a = a0 - (gains[p + 4]! * a0 - (gains[p + 5]! * b0 + (gains[p + 6]! * c + gains[p + 1]! * e)));
        b = b0 - (gains[p + 4]! * b0 - (gains[p + 5]! * c + gains[p + 2]! * e));
        c = c - (gains[p + 4]! * c - gains[p + 3]! * e);
      }
      if (settled === m) return out;
      const [s, g0, g1, g2, loss, f1, f2] = gains.subarray(8 * settled) as unknown as Gains;
      for (let i = settled; i < m; i++) {
        const e = z[i]!;
        out[i] = a + s * e;
        a = a - (loss * a - (f1 * b + (f2 * c + g0 * e)));
        b = b - (loss * b - (f1 * c + g1 * e));
        c = c - (loss * c - g2 * e);
      }
      return out;
    },
  };
}

type Gains = readonly [number, number, number, number, number, number, number];

function stepsOver({ time, step }: MarkovProcess, gaps: ArrayLike<number>): MarkovStep[] {
  const known = new Map<number, MarkovStep>();
  return Array.from(gaps, (gap, i) => {
    const same = known.get(gap);
    if (same) return same;
    if (!(gap >= 0 && gap < Infinity)) throw new ParameterError(`gaps[${i}]`, gap, "non-negative and finite");
    const found = step(time(gap));
    known.set(gap, found);
    return found;
  });
}

/** For each k the largest Σ_{j ≤ i} Φ_0k(t_i − t_j) over all points i. */
function responses(steps: readonly MarkovStep[]): readonly number[] {
  const sums = [1, 0, 0];
  const most = [1, 0, 0];
  for (const { transition } of steps) {
    const [f0, f1 = 0, f2 = 0] = transition as [number, number?, number?];
    sums[2] = f0 * sums[2]! + f1 * sums[1]! + f2 * sums[0]!;
    sums[1] = f0 * sums[1]! + f1 * sums[0]!;
    sums[0] = f0 * sums[0]! + 1;
    for (let k = 0; k < 3; k++) most[k] = Math.max(most[k]!, sums[k]!);
  }
  return most;
}

interface PredictionFilter {
  /** As in `MarkovNoise`, before they are raised. */
  readonly gains: Float64Array;
  readonly settled: number;
  /** Σ over the steps of each state's squared error, in units of u. */
  readonly squaredErrors: Float64Array;
  /** Σ over the steps of the squared rounding of a draw, in units of u. */
  readonly squaredRoundings: Float64Array;
}

function predictionFilter(
  process: MarkovProcess,
  steps: readonly MarkovStep[],
  whiteVariance: number,
): PredictionFilter {
  const { order, deviations } = process;
  const m = steps.length + 1;
  const white = Math.sqrt(whiteVariance);
  const isEven = steps.every((step) => step === steps[0]);
  const gains: number[] = [];
  const squaredErrors = new Float64Array(order);
  const squaredRoundings = new Float64Array(order);
  const errors = new Float64Array(order);
  const roundings = new Float64Array(order);
  let root: Float64Array = Float64Array.from(process.step(Infinity).innovation);
  // Rows before rotation: the next square root, left, and the factor of Q, right.
  const width = 2 * order;
  const rows = new Float64Array(order * width);
  for (let i = 0; i < m; i++) {
    const first = root[0]!;
    const s = Math.sqrt(white * white + first * first);
    const { transition, loss, innovation } = steps[i] ?? ending;
    const gain = [0, 0, 0];
    const moved = transition.slice(1).reduce((sum, value, j) => sum + value * deviations[j + 1]!, loss);
    for (let k = 0; k < order; k++) {
      const row = k * width;
      rows.fill(0, row, row + width);
      let size = 0;
      for (let j = k; j < order; j++) {
        const factor = transition[j - k] ?? 0;
        let square = 0;
        for (let q = 0; q <= j; q++) {
          const value = root[j * order + q]!;
          rows[row + q]! += factor * value;
          square += value * value;
        }
        size += factor * Math.sqrt(square);
      }
      for (let q = 0; q <= k; q++) rows[row + order + q] = innovation[k * order + q] ?? 0;
      let square = 0;
      for (let q = row; q < row + width; q++) square += rows[q]! ** 2;
      gain[k] = (rows[row]! * first) / s;
      rows[row]! *= white / s;
      errors[k] = (1 + 10 * moved) * deviations[k]! + 8 * size + 8 * (order * order + 1) * Math.sqrt(square);
      squaredErrors[k]! += errors[k]! ** 2;
      const movedOwn = transition.slice(1).reduce((sum, f, j) => sum + f * (deviations[k + j + 1] ?? 0), 0);
      roundings[k] = (1 + 4 * loss) * deviations[k]! + 4 * movedOwn + 5 * gain[k]!;
      squaredRoundings[k]! += roundings[k]! ** 2;
    }
    gains.push(s, ...gain, loss, transition[1] ?? 0, transition[2] ?? 0, 0);
    const next = triangle(rows, order);
    const last = root;
    root = next;
    if (!isEven) continue;
    const changes = Array.from(deviations, (_, k) => rowDistance(last, next, k * order, (k + 1) * order) * 2 ** 53);
    if (changes.every((change, k) => change <= deviations[k]!)) {
      errors.forEach((error, k) => (squaredErrors[k]! += (m - i) * (error + changes[k]!) ** 2));
      roundings.forEach((rounding, k) => (squaredRoundings[k]! += (m - i) * rounding ** 2));
      return { gains: Float64Array.from(gains), settled: i, squaredErrors, squaredRoundings };
    }
  }
  return { gains: Float64Array.from(gains), settled: m, squaredErrors, squaredRoundings };
}

const ending: MarkovStep = { transition: [0], loss: 1, innovation: [] };

function rowDistance(A: Float64Array, B: Float64Array, start: number, end: number): number {
  let square = 0;
  for (let q = start; q < end; q++) square += (A[q]! - B[q]!) ** 2;
  return Math.sqrt(square);
}

/** Lower triangle T with T Tᵀ = R Rᵀ, by rotations. */
function triangle(rows: Float64Array, order: number): Float64Array {
  const width = 2 * order;
  const T = new Float64Array(order * order);
  for (let k = 0; k < order; k++) {
    for (let q = k + 1; q <= order + k; q++) {
      const x = rows[k * width + k]!;
      const y = rows[k * width + q]!;
      if (y === 0) continue;
      const length = Math.sqrt(x * x + y * y);
      if (!(length > 0)) continue;
      const [c, s] = [x / length, y / length];
      for (let r = k * width; r < order * width; r += width) {
        const [left, right] = [rows[r + k]!, rows[r + q]!];
        rows[r + k] = c * left + s * right;
        rows[r + q] = c * right - s * left;
      }
    }
    for (let r = k; r < order; r++) T[r * order + k] = rows[r * width + k]!;
  }
  return T;
}
