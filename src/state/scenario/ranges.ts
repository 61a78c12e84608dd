import type { Interval } from "../../core/grids.ts";
import { exactText, fourDigitText } from "../../core/numberFormats.ts";

export interface Limits {
  readonly min: number;
  readonly max: number;
}

const slack = 1e-9;

/** Up to the last digits, which a log slider may miss. */
export function isWithin(value: number, { min, max }: Limits): boolean {
  return value >= min - slack * Math.abs(min) && value <= max + slack * Math.abs(max);
}

export function outsideSentence(called: string, limits: Limits, value: number): string | undefined {
  if (isWithin(value, limits)) return undefined;
  return `${called} must be between ${fourDigitText(limits.min)} and ${fourDigitText(limits.max)}; got ${fourDigitText(value)}.`;
}

export function intervalSentence(called: string, [lower, upper]: Interval): string {
  if (lower >= upper)
    return `${called} must end above where it begins; got ${fourDigitText(lower)} to ${fourDigitText(upper)}.`;
  return Math.max(-lower, upper) <= 1e15
    ? `${called} is too narrow for numbers of its size: between ${exactText(lower)} and ${exactText(upper)} there are no 1,000 different ones.`
    : `${called} needs two distinct ends within ±1e15; got ${fourDigitText(lower)} to ${fourDigitText(upper)}.`;
}

export function wholeSentence(called: string, { min, max }: Limits, value: number): string | undefined {
  if (Number.isInteger(value) && value >= min && value <= max) return undefined;
  return `${called} must be a whole number between ${fourDigitText(min)} and ${fourDigitText(max)}; got ${fourDigitText(value)}.`;
}

/** Range first, then wholeness. */
export function wholeWithin(called: string, limits: Limits, value: number): string | undefined {
  const whole = Number.isInteger(value) ? undefined : `${called} must be a whole number; got ${value}.`;
  return outsideSentence(called, limits, value) ?? whole;
}
