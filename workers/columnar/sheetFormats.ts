import { instantOf } from "../../src/core/tables/cells/instant.ts";
import { clockText } from "./arrowCells.ts";
import type { HeldCell } from "./heldCells.ts";

export type NumberKind = "number" | "date" | "time" | "duration";

/** Formats without text, for days or times of day. */
const days = new Set([14, 15, 16, 17, 22, ...numbers(27, 36), ...numbers(50, 58)]);
const times = new Set([18, 19, 20, 21, 45, 47]);

function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/**
 * @param id of the format
 * @param code its text, such as "yyyy-mm-dd"; absent for one that every program knows
 * @see ECMA-376, part 1, section 18.8.30
 */
export function kindOfFormat(id: number, code: string | undefined): NumberKind {
  if (code === undefined) return days.has(id) ? "date" : times.has(id) ? "time" : id === 46 ? "duration" : "number";
  // Without texts, single characters and widths, colours and languages.
  const first = code.replaceAll(/"[^"]*"|\\.|_.|\*./g, "").split(";", 1)[0]!;
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return "duration";
  const letters = first.replaceAll(/\[[^\]]*\]/g, "").toLowerCase();
  // In dates only parts of a second have places for digits. Some programs do not quote words.
  if (/^(?:general|standard)$|(?<!s[.,]0*)[0#?]/.test(letters)) return "number";
  if (/[yd]/.test(letters)) return "date";
  if (/[hs]/.test(letters)) return "time";
  return /m/.test(letters) ? "date" : "number";
}

const dayMilliseconds = 86_400_000;

/**
 * A day or a time, to the millisecond; null for a day outside the calendar.
 *
 * Days count from the end of 1899, with a 29 February 1900 that never was, or from 1904 on.
 *
 * @see ECMA-376, part 1, section 18.17.4.1
 */
export function timedCell(serial: number, kind: Exclude<NumberKind, "number">, isFrom1904: boolean): HeldCell {
  const milliseconds = Math.round(serial * dayMilliseconds);
  if (!(serial >= 0 && serial < mostDays)) return null;
  if (kind === "duration" || (kind === "time" && milliseconds < dayMilliseconds)) return clockText(milliseconds, 1000);
  if (isFrom1904) return instantOf(milliseconds - 24_107 * dayMilliseconds, 1000);
  if (serial >= 61) return instantOf(milliseconds - 25_569 * dayMilliseconds, 1000);
  return serial >= 1 && serial < 60 ? instantOf(milliseconds - 25_568 * dayMilliseconds, 1000) : null;
}

/** The end of the year 9999. */
const mostDays = 2_958_466;
