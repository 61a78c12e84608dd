import type { ColumnFormat } from "./columnFormat.ts";
import { isBeyondDoubles } from "./beyondDoubles.ts";
import { plainNumber } from "./numberCell.ts";

/** True for a trimmed cell that says that there is no value. */
export function isMissing(cell: string): boolean {
  if (cell.length > 7) return false;
  return /^(|na|n\/a|n\.a\.|#n\/a|#na|#null!|k\.? ?a\.?|nan|<na>|null|none|nil|missing|-{1,3}|–|—|\.{1,3}|\?|\\n)$/i.test(
    cell,
  );
}

/** Tests for cells without a value, by text and by number: a code may be written -999.00. */
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
