import { checkLength, checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridSize, gridStep, type RegularGrid } from "../../grids.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

interface AutoregressiveNoise extends UnitNoiseSampler {
  readonly coefficients: {
    /** a_0 = start·z_0, a_i = a_{i−1} − (loss·a_{i−1} − innovation·z_i). */
    readonly x: { readonly start: number; readonly loss: number; readonly innovation: number };
    /** f_0 = a_0, f_j = f_{j−1} − (loss·f_{j−1} − innovation·a_j) in each column. */
    readonly y: { readonly loss: number; readonly innovation: number };
    /** Bᵀ = Y ⊗ X, on the diagonals and right of them; X has 1 and Y `first` as first element. */
    readonly local: {
      readonly ownX: number;
      readonly nextX: number;
      readonly first: number;
      readonly ownY: number;
      readonly nextY: number;
    };
    readonly white: number;
  };
}

/**
 * Noise with the kernel exp(−Σ γ_j |r_j|) on a regular grid of one or two dimensions, by a first-order recursion along
 * each axis:
 *
 *     x₀ = z₀,  x_{i+1} = q x_i + √(1 − q²) z_{i+1},  q = exp(−γ·step),
 *
 * so x = A z in O(m). White noise needs no normals: with B = A⁻¹, which has two diagonals per axis,
 *
 *     (A + ½τ′Bᵀ)(A + ½τ′Bᵀ)ᵀ = K + τ′I + ¼τ′²K⁻¹ ⪰ K + τ′I.
 *
 * The white noise takes m more normals if the last term may exceed 10⁻¹¹.
 *
 * @param rates γ_j > 0 per axis
 * @param jitter τ ≥ 0
 * @see docs/proofs/autoregressiveNoise.md; Hall, Rinaldo & Wasserman (2013), sections 4.2 and 5
 */
export function autoregressiveNoise({
  grid,
  rates,
  jitter,
}: {
  readonly grid: RegularGrid;
  readonly rates: readonly number[];
  readonly jitter: number;
}): AutoregressiveNoise {
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid", d, "of one or two axes");
  checkLength("rates", rates, d);
  checkNonNegative("jitter", jitter);
  const m = gridSize(grid);
  const recursions = grid.axes.map((axis, j) =>
    recursionAlong(axis.count, checkPositive(`rates[${j}]`, rates[j]!) * gridStep(gridAxis(axis))),
  );
  const x = recursions[0]!;
  const y = recursions[1] ?? { count: 1, loss: 1, innovation: 1, norm: 1, inverse: 1, error: 0, response: 0 };

  const unit = 2 ** -53;
  const sweeps = y.norm * x.error + y.error * (x.norm + x.error) + 3 * unit * x.norm * y.norm;
  const most = jitter + 2 * sweeps + 8 * m * unit;
  const inverse = (x.inverse * y.inverse) ** 2;
  const isSmall = 0.25 * most * most * inverse < 1e-11;
  const error = sweeps + 16 * unit * (isSmall ? 0.5 * most * Math.sqrt(inverse) : Math.sqrt(most));
  const variance = jitter + 1.01 * error + 4 * m * unit;
  const amplitude = Math.sqrt(1 + 1.01 * error);
  const white = isSmall ? 0 : Math.sqrt(variance * (1 + 2 ** -50));
  const local = isSmall ? 0.5 * variance * amplitude : 0;

  const [ownX, nextX] = isSmall ? [1 / x.innovation, (1 - x.loss) / x.innovation] : [0, 0];
  const [ownY, nextY] = isSmall ? [local / y.innovation, (local * (1 - y.loss)) / y.innovation] : [0, 0];
  const coefficients: Coefficients = {
    x: { start: amplitude, loss: x.loss, innovation: amplitude * x.innovation },
    y: { loss: y.loss, innovation: y.innovation },
    local: { ownX, nextX, first: local, ownY, nextY },
    white,
  };
  const sweep = sweepsOver({ m, width: x.count }, coefficients);

  const normalCount = isSmall ? m : 2 * m;
  const first = gaussianNormBound(m, 1);
  const alongX = gaussianNormBound(m, x.norm);
  const alongBoth = gaussianNormBound(m, x.norm * y.norm);
  const whole = gaussianNormBound(m * (1 + variance), x.norm * y.norm + Math.sqrt(variance));
  const starts = gaussianNormBound(y.count, 1);
  const errorX = x.response * ((1 + 2 * x.loss) * alongX + 3 * x.innovation * first + starts);
  const errorY = y.response * ((1 + 2 * y.loss) * alongBoth + 2 * y.innovation * alongX);
  const errorWhite = whole + (isSmall ? 3 * variance * Math.sqrt(inverse) : 2 * white) * first;
  const forwardError = 1.02 * unit * (y.norm * errorX + errorY + errorWhite);

  return {
    method: "autoregressive",
    normalCount,
    jitter,
    forwardError,
    coefficients,
    covarianceError: 4.1 * error * (1 + jitter) + 6 * m * unit + (isSmall ? 1e-11 : 0),
    sample: (z, out) => {
      sweep(z, out);
      if (!isSmall) for (let i = 0; i < m; i++) out[i]! += white * z[m + i]!;
      return out;
    },
  };
}

type Coefficients = AutoregressiveNoise["coefficients"];

function sweepsOver(
  { m, width }: { readonly m: number; readonly width: number },
  { x, y, local: { ownX, nextX, first: local, ownY, nextY } }: Coefficients,
): (z: Float64Array, out: Float64Array) => void {
  const [startX, lossX, innovationX] = [x.start, x.loss, x.innovation];
  const [lossY, innovationY] = [y.loss, y.innovation];
  const before = new Float64Array(width);

  return (z, out) => {
    let row = 0;
    while (row < m) {
      if (row > 0 && row + 4 * width < m) {
        fourRows(z, out, row);
        row += 4 * width;
      } else {
        oneRow(z, out, row);
        row += width;
      }
    }
  };

  function oneRow(z: Float64Array, out: Float64Array, row: number): void {
    const isFirst = row === 0;
    const isLast = row + width === m;
    const own = isFirst ? local : ownY;
    let a = 0;
    for (let i = 0, p = row; i < width; i++, p++) {
      const isEnd = i === width - 1;
      const [ownHere, nextHere] = [i === 0 ? 1 : ownX, isEnd ? 0 : nextX];
      const right = ownHere * z[p]! - nextHere * z[isEnd ? p : p + 1]!;
      const below = isLast ? 0 : ownHere * z[p + width]! - nextHere * z[isEnd ? p : p + width + 1]!;
      a = i === 0 ? startX * z[p]! : a - (lossX * a - innovationX * z[p]!);
      const f = isFirst ? a : before[i]! - (lossY * before[i]! - innovationY * a);
      out[p] = f + (own * right - nextY * below);
      before[i] = f;
    }
  }

  function fourRows(z: Float64Array, out: Float64Array, row: number): void {
    let [a, b, c, d] = [0, 0, 0, 0];
    let [p, q, r, s, t] = [row, row + width, row + 2 * width, row + 3 * width, row + 4 * width];
    let [zp, zq, zr, zs, zt] = [z[p]!, z[q]!, z[r]!, z[s]!, z[t]!];
    for (let i = 0; i < width; i++, p++, q++, r++, s++, t++) {
      if (i === 0) {
        a = startX * zp;
        b = startX * zq;
        c = startX * zr;
        d = startX * zs;
      } else {
        a = a - (lossX * a - innovationX * zp);
        b = b - (lossX * b - innovationX * zq);
        c = c - (lossX * c - innovationX * zr);
        d = d - (lossX * d - innovationX * zs);
      }
      const own = i === 0 ? 1 : ownX;
      const next = i === width - 1 ? 0 : nextX;
      const [yp, yq, yr, ys, yt] = [zp, zq, zr, zs, zt];
      zp = z[p + 1]!;
      zq = z[q + 1]!;
      zr = z[r + 1]!;
      zs = z[s + 1]!;
      zt = t + 1 < m ? z[t + 1]! : 0;
      const secondOf = own * yq - next * zq;
      const thirdOf = own * yr - next * zr;
      const fourthOf = own * ys - next * zs;
      let f = before[i]!;
      f = f - (lossY * f - innovationY * a);
      out[p] = f + (ownY * (own * yp - next * zp) - nextY * secondOf);
      f = f - (lossY * f - innovationY * b);
      out[q] = f + (ownY * secondOf - nextY * thirdOf);
      f = f - (lossY * f - innovationY * c);
      out[r] = f + (ownY * thirdOf - nextY * fourthOf);
      f = f - (lossY * f - innovationY * d);
      out[s] = f + (ownY * fourthOf - nextY * (own * yt - next * zt));
      before[i] = f;
    }
  }
}

interface Recursion {
  readonly count: number;
  readonly loss: number;
  readonly innovation: number;
  /** ≥ ‖A‖, ‖B‖ and ‖E‖. */
  readonly norm: number;
  readonly inverse: number;
  readonly error: number;
  /** Bound on the norm of the response to an error at each step. */
  readonly response: number;
}

function recursionAlong(count: number, decay: number): Recursion {
  const loss = -Math.expm1(-decay);
  const innovation = Math.sqrt(-Math.expm1(-2 * decay));
  // (1 + e^(−x))/(1 − e^(−x)) = coth x/2.
  const norm = Math.sqrt(Math.min(count, 1 / Math.tanh(decay / 2)));
  const response = Math.min(count, 1 / loss);
  const error = response * 2 ** -53 * ((1 + 5 * loss) * norm + 5 * innovation);
  return { count, loss, innovation, norm, inverse: Math.max(1, (2 - loss) / innovation), error, response };
}
