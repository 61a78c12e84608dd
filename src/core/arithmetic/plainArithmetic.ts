import { normalOfBits } from "./normalOfBits.ts";
import type { Arithmetic } from "./operations.ts";
import { binOnLine, binOnPlane } from "./plain/bins.ts";
import { findPartner, moveAndFind } from "./plain/coordinates.ts";
import { addFeatures, featureValues, sweepFeatures } from "./plain/features.ts";
import { fourier } from "./plain/fourier.ts";
import { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./plain/kernelRows.ts";
import { pivot } from "./plain/pivot.ts";
import { planeForward, planeSum } from "./plain/planeFourier.ts";
import { poleSums, secularVectors } from "./plain/poles.ts";
import { multiplyAdd } from "./plain/product.ts";
import { realForward, realSum } from "./plain/realFourier.ts";
import { rotateRows } from "./plain/rotations.ts";
import { addWeighted, keepTurned } from "./plain/spectrum.ts";
import { updateAndMultiply } from "./plain/tridiagonal.ts";
import { plainXoshiro } from "./plain/xoshiro.ts";

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
    rotateRows: (rotations) => rotateRows(memory, rotations),
    poleSums: (sums) => poleSums(memory, sums),
    secularVectors: (vectors) => secularVectors(memory, vectors),
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
