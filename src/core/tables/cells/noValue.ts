import { isBeyondDoubles } from "./beyondDoubles.ts";
import type { ColumnFormat } from "./columnFormat.ts";
import { isMissing } from "./missingCell.ts";
import { plainNumber } from "./numberCell.ts";

/** Tests for cells without a value, by text and number: a code may be written -999.00. */
export function noValueIn(
  format: ColumnFormat,
  missing: readonly string[] | undefined,
): { readonly text: (cell: string) => boolean; readonly number: (value: number) => boolean } {
  if (!missing) return { text: isMissing, number: () => false };
  const codes = new Set(missing);
  const isOfTexts = format.type === "text";
  const isAlike = format.type === "number" || (isOfTexts && format.isNumberAlike);
  const coded = isAlike ? missing.map((code) => plainNumber(code.trim())) : [];
  const numbers = new Set(coded.filter((value) => !Number.isNaN(value) && !isBeyondDoubles(value)));
  return {
    text: (cell) =>
      cell === "" ||
      codes.has(cell) ||
      (isOfTexts ? numbers.size > 0 && numbers.has(plainNumber(cell)) : isMissing(cell)),
    number: (value) => numbers.has(value),
  };
}
