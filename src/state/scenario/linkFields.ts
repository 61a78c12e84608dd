import type { Interval } from "../../core/grids.ts";
import { exactText, fourDigitText } from "../../core/numberFormats.ts";
import type { Field } from "./linkCodec.ts";
import type { Limits } from "./ranges.ts";
import { typedNumber } from "../typedNumber.ts";

export type Kind<T> = Pick<Field<T>, "requirement" | "parse" | "format">;

export function numberIn({ min, max }: Limits): Kind<number> {
  return {
    requirement: `a number between ${fourDigitText(min)} and ${fourDigitText(max)}`,
    parse: (text) => within(min, max, parseNumber(text)),
    format: exactText,
  };
}

// A log slider's ends, exp(log(end)), may miss the last digits.
const logSlack = 1e-9;

/** A number on a log scale, min > 0; 10⁻⁹ beyond an end counts as the end. */
export function logNumberIn({ min, max }: Limits): Kind<number> {
  return {
    ...numberIn({ min, max }),
    parse: (text) => {
      const value = within(min * (1 - logSlack), max * (1 + logSlack), parseNumber(text));
      return value === undefined ? undefined : Math.min(max, Math.max(min, value));
    },
  };
}

export function integerIn({ min, max }: Limits): Kind<number> {
  return {
    requirement: `a whole number between ${min} and ${max}`,
    parse: (text) => (/^-?\d+$/.test(text) ? within(min, max, Number(text)) : undefined),
    format: exactText,
  };
}

export function oneOf<T extends string>(choices: readonly T[]): Kind<T> {
  return {
    requirement: choices.length === 1 ? choices[0]! : `one of ${listed(choices)}`,
    parse: (text) => choices.find((choice) => choice === text),
    format: (value) => value,
  };
}

const mostListed = 24;

/** A long list is cut, with the number of the rest. */
function listed(choices: readonly string[]): string {
  if (choices.length <= mostListed) return choices.join(", ");
  return `${choices.slice(0, mostListed).join(", ")} and ${choices.length - mostListed} others`;
}

/** In UTF-16 units. */
export function textOf(maxLength: number): Kind<string> {
  return {
    requirement: `one line of at most ${maxLength} characters`,
    parse: (text) => (text.length <= maxLength && !/\p{Cc}/u.test(text) ? text : undefined),
    format: (value) => value,
  };
}

/** "" for a number, which may be a value of the first record. */
export function linkedName(name: string): string {
  return typedNumber(name.replace(/ \(\d+\)$/, "")) === undefined ? name : "";
}

export const columnName: Kind<string> = { ...textOf(200), format: linkedName };

/** `0..1`: lower < upper, distinguishable in double precision, within ±10¹⁵. */
export const interval: Kind<Interval> = {
  requirement: "lower..upper with lower below upper, such as 0..1",
  parse: (text) => {
    const match = intervalPattern.exec(text);
    if (!match) return undefined;
    const bounds: Interval = [parseNumber(match[1]!), parseNumber(match[2]!)];
    return isDomain(bounds) ? bounds : undefined;
  },
  format: ([lower, upper]) => `${exactText(lower)}..${exactText(upper)}`,
};

/** A value or one word, such as `secure` for a seed. */
export function orWord<T, W extends string>(word: W, other: Kind<T>): Kind<T | W> {
  return {
    requirement: `${word} or ${other.requirement}`,
    parse: (text) => (text === word ? word : other.parse(text)),
    format: (value) => (value === word ? word : other.format(value as T)),
  };
}

export function orNothing(other: Kind<string>): Kind<string> {
  return {
    ...other,
    requirement: `${other.requirement}, or nothing`,
    parse: (text) => (text === "" ? "" : other.parse(text)),
  };
}

/** Nothing where it is "". */
export function onlyThat(word: string): Kind<string> {
  return { ...oneOf([word]), requirement: word || "nothing" };
}

/** Its fallback, whatever the link says. */
export function pinned<T>(other: Field<T>): Field<T> {
  return { ...other, parse: () => other.fallback };
}

/** Finite, lower < upper, with 1,000 different doubles evenly between. */
export function isDomain([lower, upper]: Interval): boolean {
  const size = Math.max(Math.abs(lower), Math.abs(upper));
  return size <= 1e15 && upper - lower >= 1e-15 && upper - lower >= 1e-12 * size;
}

const number = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;
const numberPattern = new RegExp(`^${number}$`, "i");
const intervalPattern = new RegExp(`^(${number})\\.\\.(${number})$`, "i");

// Adding 0 turns −0 into 0.
function parseNumber(text: string): number {
  return numberPattern.test(text) ? Number(text) + 0 : NaN;
}

function within(min: number, max: number, value: number): number | undefined {
  return value >= min && value <= max ? value : undefined;
}
