import { lineSize } from "../../arithmetic/plain/spectrum.ts";
import { underflow } from "./gaussianConvolution.ts";
import type { Added, Spread } from "./gaussianOnPlane.ts";
import { weighRows, type Plane } from "./spectrumOnPlane.ts";

/** c Ŵ, where c is 1/NM times the transform of the sampled kernel. */
export function addSamples(
  plane: Plane,
  { xx, xy, yy, determinant }: Spread,
  reachX: number,
  reachY: number,
  height: number,
): Added {
  const { by, width, depth, size } = plane;
  const values = plane.values;
  const ones = values + width * depth;
  const factors = ones + width;
  const terms = factors + size;
  const rows = size / width;
  const work = terms + lineSize * rows;
  const memory = by.reserve(work + 7 * width);
  memory.fill(0, values, values + width * depth);
  let squaredNorm = 0;
  for (let j = 0; j <= reachY; j++) {
    for (let i = -reachX; i <= reachX; i++) {
      const x = (0.5 * (yy * i * i - 2 * xy * i * j + xx * j * j)) / determinant;
      if (x > underflow) continue;
      const value = (height * Math.exp(-x)) / (width * depth);
      memory[values + ((i + width) % width) + j * width] = value;
      memory[values + ((width - i) % width) + ((depth - j) % depth) * width] = value;
      squaredNorm += (j === 0 ? 1 : 2) * ((1 + x) * value) ** 2;
    }
  }
  by.planeForward({ ...plane, columns: width, lines: depth });
  memory.copyWithin(factors, plane.re, plane.re + size);
  memory.fill(1, ones, ones + width);
  for (let l = 0; l < rows; l++) memory.set([0, width - 1, ones, factors + l * width, 1], terms + lineSize * l);
  // No line is its mirror image's: all rows are there.
  weighRows(plane, { rows, period: 2 * rows, terms, lines: rows, work });
  return { rows, meeting: 1, squaredNorm: width * depth * squaredNorm, left: 0 };
}
