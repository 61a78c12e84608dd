import { checkFinite, checkLength } from "../checks.ts";
import type { Column } from "../tables/table.ts";

/**
 * Treatment of rows without a value in a chosen column. If they are counted, the number of records depends on the number of rows
 * alone (docs/proofs/reading.md, Lemma 4).
 */
export type MissingValues = "refuse" | "drop" | CountedAs;

/** Declared numbers that stand for missing ones. Public. */
interface CountedAs {
  /** One for each chosen column of numbers, in their order; of curves one for each point of the grid. */
  readonly countedAs: readonly number[];
}

/** True if rows without a value are counted. */
export function isCounted(missing: MissingValues): missing is CountedAs {
  return typeof missing === "object";
}

/**
 * The chosen columns with their declared numbers in place of missing ones, or as they are.
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
