import { fourier } from "./plainFourier.ts";
import { planeForward, planeSum } from "./plainPlaneFourier.ts";
import { realForward, realSum } from "./plainRealFourier.ts";
import { normalOfBits } from "../../random/normalOfBits.ts";
import type { Arithmetic, Coordinates, MatrixProduct, Move, Partner, PivotStep, PoleSums, UpdateAndProduct } from "./operations.ts";
import { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./plainKernelRows.ts";
import { binOnLine, binOnPlane } from "./plainBins.ts";
import { addWeighted, keepTurned } from "./plainSpectrum.ts";
import { plainXoshiro } from "./plainXoshiro.ts";
import { addFeatures, featureValues, sweepFeatures } from "./plainFeatures.ts";

/** Arithmetic in TypeScript, four terms of a product at a time. */
export function plainArithmetic(): Arithmetic {
  let memory = new Float64Array(0);
  let kept = new Float64Array(0);
  return {
    name: "plain",
    reserve: (count) => {
      if (memory.length < count) memory = new Float64Array(count);
      return memory;
    },
    keep: (values) => {
      const place = kept.length;
      const longer = new Float64Array(place + values.length);
      longer.set(kept);
      longer.set(values, place);
      kept = longer;
      return place;
    },
    multiplyAdd: (product) => multiplyAdd(memory, product),
    updateAndMultiply: (step) => updateAndMultiply(memory, step),
    poleSums: (sums) => poleSums(memory, sums),
    exponentials: (values, count) => {
      for (let i = values; i < values + count; i++) memory[i] = Math.exp(memory[i]!);
    },
    pivot: (step) => pivot(memory, step),
    normals: (values, count) => {
      const words = new Uint32Array(memory.buffer, 8 * values, 2 * count);
      for (let i = 0; i < count; i++) memory[values + i] = normalOfBits(words[2 * i]!, words[2 * i + 1]!);
    },
    xoshiro: (states, words) => plainXoshiro(memory, states, words),
    moveAndFind: (move) => moveAndFind(memory, move),
    findPartner: (partner) => findPartner(memory, partner),
    keepTurned: (spectrum) => keepTurned(memory, kept, spectrum),
    addWeighted: (terms) => addWeighted(memory, kept, terms),
    binOnLine: (bins) => binOnLine(memory, bins),
    binOnPlane: (bins) => binOnPlane(memory, bins),
    fourier: (transforms) => fourier(memory, kept, transforms),
    realForward: (transform) => realForward(memory, kept, transform),
    realSum: (transform) => realSum(memory, kept, transform),
    planeForward: (step) => planeForward(memory, kept, step),
    planeSum: (step) => planeSum(memory, kept, step),
    gaussianRow: (row) => gaussianRow(memory, row),
    maternRow: (row) => maternRow(memory, row),
    addRows: (sum) => addRows(memory, sum),
    addRowsPrecisely: (sum) => addRowsPrecisely(memory, sum),
    featureValues: (values) => featureValues(memory, values),
    addFeatures: (sum) => addFeatures(memory, sum),
    sweepFeatures: (sweep) => sweepFeatures(memory, sweep),
  };
}

function multiplyAdd(memory: Float64Array, product: MatrixProduct): void {
  const { c, cRow, a, aRow, aColumn, b, bRow, bColumn, rows, columns, terms, scale } = product;
  const whole = terms - (terms % 4);
  for (let i = 0; i < rows; i++) {
    const to = c + i * cRow;
    for (let s = 0; s < terms; s++) {
      const from = a + i * aRow + s * aColumn;
      const row = b + s * bRow;
      const a0 = scale * memory[from]!;
      if (s >= whole) {
        for (let j = 0; j < columns; j++) memory[to + j]! += a0 * memory[row + j * bColumn]!;
        continue;
      }
      const a1 = scale * memory[from + aColumn]!;
      const a2 = scale * memory[from + 2 * aColumn]!;
      const a3 = scale * memory[from + 3 * aColumn]!;
      for (let j = 0, k = row; j < columns; j++, k += bColumn) {
        const low = a0 * memory[k]! + a1 * memory[k + bRow]!;
        memory[to + j]! += low + (a2 * memory[k + 2 * bRow]! + a3 * memory[k + 3 * bRow]!);
      }
      s += 3;
    }
  }
}

function updateAndMultiply(memory: Float64Array, { matrix, size, from, u, w, x, y }: UpdateAndProduct): void {
  memory.fill(0, y + from, y + size);
  for (let i = from; i < size; i++) {
    const row = matrix + i * size;
    const ui = memory[u + i]!;
    const wi = memory[w + i]!;
    const xi = memory[x + i]!;
    memory[row + i]! -= 2 * ui * wi;
    let sum = memory[row + i]! * xi;
    for (let j = i + 1; j < size; j++) {
      const a = memory[row + j]! - (ui * memory[w + j]! + wi * memory[u + j]!);
      memory[row + j] = a;
      sum += a * memory[x + j]!;
      memory[y + j]! += a * xi;
    }
    memory[y + i]! += sum;
  }
}

function pivot(memory: Float64Array, { column, factor, count, terms, weights, root, left, sum }: PivotStep): number {
  for (let k = 0, from = factor; k < terms; k++, from += count) {
    const weight = memory[weights + k]!;
    for (let i = 0; i < count; i++) memory[column + i]! -= weight * memory[from + i]!;
  }
  let found = -1;
  let most = 0;
  let total = 0;
  for (let i = 0; i < count; i++) {
    const value = memory[column + i]! / root;
    memory[column + i] = value;
    const rest = memory[left + i]! - value * value;
    memory[left + i] = rest;
    total += rest < 0 ? 0 : rest;
    if (rest > most) {
      most = rest;
      found = i;
    }
  }
  memory[sum] = total;
  return found;
}

function poleSums(memory: Float64Array, { poles, weights, count, split, origin, shift, out }: PoleSums): void {
  for (const [start, end, to] of [[0, split, out], [split, count, out + 2]] as const) {
    let sum = 0;
    let slope = 0;
    for (let i = start; i < end; i++) {
      const inverse = 1 / (memory[poles + i]! - origin - shift);
      const term = memory[weights + i]! * inverse;
      sum += term;
      slope += term * inverse;
    }
    memory[to] = sum;
    memory[to + 1] = slope;
  }
}

function moveAndFind(memory: Float64Array, move: Move): number {
  const { coordinates, count, rowA, a, rowB, b } = move;
  let found = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const slope = memory[coordinates + i]! - (a * memory[rowA + i]! + b * memory[rowB + i]!);
    memory[coordinates + i] = slope;
    const gain = gainOf(memory, move, i, slope);
    if (gain > most) {
      most = gain;
      found = i;
    }
  }
  return found;
}

function findPartner(memory: Float64Array, partner: Partner): number {
  const { coordinates, count, row, move, coupling } = partner;
  let found = -1;
  let most = 0;
  for (let i = 0; i < count; i++) {
    const k = memory[row + i]!;
    const alone = gainOf(memory, partner, i, memory[coordinates + i]! - move * k);
    const gain = alone / Math.max(1e-6, 1 - k * k * coupling * memory[coordinates + 5 * count + i]!);
    if (gain > most) {
      most = gain;
      found = i;
    }
  }
  return found;
}

function gainOf(memory: Float64Array, { coordinates, count, kink }: Coordinates, i: number, slope: number): number {
  const at = coordinates + i;
  const b = memory[at + count]!;
  const curvature = memory[at + 4 * count]!;
  const a = slope + curvature * b;
  const free = (a > kink ? a - kink : a < -kink ? a + kink : 0) * memory[at + 5 * count]! - b;
  const down = memory[at + 2 * count]!;
  const up = memory[at + 3 * count]!;
  const step = free < down ? down : free > up ? up : free;
  return step * (slope - 0.5 * curvature * step) - kink * (Math.abs(b + step) - Math.abs(b));
}
