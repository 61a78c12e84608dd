import { ParameterError } from "../errors.ts";
import { columnNamed } from "./columnNamed.ts";
import type { Table } from "./table.ts";
import { textKey } from "./textKey.ts";

/** Values of a column that tell rows apart, declared and public, as they are written in a cell, or as numbers. */
export interface DeclaredLevels {
  readonly column: string;
  readonly levels: readonly string[];
}

/** The most groups that are released together: their numbers are one vector. */
export const mostLevels = 24;

/**
 * For each row the place of its value among the declared levels, −1 where it has another or none: a function of the row and of
 * public words alone.
 *
 * @throws {ParameterError} naming "column", if there is no such column, or "levels", if two are the same
 */
export function levelOfRow(table: Table, declared: DeclaredLevels): (row: number) => number {
  const { categories, keys, values } = columnNamed(table, declared.column);
  if (categories) {
    const places = new Map(checkedLevels(declared).map((level, place) => [level, place]));
    const placeOfCode = categories.names.map((name) => places.get(name) ?? -1);
    return (row) => placeOfCode[categories.codes[row]!] ?? -1;
  }
  const levelOf = levelOfKey(declared);
  const found = keys ?? values;
  return (row) => levelOf(found[row]!);
}

/**
 * The same by the key that a scan of a file gives of a cell: a number as its value, any other text by its key.
 *
 * @throws {ParameterError} naming "levels", if two are the same
 */
export function levelOfKey(declared: DeclaredLevels): (key: number) => number {
  const places = new Map<number, number>();
  const numbers = new Set<number>();
  checkedLevels(declared).forEach((level, place) => {
    const number = level === "" ? NaN : Number(level);
    if (numbers.has(number)) throw new ParameterError("levels", level, "different from each other");
    if (!Number.isNaN(number)) {
      numbers.add(number);
      places.set(number, place);
    }
    places.set(textKey(level), place);
  });
  return (key) => places.get(key) ?? -1;
}

/** The levels without blanks around them: of two that are the same it would not be known which a row is in. */
function checkedLevels({ levels }: DeclaredLevels): readonly string[] {
  const trimmed = levels.map((level) => level.trim());
  const twice = trimmed.find((level, place) => trimmed.indexOf(level) !== place);
  if (twice !== undefined) throw new ParameterError("levels", twice, "different from each other");
  return trimmed;
}
