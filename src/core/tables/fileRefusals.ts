import { countText } from "../numberFormats.ts";
import type { ParameterError } from "../errors.ts";
import { refusal } from "./refusal.ts";
import type { Column } from "./table.ts";
import { tableLimits } from "./tableLimits.ts";

/** Refusal of a file with an unclosed quote. @param row of the quote, from 1 */
export function openQuote(row: number): ParameterError {
  return refusal(
    "file",
    `a quote that is opened near row ${countText(row)} and never closed`,
    "a table whose quotes are closed",
  );
}

/** Refusal of a file with too many columns, which are public. */
export function tooManyColumns(found: number): ParameterError {
  return refusal(
    "file",
    `${countText(found)} columns`,
    `a table of at most ${countText(tableLimits.columns)} columns: keep those that are needed; where each column is a record, exchange rows and columns`,
  );
}

export function severalUnits({ name, reading }: Column): ParameterError {
  const units = reading!.otherUnits!.slice(0, 4).join(", ");
  return refusal(
    "file",
    `“${name}” with numbers in several units: ${units}`,
    "a table with a column of numbers in one unit",
  );
}

const [numbers, separated] = [
  "a table with at least one column of numbers, and cells separated by comma, semicolon, tab, | or blanks",
  "a table with commas or tabs: pandas.read_fwf and to_csv in Python, or read.fwf and write.csv in R, write it so",
];

/** The refusal of a table without numbers. */
export function onlyText({ hasFixedPlaces }: { readonly hasFixedPlaces?: true }): ParameterError {
  if (hasFixedPlaces) return refusal("file", "columns at fixed places, with blanks within cells", separated);
  return refusal("file", "only text", numbers);
}

/** The refusal of a file with too long a line. */
export function endlessLine(): ParameterError {
  return refusal("file", "a line of millions of characters", "rows ended by line breaks");
}

/** The same where columns are records. @param most characters held */
export function endlessColumn(most: number): ParameterError {
  const found = `a line of more than ${countText(most)} characters`;
  return refusal("file", found, "a table with a row for each record, or with commas or tabs between cells");
}

/** Refusal of too many rows or cells. @param found how many, where known */
export function tooLarge(
  { rows, cells }: { readonly rows: number; readonly cells: number },
  found = "more rows",
): ParameterError {
  return refusal(
    "file",
    found,
    `a table of at most ${countText(rows)} rows and ${countText(cells)} cells; count larger ones where they are, or keep only the columns that are needed`,
  );
}
