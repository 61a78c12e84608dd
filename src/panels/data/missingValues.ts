import type { MissingValues } from "../../core/records/missingValues.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { hasMissingCells } from "./columnWords.ts";

/**
 * Missing values of own data count as declared numbers, so that n tells nothing of them; 0 if no chosen column lacks
 * any, so that a moved domain makes no new records.
 *
 * @param names the chosen columns of numbers
 */
export function missingValues(
  data: string,
  { columns, large }: TableOutline,
  names: readonly string[],
  numbers: readonly number[],
): MissingValues {
  if (data !== ownData) return "refuse";
  const mayMiss = large !== undefined || hasMissingCells(columns, names);
  return { countedAs: mayMiss ? numbers : numbers.map(() => 0) };
}

export function middlesOf(domains: readonly (readonly [lower: number, upper: number])[]): readonly number[] {
  return domains.map(([lower, upper]) => lower / 2 + upper / 2);
}

/** True if some row may lack a value. Private. */
export function mayMissValues({ large, columns }: TableOutline): boolean {
  return large !== undefined || columns.some(({ incomplete, unread, leftOut }) => incomplete || unread || leftOut);
}

/** Public. */
export const countedRule =
  "A missing value counts as the middle of its declared domain unless another one is declared, a missing class as the first one or as not the positive one, and a curve without numbers as the centre.";

export const missingWords = `Rows without a value in a chosen column are counted all the same, so that the number of rows tells of nobody. ${countedRule}`;
export const largeWords =
  " Kinds and classes are proposed by the beginning of so large a file: add the classes that come later, or they are missing.";
