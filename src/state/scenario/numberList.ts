import { exactText, shortText } from "../../core/numberFormats.ts";
import { typedNumber } from "../typedNumber.ts";

/** Increasing numbers, or a problem. */
export type TypedList = { readonly values: readonly number[] } | { readonly problem: string };

interface ListLimits {
  /** As in "φ". */
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly most: number;
}

/** Numbers between commas, spaces or lines, or semicolons: then commas may be decimal. Equal ones count once. */
export function typedList(text: string, { name, min, max, most }: ListLimits): TypedList {
  const parts = text
    .split(text.includes(";") ? ";" : /[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return { problem: `Write the values of ${name}, separated by commas.` };
  const values = new Set<number>();
  for (const part of parts) {
    const value = typedNumber(part)?.value;
    if (value === undefined) return { problem: `“${cut(part)}” in the list of ${name} is not a number.` };
    if (!(value >= min && value <= max)) {
      const decimal = value === 0 && !text.includes(";") ? " Where commas are decimal, separate by semicolons." : "";
      return {
        problem: `${exactText(value)} in the list of ${name} must lie between ${shortText(min)} and ${shortText(max)}.${decimal}`,
      };
    }
    values.add(value);
  }
  if (values.size > most) {
    return { problem: `The list of ${name} has ${values.size} values; at most ${most} are computed at once.` };
  }
  return { values: [...values].sort((a, b) => a - b) };
}

export function listText(values: readonly number[]): string {
  return values.map(exactText).join(", ");
}

function cut(text: string): string {
  return text.length > 20 ? `${text.slice(0, 20)}…` : text;
}
