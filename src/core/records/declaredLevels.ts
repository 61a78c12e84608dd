import { ParameterError } from "../errors.ts";
import { columnNamed } from "../tables/columnNamed.ts";
import type { Table } from "../tables/table.ts";
import type { CellKeys } from "../tables/cells/cellKeying.ts";
import { isBeyondDoubles } from "../tables/cells/beyondDoubles.ts";

/** Values of a column, declared and public. A level may list spellings, "yes | Yes"; a value in no level is missing. */
export interface DeclaredLevels {
  readonly column: string;
  readonly levels: readonly string[];
}

/** Group of each record, by its place among the levels, −1 for none. Private, but for the names. */
export interface GroupedRows extends DeclaredLevels {
  /** Shape (n,). */
  readonly of: Int32Array;
}

const between = " | ";

export function levelName(level: string): string {
  return (level.split(between)[0] ?? level).trim();
}

/** Most groups of one release. */
export const mostLevels = 24;

/**
 * Place of each row's value among the declared levels, −1 for none: a function of the row and of public words alone. A
 * number is the same however it is written.
 *
 * @throws {ParameterError} naming "column", if there is no such column, or "levels", if two are the same
 */
export function levelOfRow(table: Table, declared: DeclaredLevels): (row: number) => number {
  const { categories, texts, digits, values } = columnNamed(table, declared.column);
  const places = placesOf(declared);
  const told = categories ?? texts;
  if (told) {
    const placeOfCode = told.names.map((name) => places.texts.get(name) ?? -1);
    return (row) => placeOfCode[told.codes[row]!] ?? -1;
  }
  return (row) => {
    const whole = digits?.get(row);
    return (whole === undefined ? places.numbers.get(values[row]!) : places.texts.get(whole)) ?? -1;
  };
}

/** Number of texts in no level, and the first few. */
export function textsInNoLevel(
  texts: readonly string[],
  declared: DeclaredLevels,
): { readonly count: number; readonly examples: readonly string[] } {
  const places = placesOf(declared);
  const left = texts.filter((text) => !places.texts.has(text)).sort();
  return { count: left.length, examples: left.slice(0, 3).map((text) => text.slice(0, 40)) };
}

/**
 * The same by a scan's key of a cell.
 *
 * @throws {ParameterError} naming "levels", if two are the same
 */
export function levelOfKey(declared: DeclaredLevels, keys: CellKeys): (key: number) => number {
  const { texts, numbers } = placesOf(declared);
  const places = new Map([...texts].map(([text, place]) => [keys.ofText(text), place]));
  numbers.forEach((place, number) => places.set(keys.ofValue(number, "number"), place));
  return (key) => places.get(key) ?? -1;
}

/** Place of each level by its text, and by its number. Two levels share no spelling. */
function placesOf({ levels }: DeclaredLevels): {
  readonly texts: ReadonlyMap<string, number>;
  readonly numbers: ReadonlyMap<number, number>;
} {
  const [texts, numbers] = [new Map<string, number>(), new Map<number, number>()];
  for (const [place, level] of levels.entries()) {
    for (const text of [level, ...level.split(between)].map((spelling) => spelling.trim())) {
      const value = text === "" ? NaN : Number(text);
      const number = isBeyondDoubles(value) ? NaN : value;
      if ((texts.get(text) ?? numbers.get(number) ?? place) !== place)
        throw new ParameterError("levels", text, "different from each other");
      texts.set(text, place);
      if (Number.isNaN(number)) continue;
      texts.set(String(number), place);
      numbers.set(number, place);
    }
  }
  return { texts, numbers };
}
