import { latinDigits } from "./latinDigits.ts";
import { plainNumber } from "./numberCell.ts";

/** Order of day and month in 3/4/2020. */
export type DateOrder = "dayFirst" | "monthFirst";

const time =
  "(?:[T ,]+(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))?\\s*([ap]\\.?m\\.?)?\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?)?";
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${time}$`, "i");
const yearLast = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${time}$`, "i");
const dayNamed = new RegExp(
  `^(?:\\p{L}+\\.?,? )?(\\d{1,2})\\.?[ -](?:de )?(\\p{L}{3,12})\\.?,?[ -](?:de )?(\\d{4}|\\d{2})${time}$`,
  "iu",
);
const monthNamed = new RegExp(
  `^(?:\\p{L}+\\.?, )?(\\p{L}{3,12})\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})${time}$`,
  "iu",
);
const yearMonth = /^(\d{4})-(\d{2})$/;
const shortMonth =
  "janv?|ene|gen|f[eé][bv]r?|m[aä]r[sz]?|mrz|maa|mrt|a[pbv]r|ma[iyjg]|mei|june?|juin|giu|july?|juil|lug|" +
  "aug|ago|ao[uû]t?|sept?|set|o[ckt]t|out|nov|d[eéi][czs]";
// Jan-24 may be a day of January: it is asked about.
const monthYear = new RegExp(`^(\\p{L}{3,12})\\.?[-/ ](\\d{4})$|^(${shortMonth})\\.?[-/](\\d\\d)$`, "iu");
const yearMonthNamed = /^(\d{4})[-/ ](\p{L}{3,12})\.?$/u;

// Months in English, German, French, Spanish, Italian, Portuguese and Dutch.
const months = [
  /^(jan|ene|gen)/,
  /^(f[eé][bv])/,
  /^(m[aä]r|mrz|maa|mrt)/,
  /^(a[pbv]r)/,
  /^(ma[iyj]|mei|mag)/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(aug|ago|ao[uû])/,
  /^(sep|set)/,
  /^(o[ckt][ct]|out|ott)/,
  /^(nov)/,
  /^(d[eéi][czs]|dic)/,
];

/**
 * Days since the beginning of 1970 (UTC), with the time of day as a fraction, of a date written in ISO 8601 or in another
 * usual way: 2020-04-03T14:30Z, 3.4.2020, 4/3/20 2:30 pm, 3 April 2020, Apr 3, 2020; 2020-04, Apr 2020 and Apr-20 for the
 * first of the month. Years of two digits are from 1969 to 2068. A time without a zone is taken as it is. NaN where there is
 * no such date.
 *
 * @param order of day and month where neither form nor name says it
 */
export function readDate(given: string, order: DateOrder): number {
  if (given.length < 6 || given.length > 40) return NaN;
  const cell = latinDigits(given);
  const first = cell.charCodeAt(0);
  if (first >= 48 && first <= 57) {
    const iso = yearFirst.exec(cell);
    if (iso) return daysOf(iso[1]!, iso[3]!, iso[4]!, iso.slice(5));
    const last = yearLast.exec(cell);
    if (last) {
      // With points the day stands first.
      const dayFirst = order === "dayFirst" || last[2] === ".";
      return daysOf(last[4]!, dayFirst ? last[3]! : last[1]!, dayFirst ? last[1]! : last[3]!, last.slice(5));
    }
    const month = yearMonth.exec(cell);
    if (month) return daysOf(month[1]!, month[2]!, "1", []);
    const named = yearMonthNamed.exec(cell);
    if (named) return daysOf(named[1]!, monthOf(named[2]!), "1", []);
  }
  const named = dayNamed.exec(cell);
  if (named) return daysOf(named[3]!, monthOf(named[2]!), named[1]!, named.slice(4));
  const american = monthNamed.exec(cell);
  if (american) return daysOf(american[3]!, monthOf(american[1]!), american[2]!, american.slice(4));
  const ofYear = monthYear.exec(cell);
  if (ofYear) return daysOf(ofYear[2] ?? ofYear[4]!, monthOf(ofYear[1] ?? ofYear[3]!), "1", []);
  return NaN;
}

/** Day 1970-01-01 in spreadsheets, which count a 29th of February 1900, and 9999-12-31. */
const [serialOf1970, lastSerial] = [25_569, 2_958_466];

/** Days since 1970 of a spreadsheet's day 45292.5, of 20240131, or of a date, day first. */
export function readSerialDay(cell: string): number {
  const serial = plainNumber(latinDigits(cell).replace(",", "."));
  if (Number.isNaN(serial)) return readDate(cell, "dayFirst");
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(serial)) ?? [];
  if (year) return daysOf(year, month!, day!, []);
  if (!(serial >= 1 && serial < lastSerial) || Math.floor(serial) === 60) return NaN;
  return serial - serialOf1970 + (serial < 60 ? 1 : 0);
}

/** Order of day and month in a cell; undefined if it is no date. */
export function orderEvidence(cell: string): DateOrder | "either" | "same" | undefined {
  const day = readDate(cell, "dayFirst");
  const month = readDate(cell, "monthFirst");
  if (Number.isNaN(day)) return Number.isNaN(month) ? undefined : "monthFirst";
  if (Number.isNaN(month)) return "dayFirst";
  return day === month ? "same" : "either";
}

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))?\s*([ap]\.?m\.?)?$/i;

const longestClock = 40;

/** Hours since midnight of a time of day, 0 ≤ h < 24: 14:30, 2:30 pm, 14:30:05.5; else NaN. */
export function readTimeOfDay(cell: string): number {
  const found = cell.length > longestClock ? null : clock.exec(latinDigits(cell));
  return found ? 24 * dayFraction(found.slice(1)) : NaN;
}

/** True for a month by its name and its year. */
export function isMonthOfYear(cell: string): boolean {
  return (monthYear.test(cell) || yearMonthNamed.test(cell)) && !Number.isNaN(readDate(cell, "dayFirst"));
}

/** True for a date with a year of two digits: 69 to 99 are of 1900, others of 2000. */
export function hasShortYear(cell: string): boolean {
  const digits = latinDigits(cell);
  return (yearLast.exec(digits)?.[4] ?? monthYear.exec(digits)?.[4])?.length === 2;
}

/** True for a time with a zone's name such as CET, which is not read. */
export function hasZoneName(cell: string): boolean {
  return (
    cell.length <= 60 && /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}[T ]+\d{1,2}:\d{2}\S* +[A-Z][A-Za-z_]+(?:\/\w+)?$/.test(cell)
  );
}

function daysOf(year: string, month: string, day: string, clockParts: readonly (string | undefined)[]): number {
  const y = year.length === 2 ? (Number(year) < 69 ? 2000 : 1900) + Number(year) : Number(year);
  const m = Number(month);
  const d = Number(day);
  if (!(m >= 1 && m <= 12 && d >= 1)) return NaN;
  const days = Date.UTC(y, m - 1, d) / 86_400_000;
  const back = new Date(days * 86_400_000);
  if (back.getUTCMonth() !== m - 1 || back.getUTCDate() !== d || back.getUTCFullYear() !== y) return NaN;
  return days + dayFraction(clockParts);
}

function dayFraction([hours, minutes, seconds, half, zone]: readonly (string | undefined)[]): number {
  if (hours === undefined) return 0;
  let h = Number(hours);
  const m = Number(minutes);
  const s = Number((seconds ?? "0").replace(",", "."));
  if (half !== undefined) {
    if (!(h >= 1 && h <= 12)) return NaN;
    h = (h % 12) + (/^p/i.test(half) ? 12 : 0);
  }
  if (!(h <= 23 && m <= 59 && s < 60)) return NaN;
  const offset = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "");
  const east = offset ? (offset[1] === "-" ? -1 : 1) * (60 * Number(offset[2]) + Number(offset[3])) : 0;
  return (3600 * h + 60 * (m - east) + s) / 86_400;
}

function monthOf(name: string): string {
  const lower = name.toLowerCase();
  return String(months.findIndex((month) => month.test(lower)) + 1);
}
