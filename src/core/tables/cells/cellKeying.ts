import { plainNumber } from "./numberCell.ts";
import type { ColumnFormat, TextFormat } from "./columnFormat.ts";
import { isBeyondDoubles } from "./beyondDoubles.ts";
import { wholeText } from "./wholeText.ts";

/** Numbers by which cells are told apart, the same for the same cell. */
export interface CellKeys {
  /** The key of a number below 2⁵³, or of a day or a time, as it was read in a format. */
  readonly ofValue: (value: number, type: ColumnFormat["type"]) => number;
  /** The key of a number from 2⁵³ on, by its digits. */
  readonly ofDigits: (digits: string, value: number) => number;
  readonly ofText: (text: string) => number;
}

/** The key of a text in a column of texts; where these are alike as numbers, a number has the key of one. */
export function keyOfText(text: string, { isNumberAlike }: TextFormat, keys: CellKeys): number {
  const number = isNumberAlike ? plainNumber(text) : NaN;
  if (Number.isNaN(number)) return keys.ofText(text);
  return isBeyondDoubles(number) ? keys.ofDigits(wholeText(text, "."), number) : keys.ofValue(number, "number");
}

/** The key of a cell with a number, a day or a time in it. */
export function keyOfValue(value: number, text: string, format: ColumnFormat, keys: CellKeys): number {
  if (format.type === "number" && isBeyondDoubles(value)) return keys.ofDigits(wholeText(text, format.decimal), value);
  return keys.ofValue(value, format.type);
}
