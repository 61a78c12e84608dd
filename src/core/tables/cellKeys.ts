import { significant } from "../numberFormats.ts";
import { isBlank } from "./cells/blankBytes.ts";
import { byteNumber } from "./cells/byteNumber.ts";
import { readDate, readTimeOfDay } from "./cells/dateCell.ts";
import { daysOfDate } from "./cells/instant.ts";
import { isoDay } from "./cells/isoDay.ts";
import { lastASCII } from "./cells/fileBytes.ts";
import type { CellKeys } from "./cells/cellKeying.ts";
import { latinDigits } from "./cells/latinDigits.ts";
import { isMissing } from "./cells/missingCell.ts";
import { numberParts, readNumber } from "./cells/numberCell.ts";
import { scannedCells, type ScannedCells, type ScannedColumn } from "./cells/scannedCells.ts";
import { fitsCell } from "./cells/longRow.ts";
import { textKey } from "./cells/textKey.ts";

/**
 * Number by which a cell is known again, however its file is written and its column declared; NaN for a missing one.
 *
 * - A number is its sign and first 15 digits, without a unit: 1.5, 1,5, 1.50 and 1.5e0 are one cell; so are 1,234 and
 * 1.234, or 1.5 and 15. A number of 32 bits is the shortest that rounds to it.
 * - A date is its year, its time of day in whole seconds, and day and month in either order.
 * - Any other text is itself, in whatever case.
 *
 * Different cells taken for one cost budget; the reverse costs privacy.
 *
 * @param cell of a typed file, or a trimmed text
 */
export function cellKey(cell: unknown): number {
  if (typeof cell === "number") return numberKey(cell);
  if (typeof cell === "bigint") return numberKey(Number(cell));
  if (cell instanceof Date) return dayKey(daysOfDate(cell));
  return typeof cell === "string" || typeof cell === "boolean" ? keyInText(String(cell).trim()) : NaN;
}

/** Keys for cells as a declared column reads them. */
export const ledgerKeys: CellKeys = {
  ofValue: (value, type) => (type === "date" ? dayKey(value) : type === "time" ? timeKey(value) : numberKey(value)),
  ofDigits: (_, value) => numberKey(value),
  ofText: keyInText,
};

const [longestNumber, longestDate] = [60, 40];

function keyInText(text: string): number {
  if (!fitsCell(text) || isMissing(text)) return NaN;
  // Numbers, dates and times have a digit.
  const plain = text.length <= longestNumber ? latinDigits(text) : "";
  if (/\d/.test(plain)) {
    const number = numberIn(plain);
    if (!Number.isNaN(number)) return numberKey(number);
    const day = text.length <= longestDate ? dayIn(plain) : NaN;
    if (!Number.isNaN(day)) return dayKey(day);
    const hours = readTimeOfDay(plain);
    if (!Number.isNaN(hours)) return timeKey(hours);
  }
  if (/^[+-]?inf(?:inity)?$/i.test(text)) return NaN;
  return textKey(text.normalize().toLowerCase());
}

function numberIn(text: string): number {
  const found = numberParts(text);
  if (!found) return NaN;
  const value = readNumber(text, { decimal: ".", unit: found.unit });
  return Number.isNaN(value) ? readNumber(text, { decimal: ",", unit: found.unit }) : value;
}

function dayIn(text: string): number {
  const day = readDate(text, "dayFirst");
  return Number.isNaN(day) ? readDate(text, "monthFirst") : day;
}

/** Dates lie below, times of day from here, numbers from 10¹⁴. */
const timeKeys = 1e13;
/** Largest error of seconds computed from days in doubles. */
const mostRounding = 1e-6;

function timeKey(hours: number): number {
  return timeKeys + Math.floor(3600 * hours + mostRounding);
}

function dayKey(days: number): number {
  const seconds = Math.floor(86_400 * days + mostRounding);
  const ofDay = modulo(seconds, 86_400);
  const midnight = new Date(1000 * (seconds - ofDay));
  const [year, month, day] = [midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, midnight.getUTCDate()];
  return calendarKey(year, month, day, ofDay);
}

function calendarKey(year: number, month: number, day: number, secondsOfDay: number): number {
  const inYear = 13 * year + Math.min(month, day);
  return 86_400 * (32 * inYear + Math.max(month, day)) + secondsOfDay;
}

function modulo(a: number, b: number): number {
  return a - b * Math.floor(a / b);
}

const [leastDigits, mostDigits] = [1e14, 1e15];
const powers = Float64Array.from({ length: 301 }, (_, k) => Number(`1e${k}`));

function numberKey(value: number): number {
  if (value === 0) return 0;
  const size = Math.abs(value);
  if (!(size < Infinity)) return NaN;
  const digits = firstDigits(size);
  // A number of six digits is the shortest of its 32 bits.
  const key = digits % 1e9 !== 0 && Math.fround(size) === size ? firstDigits(shortest(size)) : digits;
  return value < 0 ? -key : key;
}

/**
 * First 15 digits of a number, as a whole number from 10¹⁴ to 10¹⁵.
 *
 * Exact for the double next to a number of at most 15 digits: three relative errors of 2⁻⁵³ are together below 0.34 of
 * the last digit.
 */
function firstDigits(size: number): number {
  if (size < 1e-280 || size > 1e290) return firstDigits(Number(String(significant(size, 15)).replace(/e.*$/, "")));
  let power = 14 - Math.floor(Math.log10(size));
  for (;;) {
    const digits = Math.round(power < 0 ? size / powers[-power]! : size * powers[power]!);
    if (digits < leastDigits) power++;
    else if (digits >= mostDigits) power--;
    else return digits;
  }
}

/** Shortest number with the same 32 bits. */
function shortest(size: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const number = significant(size, digits);
    if (Math.fround(number) === size) return number;
  }
  return significant(size, 9);
}

const mostKept = 2 ** 14;
const [plus, minus, point, comma] = [43, 45, 46, 44];
const [space, capitalT, colon] = [32, 84, 58];

/**
 * Reader of a scan's cells that gives their keys.
 *
 * @param columns declared ones; undefined for cells as they are
 */
export function keyedCells(
  decoder: { readonly decode: (input: Uint8Array) => string },
  columns: readonly (ScannedColumn | undefined)[],
): ScannedCells {
  const declared = scannedCells(
    columns.map((column, place) => ({ ...(column ?? { place, format: { type: "time" } }), keys: ledgerKeys })),
    decoder,
  );
  const isPlain = columns.map((column) => column && plainlyRead(column));
  const slowly = (k: number, text: string) => (columns[k] ? declared.slowly(k, text) : keyInText(text));
  const kept = new Map<number, number>();
  const written = (bytes: Uint8Array, start: number, end: number): number => {
    const short = shortNumberKey(bytes, start, end);
    if (!Number.isNaN(short)) return short;
    const first = bytes[start]!;
    if ((isDigit(first) || first === plus || first === minus || first === point) && end - start <= longestDate) {
      const value = byteNumber(bytes, start, end, point);
      if (!Number.isNaN(value)) return numberKey(value);
      const instant = instantKey(bytes, start, end);
      if (!Number.isNaN(instant)) return instant;
    }
    const plain = wordsKey(bytes, start, end);
    if (!Number.isNaN(plain)) return plain;
    const id = bytesKey(bytes, start, end, false);
    const before = kept.get(id);
    if (before !== undefined) return before;
    if (kept.size === mostKept) kept.clear();
    const key = keyInText(declared.textOf(bytes, start, end));
    kept.set(id, key);
    return key;
  };
  /** The last cell, often asked for twice. */
  let last: Uint8Array | undefined;
  let [lastStart, lastEnd, lastKey] = [0, 0, NaN];
  const valueOf = (k: number, bytes: Uint8Array, start: number, end: number): number => {
    while (start < end && isBlank(bytes[start]!)) start++;
    while (end > start && isBlank(bytes[end - 1]!)) end--;
    if (start === end) return NaN;
    if (isPlain[k]?.(bytes, start, end) === false) return declared.valueOf(k, bytes, start, end);
    if (bytes !== last || start !== lastStart || end !== lastEnd) {
      lastKey = written(bytes, start, end);
      [last, lastStart, lastEnd] = [bytes, start, end];
    }
    return lastKey;
  };
  return { textOf: declared.textOf, valueOf, slowly, unread: [] };
}

/** Test for cells whose key under the declaration is that of the cell alone. */
function plainlyRead({ format, missing }: ScannedColumn): (bytes: Uint8Array, start: number, end: number) => boolean {
  if (missing) return () => false;
  switch (format.type) {
    case "text":
      return (_, start, end) => !format.isNumberAlike || end - start <= longestNumber;
    case "number": {
      const mark = format.isWhole === true ? -1 : format.decimal.charCodeAt(0);
      return (bytes, start, end) => isPlainNumber(bytes, start, end, mark);
    }
    case "date":
      return (bytes, start, end) => end - start === 10 && !Number.isNaN(isoDay(bytes, start, end));
    case "time":
    case "duration":
      return () => false;
  }
}

/** True for signed digits with one mark at most, so few that any column gives their number's key. */
function isPlainNumber(bytes: Uint8Array, start: number, end: number, mark: number): boolean {
  if (bytes[start] === minus || bytes[start] === plus) start++;
  if (end - start > (mark === comma ? 10 : longestDate)) return false;
  let [digits, marks] = [0, 0];
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) digits++;
    else if (byte === mark) marks++;
    else return false;
  }
  return digits > 0 && marks <= 1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** Key of a number of at most nine significant digits with one mark at most; else NaN. */
function shortNumberKey(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  const sign = bytes[at];
  if (sign === minus || sign === plus) at++;
  let digits = 0;
  let count = 0;
  let marks = 0;
  let all = 0;
  let beforeMark = 0;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (byte >= 48 && byte <= 57) {
      digits = 10 * digits + (byte - 48);
      if (digits !== 0) count++;
      all++;
    } else if (byte === point || byte === comma) {
      marks++;
      beforeMark = all;
    } else return NaN;
  }
  if (count > 9 || all === 0 || all > 22 || marks > 1) return NaN;
  if (count > 6) {
    const value = digits / powers[marks === 0 ? 0 : all - beforeMark]!;
    if (Math.fround(value) === value) return NaN;
  }
  const key = digits * powers[15 - count]!;
  return sign === minus ? -key : key;
}

/** Key of a date such as 2024-01-03 or 2024-01-03 14:30:05.5; else NaN. */
function instantKey(bytes: Uint8Array, from: number, to: number): number {
  const days = isoDay(bytes, from, from + 10);
  if (Number.isNaN(days) || to < from + 10) return NaN;
  const [year, month, day] = [numberAt(bytes, from, 4), numberAt(bytes, from + 5, 2), numberAt(bytes, from + 8, 2)];
  if (to === from + 10) return calendarKey(year, month, day, 0);
  const mark = bytes[from + 10];
  const isTimed = to >= from + 19 && bytes[from + 13] === colon && bytes[from + 16] === colon;
  if (!isTimed || (mark !== space && mark !== capitalT)) return NaN;
  for (let at = from + 20; at < to; at++) if (!isDigit(bytes[at])) return NaN;
  if (to > from + 19 && (bytes[from + 19] !== point || to === from + 20)) return NaN;
  const [hours, minutes, seconds] = [11, 14, 17].map((place) => numberAt(bytes, from + place, 2)) as [
    number,
    number,
    number,
  ];
  return hours < 24 && minutes < 60 && seconds < 60
    ? calendarKey(year, month, day, 3600 * hours + 60 * minutes + seconds)
    : NaN;
}

/** Number of so many digits; NaN if one is none. */
function numberAt(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) value = isDigit(bytes[at]) ? 10 * value + (bytes[at]! - 48) : NaN;
  return value;
}

/** Key of an ASCII text without digits that is no missing word; else NaN. */
function wordsKey(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < 10) return NaN;
  for (let at = from; at < to; at++) if (bytes[at]! > lastASCII || isDigit(bytes[at])) return NaN;
  return bytesKey(bytes, from, to, true);
}

/** `textKey` of an ASCII text, as it is or in lower case; other bytes have a number of their own. */
function bytesKey(bytes: Uint8Array, from: number, to: number, isLowered: boolean): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    const read = isLowered && byte >= 65 && byte <= 90 ? byte | 32 : byte;
    a = Math.imul(a ^ read, 2654435761);
    b = Math.imul(b ^ read, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}
