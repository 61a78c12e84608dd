import { exactText } from "../core/numberFormats.ts";

/** A number, with its reading if ambiguous. */
interface TypedNumber {
  readonly value: number;
  readonly understood?: string;
}

const sign = String.raw`[+-]?`;
const power = String.raw`(?:e[+-]?\d+)?`;
const plain = new RegExp(`^${sign}(?:\\d+(?:\\.\\d*)?|\\.\\d+)${power}$`, "i");
const commaFraction = new RegExp(`^${sign}\\d*,\\d+${power}$`, "i");
const grouped = (separator: string, fraction: string) =>
  new RegExp(`^${sign}[1-9]\\d{0,2}(?:${separator}\\d{3})+(?:${fraction}\\d+)?$`);
const commaGroups = grouped(",", String.raw`\.`);
const pointGroups = grouped(String.raw`\.`, ",");
const spaceGroups = grouped("[ ']", "[.,]");

/**
 * 200000, 2e5, 200,000 and 200 000 are the same; 0,5 is a half. A single comma before three digits separates thousands,
 * except after a zero, and the result says so. Undefined for other text.
 */
export function typedNumber(text: string): TypedNumber | undefined {
  const typed = text
    .trim()
    .replace("−", "-")
    .replace(/[’']/g, "'")
    .replace(/[\u00a0\u2009\u202f]/g, " ");
  if (plain.test(typed)) return finite(typed);
  if (spaceGroups.test(typed)) return finite(typed.replace(/[ ']/g, "").replace(",", "."));
  if (commaGroups.test(typed)) {
    const read = finite(typed.replaceAll(",", ""));
    if (!read || !/^[^,]*,\d{3}$/.test(typed)) return read;
    const other = typed.replace(",", ".");
    return { ...read, understood: `Read as ${exactText(read.value)}; write ${other} for a decimal fraction.` };
  }
  // A single point before three digits was handled above as a fraction.
  if (pointGroups.test(typed)) return finite(typed.replaceAll(".", "").replace(",", "."));
  if (commaFraction.test(typed)) return finite(typed.replace(",", "."));
  return undefined;
}

/** Hours of 14:30, 14:30:15.5; undefined for other text. */
export function typedClock(text: string): TypedNumber | undefined {
  const parts = /^([+-]?)(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?$/.exec(text.trim().replace("−", "-"));
  if (!parts) return undefined;
  const [, minus, hours, minutes, seconds = 0] = parts;
  const value = Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600;
  return { value: minus === "-" ? -value : value };
}

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

export function isWithin(value: number, { min, max, integer }: NumberRange): boolean {
  return value >= min && value <= max && (!integer || Number.isInteger(value));
}

// Adding 0 turns −0 into 0.
function finite(digits: string): TypedNumber | undefined {
  const value = Number(digits) + 0;
  return Number.isFinite(value) ? { value } : undefined;
}
