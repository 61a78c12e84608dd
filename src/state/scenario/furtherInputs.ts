import { exampleUnit } from "../../core/examples/exampleUnits.ts";
import { mostInputs } from "../../core/erm/boundary/boundarySlice.ts";
import type { Interval } from "../../core/grids.ts";
import { exactText } from "../../core/numberFormats.ts";
import type { Field } from "./linkCodec.ts";
import { isDomain } from "./linkFields.ts";
import { ownData } from "./ownData.ts";
import { typedNumber } from "../typedNumber.ts";

/** Fitted but not drawn: declared domain, and value in the picture. */
export interface FurtherInput {
  readonly name: string;
  readonly domain: Interval;
  readonly at: number;
}

type TypedInputs = { readonly inputs: readonly FurtherInput[] } | { readonly problem: string };

/** Two are drawn. */
export const mostFurther = mostInputs - 2;

const form = "name: 0..8 at 3";

/**
 * Typed inputs, separated by lines or semicolons, each as `petal width: 0..3 at 1.2`.
 *
 * @param known columns of numbers; any name if absent
 */
export function typedInputs(text: string, known?: readonly string[]): TypedInputs {
  const lines = text
    .split(/[;\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.length > mostFurther) {
    return {
      problem: `${lines.length} further inputs are too many: at most ${mostFurther} beside the two that are drawn.`,
    };
  }
  const inputs: FurtherInput[] = [];
  for (const line of lines) {
    const parts = partsOf(line);
    const short = line.length > 40 ? `${line.slice(0, 40)}…` : line;
    if (!parts) return { problem: `“${short}” is not of the form ${form}.` };
    const { name } = parts;
    const [lower, upper, at] = parts.numbers.map((number) => typedNumber(number)?.value ?? NaN) as [
      number,
      number,
      number,
    ];
    if (!isDomain([lower, upper])) return { problem: `“${short}” needs a lower end below its upper one.` };
    if (!(at >= lower && at <= upper)) return { problem: `“${short}” must be shown at a value within its domain.` };
    if (known && !known.includes(name))
      return { problem: `“${name.slice(0, 40)}” is not a column of numbers of this table.` };
    if (inputs.some((input) => input.name === name)) return { problem: `“${name.slice(0, 40)}” is listed twice.` };
    inputs.push({ name, domain: [lower, upper], at });
  }
  return { inputs };
}

/** Name and three numbers, found from the line's end; undefined for another form. */
function partsOf(line: string): { readonly name: string; readonly numbers: readonly string[] } | undefined {
  const colon = line.lastIndexOf(":");
  const words = line
    .slice(colon + 1)
    .trim()
    .split(/\s+/);
  const [at, word] = [words.pop()!, words.pop()];
  const interval = words.join(" ");
  const dots = interval.lastIndexOf("..");
  const numbers = [interval.slice(0, Math.max(0, dots)).trim(), interval.slice(dots + 2).trim(), at];
  const isWhole = colon > 0 && word === "at" && dots > 0 && numbers.every((number) => /^\S+$/.test(number));
  return isWhole ? { name: line.slice(0, colon).trim(), numbers } : undefined;
}

export function inputsText(inputs: readonly FurtherInput[], separator = "\n"): string {
  return inputs
    .map(
      ({ name, domain: [lower, upper], at }) => `${name}: ${exactText(lower)}..${exactText(upper)} at ${exactText(at)}`,
    )
    .join(separator);
}

interface Further {
  readonly data: string;
  readonly further: readonly FurtherInput[];
}

/** For an example; "" for own data. */
export function furtherUnits({ data, further }: Further): readonly string[] {
  return further.map(({ name }) => (data === ownData ? "" : exampleUnit(name)));
}

/** "sepal length at 5.8 cm". */
export function heldText(shown: Further): string {
  const units = furtherUnits(shown);
  return shown.further.map(({ name, at }, j) => `${name} at ${exactText(at)} ${units[j]!}`.trimEnd()).join(", ");
}

/**
 * Own names that are numbers are left out: they may be values of the first record.
 *
 * @param example the only columns that a link may name; absent for an own table
 */
export function furtherField(
  fallback: readonly FurtherInput[],
  example: { readonly columns: readonly string[] } | undefined,
): Field<readonly FurtherInput[]> {
  const isWritable = ({ name }: FurtherInput) => typedNumber(name) === undefined && !/[;\p{Cc}]/u.test(name);
  return {
    key: "further",
    fallback,
    always: false,
    requirement: `inputs as ${form}, separated by semicolons`,
    parse: (text) => {
      if (text.length > 4000) return undefined;
      const typed = typedInputs(text, example?.columns);
      return "inputs" in typed ? typed.inputs : undefined;
    },
    format: (inputs) => inputsText(inputs.filter(isWritable), "; "),
  };
}
