import { refusal } from "./refusal.ts";
import type { TableSchema } from "./schema.ts";

const mostShown = 5;

/**
 * Places of declared columns in a file without names: "column 3" is the third cell of each row.
 *
 * @throws {ParameterError} naming "file", if a column is named otherwise
 */
export function numberedPlaces({ columns }: TableSchema): readonly number[] {
  return columns.map(({ name }) => {
    const number = /^column ([1-9]\d{0,5})$/.exec(name)?.[1];
    if (number !== undefined) return Number(number) - 1;
    throw refusal("file", `no column “${name}”`, "declared with columns “column 1”, “column 2” …, as no row has names");
  });
}

/**
 * Places of the declared columns in a file by name, in any order. Names are public: a lacking column is told.
 *
 * @throws {ParameterError} naming "file", if it lacks a declared column
 */
export function placesOfColumns({ columns }: TableSchema, names: readonly string[]): readonly number[] {
  const placeOf = new Map(names.map((name, place) => [name, place]));
  const lacking = columns.map(({ name }) => name).filter((name) => !placeOf.has(name));
  if (lacking.length === 0) return columns.map(({ name }) => placeOf.get(name)!);
  const shown = lacking.slice(0, mostShown).map((name) => `“${name}”`);
  const more = lacking.length > mostShown ? ` and ${lacking.length - mostShown} more` : "";
  const alike = names.find((name) => name.toLowerCase() === lacking[0]!.toLowerCase());
  const hint = alike === undefined ? "" : ` (there is “${alike}”, in another case)`;
  throw refusal("file", `no column ${shown.join(", ")}${more}${hint}`, "one with every column that is declared");
}
