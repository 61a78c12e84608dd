import { plainNumber } from "./numberCell.ts";
import type { ColumnFormat, TextFormat } from "./columnFormat.ts";
import { isBeyondDoubles } from "./beyondDoubles.ts";
import { wholeText } from "./wholeText.ts";

export interface CellKeys {
  /** Key of a number below 2⁵³, a day or a time. */
  readonly ofValue: (value: number, type: ColumnFormat["type"]) => number;
  /** Key of a number from 2⁵³ on. */
  readonly ofDigits: (digits: string, value: number) => number;
  readonly ofText: (text: string) => number;
}

/** Key of a text in a column of texts; where these are alike as numbers, of its number. */
export function keyOfText(text: string, { isNumberAlike }: TextFormat, keys: CellKeys): number {
  const number = isNumberAlike ? plainNumber(text) : NaN;
  if (Number.isNaN(number)) return keys.ofText(text);
  return isBeyondDoubles(number) ? keys.ofDigits(wholeText(text, "."), number) : keys.ofValue(number, "number");
}

/** Key of a cell with a number, a day or a time. */
export function keyOfValue(value: number, text: string, format: ColumnFormat, keys: CellKeys): number {
  if (format.type === "number" && isBeyondDoubles(value)) return keys.ofDigits(wholeText(text, format.decimal), value);
  return keys.ofValue(value, format.type);
}
