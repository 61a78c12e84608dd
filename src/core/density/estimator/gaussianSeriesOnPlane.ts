import { exponentialsOfQuadratic } from "../../arithmetic/exponentials.ts";
import { lineSize } from "../../arithmetic/plain/spectrum.ts";
import { reach } from "./gaussianConvolution.ts";
import type { Added, Spread } from "./gaussianOnPlane.ts";
import { weighRows } from "./spectrumOnPlane.ts";
import type { Plane } from "./spectrumOnPlane.ts";

/**
 * c Ŵ, folded, for c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²) ≤ X = 33.
 *
 * With l = p + j, p a multiple of 8, c is the product of e^(−x(k, p)), e^(−βkj) and e^(−γ(2pj + j²)/2). The moduli of all
 * terms of the exponents add up to those of x. No factor leaves the range of doubles: √x is a norm, at most 3.5 for (0,
 * 7) and √(X/(1 − r²)) for (0, l) and (k, 0), so the exponents are at most 96 and, unless r² > 0.99, 450. If r² > 0.99, j
 * is 0; without correlation, where the second factor is 1, p is 0.
 *
 * (1 + x)² e^(−2x) falls from its largest value in a row to both sides, and so do these maxima from the first row on.
 * Hence its sum over the lattice is at most 1 + ∫dk + ∫dl + ∬, the first two over the lines where x is least.
 *
 * **Omitted terms**, in the 2-norm over the values, for Y = 44.
 *
 * 1. At most A′ of the terms with X < x ≤ Y meet in one frequency, counted as A is. As |Ŵ| ≤ 1, these are values of
 *    2-norm at most √(NMA′) (NMs₁s₂)⁻¹ (Σ_(x > X) e^(−2x))^½, bounded by `squaresBeyond`.
 * 2. Terms with x > Y are at every point at most 1.01 eY e^(−Y) of the kernel's height (gaussianConvolution.ts). With the
 *    repetitions of the kernel, 8.1 e^(−40), they are at most `farRemainder`.
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
  // Largest number of places for k in a block of lines: the longest line, and the movement of the centres.
  const widest = Math.min(span, Math.floor(2 * Math.sqrt(limit / alpha) + (together - 1) * Math.abs(beta / alpha)) + 2);

  // e^(−γ(2pj + j²)/2) for all l, e^(−βkj) for all j and |k| ≤ reachX, then e^(−x(k, p)) where k occurs with one of p, …,
  // p + 7. All |k| ≤ reachX for all p would take too much memory for a thin ellipse of frequencies.
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

  // Terms (k, l) with l ≡ row, and the equal ones (−k, −l) with −l ≡ row, modulo M.
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

/** Bound on the repetitions of the kernel and the terms beyond Y, per unit of the kernel's height, at every point. */
export const farRemainder = 8.1 * Math.exp(-reach) + 1.01 * Math.E * farReach * Math.exp(-farReach);

/**
 * Bound on the sum of e^(−2x) over all whole (k, l) with x > X, 2x = α(k − k_l)² + γ′l², whatever the k_l.
 *
 * 1. For r > 0 and w ≥ 0, Σ_(i ≥ 0) e^(−r(w + i)²) ≤ e^(−rw²) (1 + ∫₀ e^(−r(2wt + t²)) dt) ≤ e^(−rw²) t(r, w), where t(r,
 *    w) = 1 + min(1/2rw, ½√(π/r)).
 * 2. Rows |l| < L, L the least l with γ′l² > 2X. There |k − k_l| > w_l, αw_l² = 2X − γ′l²: by 1 on both sides, a row has
 *    at most 2e^(−2X) t(α, w_l).
 * 3. Rows |l| ≥ L have at most (1 + √(π/α)) e^(−γ′l²) each, so by 1 together at most 2e^(−2X) t(γ′, L) (1 + √(π/α)).
 */
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
