import { refusal } from "../tables/refusal.ts";
import { beginningOf } from "../tables/shortName.ts";
import type { Column } from "../tables/table.ts";

const longest = 200;

interface Codes {
  readonly count: number;
  readonly codes: Int32Array;
  name(code: number): string;
}

/**
 * Codes for a column's different texts or numbers, by first appearance; −1 where missing.
 *
 * @throws {ParameterError} naming "column", if it is empty and not declared
 */
export function codesOf(column: Column): Codes {
  const { name, values, categories, texts, digits, firstProblem, missingCount, declared } = column;
  const told = categories ?? texts;
  if (told)
    return { count: told.names.length, codes: told.codes, name: (code) => beginningOf(told.names[code]!, longest) };
  if (!declared && missingCount === values.length && !firstProblem)
    throw refusal("column", `nothing in ${name}`, "a column of numbers or of texts");
  const codeOf = new Map<number | string, number>();
  const codes = Int32Array.from(values, (value, row) => {
    if (Number.isNaN(value)) return -1;
    const cell = digits?.get(row) ?? value;
    const code = codeOf.get(cell) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(cell, code);
    return code;
  });
  const shown = Array.from(codeOf.keys(), String);
  return { count: codeOf.size, codes, name: (code) => shown[code]! };
}
