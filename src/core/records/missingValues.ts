import { checkFinite, checkLength } from "../checks.ts";
import type { Column } from "../tables/table.ts";

/** Rows without a value in a chosen column. If counted, n is the number of rows (docs/proofs/reading.md, Lemma 4). */
export type MissingValues = "refuse" | "drop" | CountedAs;

interface CountedAs {
  /** Public: one for each chosen column of numbers, in order; of curves one for each grid point. */
  readonly countedAs: readonly number[];
}

export function isCounted(missing: MissingValues): missing is CountedAs {
  return typeof missing === "object";
}

/**
 * Chosen columns with their declared numbers in place of missing ones.
 *
 * @throws {ParameterError} naming "countedAs", unless there is a finite number for each column
 */
export function filledColumns(columns: readonly Column[], missing: MissingValues): readonly Column[] {
  if (!isCounted(missing)) return columns;
  const { countedAs } = missing;
  checkLength("countedAs", countedAs, columns.length);
  return columns.map(({ name, values }, j) => {
    const fill = checkFinite("countedAs", countedAs[j]!);
    return { name, values: values.map((value) => (Number.isFinite(value) ? value : fill)), missingCount: 0 };
  });
}
