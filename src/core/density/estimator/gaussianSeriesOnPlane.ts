import { exponentialsOfQuadratic } from "../../arithmetic/exponentials.ts";
import { lineSize } from "../../arithmetic/plain/spectrum.ts";
import { reach } from "./gaussianConvolution.ts";
import type { Added, Spread } from "./gaussianOnPlane.ts";
import { weighRows, type Plane } from "./spectrumOnPlane.ts";

/**
 * c Ŵ, folded, for c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²) ≤ X = 33.
 *
 * @see docs/proofs/densitySums.md, Lemma 8
 */
export function addSeries(plane: Plane, { xx, xy, yy, determinant }: Spread, unit: number): Added {
  const { by, width, depth, scratch } = plane;
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const alpha = xx * a * a;
  const beta = xy * a * b;
  const gamma = yy * b * b;
  const leastGamma = (determinant / xx) * b * b;
  const limit = 2 * nearReach * (1 + 2 ** -20);
  const lines = Math.floor(Math.sqrt(limit / leastGamma)) + 1;
  const reachX = Math.floor(Math.sqrt((limit * yy) / determinant) / a) + 1;
  const span = 2 * reachX + 1;
  const together = beta === 0 ? lines : determinant > 0.01 * xx * yy ? 8 : 1;
  const blocks = Math.ceil(lines / together);
  const turns = beta === 0 ? 1 : together;
  const widest = Math.min(span, Math.floor(2 * Math.sqrt(limit / alpha) + (together - 1) * Math.abs(beta / alpha)) + 2);

  // e^(−γ(2pj + j²)/2) for all l, e^(−βkj) for all j and |k| ≤ reachX, then e^(−x(k, p)) for the k of lines p, …, p +
  // 7.
  const turnsAt = scratch + lines;
  const terms = turnsAt + turns * span + blocks * widest;
  const work = terms + lineSize * lines;
  const memory = by.reserve(work + 7 * width);
  let at = scratch;
  for (let l = 0; l < lines; l++) memory[at++] = -0.5 * gamma * (l % together) * (2 * l - (l % together));
  by.exponentials(scratch, lines);
  for (let j = 0; j < turns; j++, at += span) {
    exponentialsOfQuadratic(by, { values: at, count: span, from: -reachX, a: 0, b: -beta * j, c: 0 });
  }
  for (let p = 0; p < lines; p += together) {
    let least = reachX;
    let most = -reachX;
    for (let l = p; l < lines && l < p + together; l++) {
      const line = terms + lineSize * l;
      const centre = (-beta / alpha) * l;
      const halfWidth = Math.sqrt(Math.max(0, limit - leastGamma * l * l) / alpha);
      memory[line] = Math.max(-reachX, Math.ceil(centre - halfWidth));
      memory[line + 1] = Math.min(reachX, Math.floor(centre + halfWidth));
      least = Math.min(least, memory[line]);
      most = Math.max(most, memory[line + 1]!);
    }
    for (let l = p; l < lines && l < p + together; l++) {
      const line = terms + lineSize * l;
      memory[line + 2] = turnsAt + ((l - p) % turns) * span + reachX;
      memory[line + 3] = at - least;
      memory[line + 4] = unit * memory[scratch + l]!;
    }
    if (least > most) continue;
    const count = most - least + 1;
    exponentialsOfQuadratic(by, {
      values: at,
      count,
      from: least,
      a: -0.5 * alpha,
      b: -beta * p,
      c: -0.5 * gamma * p * p,
    });
    at += count;
  }

  // Terms (k, l) with l ≡ row, and (−k, −l) with −l ≡ row, modulo M.
  const rows = Math.min(lines, (depth >> 1) + 1);
  weighRows(plane, { rows, period: depth, terms, lines, work });
  const along = 1.6875 * Math.sqrt(Math.PI / alpha);
  const across = 1.6875 * Math.sqrt(Math.PI / leastGamma);
  const meetingUpTo = (x: number) =>
    Math.ceil((2 * Math.floor(Math.sqrt((2 * x * yy) / determinant) / a + 1) + 1) / width) *
    Math.ceil((2 * Math.floor(Math.sqrt((2 * x) / leastGamma) + 1) + 1) / depth);
  return {
    rows,
    meeting: Math.ceil(span / width) * Math.ceil((2 * lines - 1) / depth),
    squaredNorm: unit ** 2 * (1 + along + across + (2.5 * Math.PI) / Math.sqrt(alpha * leastGamma)),
    left: unit * Math.sqrt(width * depth * meetingUpTo(farReach) * squaresBeyond(nearReach, alpha, leastGamma)),
  };
}

/** X: the largest exponent ½ωᵀHω in the series of a plane. */
export const nearReach = 33;

/** Y. */
const farReach = 44;

/** Bound on repetitions of the kernel and terms beyond Y over the kernel's height. */
export const farRemainder = 8.1 * Math.exp(-reach) + 1.01 * Math.E * farReach * Math.exp(-farReach);

/** Bound on the sum of e^(−2x) over all whole (k, l) with x > X, 2x = α(k − k_l)² + γ′l² (densitySums.md, Lemma 9). */
export function squaresBeyond(X: number, alpha: number, leastGamma: number): number {
  const lines = Math.floor(Math.sqrt((2 * X) / leastGamma)) + 1;
  let sum = 2 * tail(leastGamma, lines) * (1 + Math.sqrt(Math.PI / alpha));
  for (let l = 0; l < lines; l++) {
    sum += (l === 0 ? 2 : 4) * tail(alpha, Math.sqrt(Math.max(0, 2 * X - leastGamma * l * l) / alpha));
  }
  return Math.exp(-2 * X) * sum;
}

/** t. */
function tail(rate: number, from: number): number {
  return 1 + Math.min(1 / (2 * rate * from), 0.5 * Math.sqrt(Math.PI / rate));
}
