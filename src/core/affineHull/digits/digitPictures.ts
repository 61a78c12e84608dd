import { checkPositiveInteger } from "../../checks.ts";
import type { DigitTable } from "../../records/digits.ts";
import { fabricateTable, type EntryTable } from "../machine/tableFabrication.ts";
import { mapSlices } from "../../slices.ts";
import { addDigitNoise, branchDigits, digitGuarantee, type DigitGuarantee, type DigitModel } from "./digitNoise.ts";
import { digitOutline, rowsOfClass, takenRows, type DigitOutline } from "./digits.ts";

/** Before and after noise and fabrication; original pixels are from 0 to 1. */
export interface DigitPictures extends DigitOutline, DigitGuarantee {
  readonly classSize: number;
  /** First rows of the class. **Private.** */
  readonly original: Float64Array;
  readonly noisy: Float64Array;
  readonly fabricated: Float64Array;
}

/**
 * Original, noisy and fabricated digits of one class.
 *
 * @param most rows of the class that take part; the first `shown` are returned
 * @yields the fraction done
 * @throws {ParameterError} if an argument is outside its range, or the class has no digit
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
  const rows = rowsOfClass(digits, digit).slice(0, most);
  const { dimension } = digits;
  const few = (table: EntryTable) => Float64Array.from(table.entries.subarray(0, shown * dimension));
  const table = takenRows(digits, rows);
  const original = few(table);
  yield* mapSlices(addDigitNoise(table, model, digit), (share) => 0.1 * share);
  const noisy = few(table);
  const branching = yield* mapSlices(branchDigits(table, digit), (share) => 0.1 + 0.1 * share);
  yield* mapSlices(fabricateTable({ table, branching, ...ruleOf(model) }), (share) => 0.2 + 0.8 * share);
  return {
    ...digitOutline(digits),
    original,
    noisy,
    classSize: rows.length,
    fabricated: few(table),
    ...digitGuarantee(model, dimension),
  };
}

function ruleOf({ subspaceDimension, steps, tolerancePerRow }: DigitModel) {
  return { subspaceDimension, mostSteps: steps, tolerancePerRow };
}
