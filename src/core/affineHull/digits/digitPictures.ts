import { checkPositiveInteger } from "../../checks.ts";
import type { DigitTable } from "../../records/digits.ts";
import { fitDeepAffineHullMachine } from "../machine/deepAffineHullMachine.ts";
import { branchRows, fabricateTable, type EntryTable } from "../machine/tableFabrication.ts";
import type { Points } from "../../points.ts";
import { mapSlices } from "../../slices.ts";
import { addDigitNoise, branchDigits, digitGuarantee, type DigitGuarantee, type DigitModel } from "./digitNoise.ts";
import { digitOutline, rowsOfClass, takenRows, type DigitOutline } from "./digits.ts";

/** Before and after noise and fabrication; original pixels are from 0 to 1. */
export interface DigitPictures extends DigitOutline, DigitGuarantee {
  /** First rows of the class. **Private.** */
  readonly original: Float64Array;
  readonly noisy: Float64Array;
  readonly fabricated: Float64Array;
  /** The first digit, its image by a machine of fabricated rows, and those of the layers (Figure 6). **Private.** */
  readonly layers: Float64Array;
}

/**
 * Original, noisy and fabricated digits of one class.
 *
 * @param most rows of the class that take part; the first `shown` are returned
 * @throws {ParameterError} if the class has no digit
 */
export function* picturingDigits(
  digits: DigitTable,
  {
    digit,
    most,
    shown,
    ...model
  }: DigitModel & { readonly digit: number; readonly most: number; readonly shown: number },
): Generator<number, DigitPictures> {
  checkPositiveInteger("most", most);
  checkPositiveInteger("shown", shown);
  const own = rowsOfClass(digits, digit).slice(0, most);
  const { dimension } = digits;
  const few = (table: EntryTable) => Float64Array.from(table.entries.subarray(0, shown * dimension));
  const table = takenRows(digits, own);
  const original = few(table);
  yield* mapSlices(addDigitNoise(table, model, digit), (share) => 0.1 * share);
  const noisy = few(table);
  const branching = yield* mapSlices(branchDigits(table, digit), (share) => 0.1 + 0.1 * share);
  yield* mapSlices(fabricateTable({ table, branching, ...ruleOf(model) }), (share) => 0.2 + 0.8 * share);
  const rows = branchRows(table, branching.assignment, branching.assignment[0]!);
  return {
    ...digitOutline(digits),
    original,
    noisy,
    layers: throughLayers(original.slice(0, dimension), rows, model.subspaceDimension),
    fabricated: few(table),
    ...digitGuarantee(model, dimension),
  };
}

const mostLayers = 8;

function throughLayers(input: Float64Array, rows: Points, subspaceDimension: number): Float64Array {
  const depth = Math.min(mostLayers, subspaceDimension);
  const machine = fitDeepAffineHullMachine({ points: rows, subspaceDimension, depth });
  const dimension = input.length;
  const images = [input];
  for (const layer of machine.layers) images.push(layer.image({ dimension, coordinates: images.at(-1)! }).coordinates);
  images.splice(1, 0, machine.image({ dimension, coordinates: input }).coordinates);
  return Float64Array.from(images.flatMap((image) => Array.from(image)));
}

function ruleOf({ subspaceDimension, steps, tolerancePerRow }: DigitModel) {
  return { subspaceDimension, mostSteps: steps, tolerancePerRow };
}
