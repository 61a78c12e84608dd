import { reach } from "./gaussianConvolution.ts";
import type { Added, Spread } from "./gaussianOnPlane.ts";
import { addRow } from "./spectrumOnPlane.ts";
import type { Plane } from "./spectrumOnPlane.ts";

/**
 * c Ŵ, folded, for c(k, l) = (NMs₁s₂)⁻¹ e^(−x), x = ½ωᵀHω = ½(αk² + 2βkl + γl²) ≤ X.
 *
 * With l = p + j, p a multiple of 8, c is the product of e^(−x(k, p)), e^(−βkj) and e^(−γ(2pj + j²)/2): the moduli of all
 * terms of the exponents add up to those of x. None leaves the range of doubles: √x is a norm, at most 3.5 for (0, 7) and
 * √(X/(1 − r²)) for (0, l) and (k, 0), so the exponents are at most 96 and, unless r² > 0.99, 450. In that case j is 0,
 * and without correlation, where the second factor is 1, p is.
 *
 * (1 + x)² e^(−2x) falls from its largest value in a row to both sides, and so do these from the first row on, hence
 * its sum over the lattice is at most 1 + ∫dk + ∫dl + ∬, the first two over the lines where x is least.
 */
export function addSeries(plane: Plane, { xx, xy, yy, determinant }: Spread, unit: number): Added {
  const { by, width, depth, scratch } = plane;
  const a = (2 * Math.PI) / width;
  const b = (2 * Math.PI) / depth;
  const alpha = xx * a * a;
  const beta = xy * a * b;
  const gamma = yy * b * b;
  const leastGamma = (determinant / xx) * b * b;
  const limit = 2 * reach * (1 + 2 ** -20);
  const lines = Math.floor(Math.sqrt(limit / leastGamma)) + 1;
  const reachX = Math.floor(Math.sqrt((limit * yy) / determinant) / a) + 1;
  const span = 2 * reachX + 1;
  const together = beta === 0 ? lines : determinant > 0.01 * xx * yy ? 8 : 1;
  const blocks = Math.ceil(lines / together);
  const turns = beta === 0 ? 1 : together;
  const ranges = Array.from({ length: lines }, (_, l) => {
    const centre = (-beta / alpha) * l;
    const halfWidth = Math.sqrt(Math.max(0, limit - leastGamma * l * l) / alpha);
    return {
      least: Math.max(-reachX, Math.ceil(centre - halfWidth)),
      most: Math.min(reachX, Math.floor(centre + halfWidth)),
    };
  });

  // e^(−γ(2pj + j²)/2) for all l, e^(−βkj) for all j and |k| ≤ reachX, then e^(−x(k, p)) where k occurs with one of p, …, p + 7:
  // all |k| ≤ reachX for all p would be out of hand for a thin ellipse of frequencies.
  const parts = Array.from({ length: blocks }, (_, block) => {
    let least = reachX;
    let most = -reachX;
    for (let l = block * together; l < Math.min(lines, (block + 1) * together); l++) {
      least = Math.min(least, ranges[l]!.least);
      most = Math.max(most, ranges[l]!.most);
    }
    return { p: block * together, least, most };
  });
  const headCount = parts.reduce((sum, { least, most }) => sum + Math.max(0, most - least + 1), 0);
  const memory = by.reserve(scratch + lines + turns * span + headCount);
  const turnsAt = scratch + lines + reachX;
  let at = scratch;
  for (let l = 0; l < lines; l++) memory[at++] = -0.5 * gamma * (l % together) * (2 * l - (l % together));
  for (let j = 0; j < turns; j++) for (let k = -reachX; k <= reachX; k++) memory[at++] = -beta * k * j;
  const heads: number[] = [];
  for (const { p, least, most } of parts) {
    heads.push(at - least);
    for (let k = least; k <= most; k++) memory[at++] = -0.5 * (alpha * k * k + 2 * beta * k * p + gamma * p * p);
  }
  by.exponentials(scratch, at - scratch);

  const rows = Math.min(lines, (depth >> 1) + 1);
  memory.fill(0, plane.re, plane.re + rows * width);
  memory.fill(0, plane.im, plane.im + rows * width);
  for (let l = 0; l < lines; l++) {
    const { least, most } = ranges[l]!;
    const j = l % together;
    const first = turnsAt + (j % turns) * span;
    const second = heads[(l - j) / together]!;
    const scale = unit * memory[scratch + l]!;
    // The term (k, l) belongs to row `to`, the equal term (−k, −l) to row `opposite`, one of which may be in the other half.
    const to = l % depth;
    const opposite = to === 0 ? 0 : depth - to;
    if (2 * to <= depth) addRow(plane, to * width, { first, second, scale, step: 1, least, most });
    if (l > 0 && 2 * opposite <= depth)
      addRow(plane, opposite * width, { first, second, scale, step: -1, least: -most, most: -least });
  }
  const along = 1.6875 * Math.sqrt(Math.PI / alpha);
  const across = 1.6875 * Math.sqrt(Math.PI / leastGamma);
  return {
    rows,
    meeting: Math.ceil(span / width) * Math.ceil((2 * lines - 1) / depth),
    squaredNorm: unit ** 2 * (1 + along + across + (2.5 * Math.PI) / Math.sqrt(alpha * leastGamma)),
  };
}
