import { fftRoundoff } from "../../linalg/fourier/fft.ts";
import { createPlaneFft } from "../../linalg/fourier/planeFft.ts";
import { createRealFft } from "../../linalg/fourier/realFft.ts";
import { rootsOfUnity } from "../../linalg/fourier/rootsOfUnity.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { mirroredPanels, mirroredWork } from "../../arithmetic/plain/mirrored.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";

/** Axis of a grid laid on a circle, with the frequencies in use: k whole turns, |k| ≤ highest. */
export interface CircleAxis {
  readonly count: number;
  /** Step of the grid over period of the circle. */
  readonly turn: number;
  readonly highest: number;
}

interface WhiteNoise {
  readonly deviation: number;
  readonly normals: Float64Array;
}

interface WaveSum {
  /**
   * Re Σ_k Σ_l c_kl e^(−i(φ_ik + φ_jl)) over |k| ≤ x.highest, 0 ≤ l ≤ y.highest, plus σ z_q, at place q = j·x.count +
   * i.
   *
   * @param re,im c_kl at l·(2·x.highest + 1) + x.highest + k
   */
  sum(re: Float64Array, im: Float64Array, out: Float64Array, white: WhiteNoise): void;
  /**
   * Bound on the 2-norm of computed minus exact sum, for c_kl = w_kl (a_kl + i b_kl) of standard normals a, b; fails
   * like `gaussianNormBound`.
   */
  drawError(weights: Float64Array): number;
  /** Bound on the spectral norm of the error of the map from a, b to the sum. */
  mapError(weights: Float64Array): number;
}

/** Sums of waves on a grid, φ_jk = 2π·k·turn·(j − ⌊count/2⌋), by a fast transform where it is less work, else by tables. */
export function waveSum(x: CircleAxis, y: CircleAxis): WaveSum {
  const lengths = [x, y].map(({ count, turn }) => (count === 1 ? 1 : 1 / turn)) as [number, number];
  const isFast = lengths.every((length) => Number.isInteger(Math.log2(length)));
  const cells = lengths[0] * lengths[1];
  const products = 2 * (y.highest + 1) * (x.highest + 1) * x.count + (y.highest + 1) * x.count * y.count;
  const work = x.count === 1 ? 8 * products : products;
  if (!isFast || work < 2 * cells * Math.log2(cells)) return byTables(x, y);
  return x.count === 1 ? alongLine(y, lengths[1]) : onPlane(x, y, lengths);
}

function alongLine({ count, highest }: CircleAxis, length: number): WaveSum {
  const fft = createRealFft(length);
  const spectrumRe = new Float64Array(length / 2 + 1);
  const spectrumIm = new Float64Array(length / 2 + 1);
  const values = new Float64Array(length);
  const origin = Math.floor(count / 2);
  const [before, after] = [values.subarray(length - origin), values.subarray(0, count - origin)];
  return {
    sum: (re, im, out, white) => {
      for (let k = 0; k <= highest; k++) {
        const once = k === 0 || 2 * k === length ? 1 : 0.5;
        spectrumRe[k] = once * re[k]!;
        spectrumIm[k] = -once * im[k]!;
      }
      fft.sum(spectrumRe, spectrumIm, values);
      out.set(before);
      out.set(after, origin);
      addWhite(out, count, white);
    },
    // From ‖Σ c e^(−iφ)‖₂ ≤ √length ‖c‖₂ over the whole circle.
    mapError: (weights) => 2 * fftRoundoff(length) * Math.sqrt(length) * largest(weights),
    drawError: (weights) =>
      (2 * fftRoundoff(length) + 2 * 2 ** -53) * Math.sqrt(length) * gaussianNormBound(...sizesOf(weights)),
  };
}

function onPlane(x: CircleAxis, y: CircleAxis, [width, depth]: readonly [number, number]): WaveSum {
  const fft = createPlaneFft(width, depth);
  const rows = y.highest + 1;
  const [turnsX, turnsY] = [turnsOf(x, width), turnsOf(y, depth)];
  return {
    sum: (re, im, out, white) => {
      fft.sum({
        rows,
        fill: (spectrumRe, spectrumIm) => {
          spectrumRe.fill(0);
          spectrumIm.fill(0);
          for (let l = 0, q = 0; l <= y.highest; l++) {
            const once = l === 0 || 2 * l === depth ? 1 : 0.5;
            const cy = once * turnsY.cosines[l]!;
            const sy = once * turnsY.sines[l]!;
            for (let k = -x.highest; k <= x.highest; k++, q++) {
              const n = Math.abs(k);
              const sx = k < 0 ? -turnsX.sines[n]! : turnsX.sines[n]!;
              const c = cy * turnsX.cosines[n]! - sy * sx;
              const s = sy * turnsX.cosines[n]! + cy * sx;
              const to = l * width + (k < 0 ? width + k : k);
              spectrumRe[to]! += c * re[q]! - s * im[q]!;
              spectrumIm[to]! -= s * re[q]! + c * im[q]!;
            }
          }
        },
        values: out,
        columns: x.count,
      });
      addWhite(out, x.count * y.count, white);
    },
    // Turns and products err by less than 16u.
    mapError: (weights) =>
      (fftRoundoff(width) + fftRoundoff(depth) + 18 * 2 ** -53) * Math.sqrt(2 * width * depth) * largest(weights),
    drawError: (weights) =>
      (fftRoundoff(width) + fftRoundoff(depth) + 20 * 2 ** -53) *
      Math.sqrt(2 * width * depth) *
      gaussianNormBound(...sizesOf(weights)),
  };
}

function addWhite(out: Float64Array, count: number, { deviation, normals }: WhiteNoise): void {
  for (let q = 0; q < count; q++) out[q]! += deviation * normals[q]!;
}

function turnsOf({ count, highest }: CircleAxis, length: number) {
  const { cosines, sines } = rootsOfUnity(length);
  const indices = Array.from({ length: highest + 1 }, (_, k) => (k * Math.floor(count / 2)) % length);
  return { cosines: indices.map((index) => cosines[index]!), sines: indices.map((index) => sines[index]!) };
}

function byTables(x: CircleAxis, y: CircleAxis): WaveSum {
  const [tableX, tableY] = [tableOf(x), tableOf(y)];
  const [width, height] = [x.highest + 1, y.highest + 1];
  // Odd lengths have a middle point; the next line begins in the extra place.
  const [line, lines] = [2 * tableX.kept - 1, 2 * tableY.kept - 1];
  const alongX = 0;
  const alongY = alongX + tableX.panels.length;
  const waves = alongY + tableY.panels.length;
  const sums = waves + 4 * height * width;
  const values = sums + evenSize(2 * height * x.count + 1);
  const m = x.count * y.count;
  const white = values + evenSize(lines * x.count);
  const factor = white + evenSize(m);
  const work = factor + 2;
  const first = {
    x: waves,
    y: sums,
    panels: alongX,
    n: 2 * width,
    kept: tableX.kept,
    count: line,
    outer: 2 * height,
    inner: 1,
    apart: x.count,
    isFolded: true,
    work,
  };
  const second = {
    x: sums,
    y: values,
    panels: alongY,
    n: 2 * height,
    kept: tableY.kept,
    count: lines,
    outer: 1,
    inner: x.count,
    apart: lines,
    isFolded: true,
    work,
  };
  const room = work + mirroredWork(Math.max(first.n, second.n));
  return {
    sum: (re, im, out, { deviation, normals }) => {
      const { reserve, mirroredProduct, subtractMultiples } = arithmetic();
      const memory = reserve(room);
      memory.set(tableX.panels, alongX);
      memory.set(tableY.panels, alongY);
      // Σ_k c_k e^(−iφ) = Σ_{k ≥ 0} even cos φ − i odd sin φ; real parts first, then imaginary ones.
      const imaginary = 2 * height * width;
      for (let l = 0, to = waves, middle = x.highest; l < height; l++, to += width, middle += 2 * x.highest + 1) {
        for (let k = 0; k < width; k++, to++) {
          const a = re[middle + k]!;
          const b = im[middle + k]!;
          const c = k === 0 ? 0 : re[middle - k]!;
          const d = k === 0 ? 0 : im[middle - k]!;
          memory[to] = a + c;
          memory[to + width] = b - d;
          memory[to + imaginary] = b + d;
          memory[to + imaginary + width] = c - a;
        }
      }
      mirroredProduct(first);
      mirroredProduct(second);
      memory.set(normals.subarray(0, m), white);
      memory[factor] = -deviation;
      subtractMultiples({ to: values, rows: white, stride: m, count: 1, factors: factor, length: m });
      out.set(memory.subarray(values, values + m));
    },
    // A wave of k turns is known to 7.5ku; a factor passes a product and at most highest + 2 additions per axis.
    mapError: (weights) => {
      const { squares } = tableErrors(x, y, weights, { each: 8, others: x.highest + 16 });
      return 2 ** -53 * Math.sqrt(2 * x.count * y.count * squares);
    },
    // At most Σ d |ζ|, |ζ| = √(a² + b²) of mean √(π/2).
    drawError: (weights) => {
      const { sum, squares } = tableErrors(x, y, weights, { each: 7.5, others: 1.42 * x.highest + 11 });
      return 2 ** -53 * Math.sqrt(x.count * y.count) * gaussianNormBound((Math.PI / 2) * sum ** 2, Math.sqrt(squares));
    },
  };
}

/** Σ d and Σ d² of the errors d of the waves, in units of u. */
function tableErrors(
  x: CircleAxis,
  y: CircleAxis,
  weights: Float64Array,
  { each, others }: { readonly each: number; readonly others: number },
): { readonly sum: number; readonly squares: number } {
  let [sum, squares] = [0, 0];
  for (let l = 0, q = 0; l <= y.highest; l++) {
    for (let k = -x.highest; k <= x.highest; k++, q++) {
      const error = weights[q]! * (each * (Math.abs(k) + l) + y.highest + others);
      sum += error;
      squares += error * error;
    }
  }
  return { sum, squares };
}

/** Rows of cosines and of negated sines, from the first point to the middle one, by panels. */
interface WaveTable {
  readonly kept: number;
  readonly panels: Float64Array;
}

/**
 * cos and −sin of φ at distance ⌊count/2⌋, …, 0 from the middle, for each k: powers of e^(iφ). The first is off by
 * 5.2u: 2.4u from the angle and √2u from cosine and sine; each further power adds as much and √5u.
 */
function tableOf({ count, turn, highest }: CircleAxis): WaveTable {
  const kept = Math.floor(count / 2) + 1;
  const stride = highest + 1;
  const even = new Float64Array(kept * stride);
  const odd = new Float64Array(kept * stride);
  for (let i = 0; i < kept; i++) {
    const j = kept - 1 - i;
    const c = Math.cos(2 * Math.PI * turn * j);
    const s = Math.sin(2 * Math.PI * turn * j);
    const row = i * stride;
    even[row] = 1;
    for (let k = row; k < row + highest; k++) {
      const [cosine, sine] = [even[k]!, -odd[k]!];
      even[k + 1] = cosine * c - sine * s;
      odd[k + 1] = -(sine * c + cosine * s);
    }
  }
  return { kept, panels: mirroredPanels({ even, odd, stride, n: 2 * stride, kept }) };
}

function evenSize(n: number): number {
  return n + (n % 2);
}

/** Σ w² over both normals of each wave, and the largest w. */
function sizesOf(weights: Float64Array): [meanSquare: number, norm: number] {
  return [2 * weights.reduce((sum, weight) => sum + weight * weight, 0), largest(weights)];
}

function largest(weights: Float64Array): number {
  return weights.reduce((most, weight) => Math.max(most, weight), 0);
}
