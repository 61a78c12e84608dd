import { refusal } from "../tables/refusal.ts";
import type { Column } from "../tables/table.ts";
import { countText } from "../numberFormats.ts";

/** Codes of what tells rows apart, and what a refusal calls one. */
interface Codes {
  readonly count: number;
  readonly codes: Int32Array;
  name(code: number): string;
}

/**
 * Codes for the different texts or numbers of a column, in the order of their first appearance; −1 where it is missing.
 *
 * @throws {ParameterError} naming "column", if there is nothing in it and it is not declared
 */
export function codesOf(column: Column): Codes {
  const { name, values, categories, keys, firstProblem, missingCount, declared } = column;
  if (categories)
    return { count: categories.names.length, codes: categories.codes, name: (code) => categories.names[code]! };
  if (!declared && missingCount === values.length && !firstProblem)
    throw refusal("column", `nothing in ${name}`, "a column of numbers or of texts");
  const codeOf = new Map<number, number>();
  const codes = Int32Array.from(keys ?? values, (value) => {
    if (Number.isNaN(value)) return -1;
    const code = codeOf.get(value) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(value, code);
    return code;
  });
  const rowOf = (code: number) => countText(codes.indexOf(code) + 1);
  const shown = keys ? undefined : Array.from(codeOf.keys(), String);
  return { count: codeOf.size, codes, name: (code) => shown?.[code] ?? `of row ${rowOf(code)}` };
}
