import { latinDigits } from "./latinDigits.ts";
import { plainNumber } from "./numberCell.ts";

export type DurationUnit = "s" | "min" | "h";

const number = "(\\d{1,9}(?:[.,]\\d{1,9})?)";
const days = `(?:${number}\\s*d(?:ays?)?[,\\s]*)?`;
const clock = new RegExp(`^([+-])?${days}(\\d{1,6}):(\\d{2})(?::(\\d{2}))?([.,]\\d{1,9})?$`, "i");
const iso = new RegExp(
  `^([+-])?P(?:${number}W)?(?:${number}D)?(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
  "i",
);
const words = new RegExp(
  `^([+-])?${days}(?:${number}\\s*h(?:(?:ou)?rs?)?\\s*)?(?:${number}\\s*(?:m(?:in(?:ute)?s?)?\\s*|$))?(?:${number}\\s*s(?:ec(?:ond)?s?)?)?$`,
  "i",
);
const longest = 60;

const [minute, hour, day] = [60, 3600, 86_400];
const secondsIn: Readonly<Record<DurationUnit, number>> = { s: 1, min: minute, h: hour };

/**
 * Duration of a trimmed cell in a unit, else NaN: 25:10:00, 1:30, 90:15.5, PT1H30M, 1 h 30 min, 1h30, 2 days 03:00:00,
 * or a number of the unit. 1:30 is an hour and a half in hours, 90 seconds in minutes and seconds.
 */
export function readDuration(given: string, unit: DurationUnit): number {
  if (given.length > longest) return NaN;
  const cell = latinDigits(given);
  if (!/^[+\-\dP]/i.test(cell)) return NaN;
  const plain = plainNumber(cell.includes(".") ? cell : cell.replace(",", "."));
  if (!Number.isNaN(plain)) return plain;
  const seconds = clockSeconds(cell, unit) ?? sumOf(iso.exec(cell), [7 * day, day, hour, minute, 1]) ?? inWords(cell);
  return seconds === undefined ? NaN : seconds / secondsIn[unit];
}

/** Largest unit in a duration that is neither a time of day nor a number with a unit; else undefined. */
export function durationUnitOf(given: string): DurationUnit | undefined {
  const cell = latinDigits(given);
  const fields = clock.exec(cell);
  if (fields) {
    const [, , dayField, first, , last] = fields;
    if (last === undefined && dayField === undefined) return Number(first) > 23 ? "min" : undefined;
    return dayField !== undefined || Number(first) > 23 ? "h" : undefined;
  }
  const spelt = (given.length > longest ? null : iso.exec(cell)) ?? words.exec(cell);
  if (!spelt || Number.isNaN(readDuration(cell, "s"))) return undefined;
  const [seconds = "", minutes = "", ...larger] = spelt.slice(2).toReversed();
  return larger.join("") !== "" ? "h" : minutes !== "" ? "min" : seconds !== "" ? "s" : undefined;
}

function clockSeconds(cell: string, unit: DurationUnit): number | undefined {
  const found = clock.exec(cell);
  if (!found) return undefined;
  const [, sign, dayField, first, second, third, fraction] = found;
  const isOfHours = third !== undefined || dayField !== undefined || unit === "h";
  // Only seconds have a fraction.
  if (Number(second) >= 60 || Number(third ?? 0) >= 60 || (isOfHours && third === undefined && fraction))
    return undefined;
  const [h, m, s] = isOfHours ? [first, second, third ?? "0"] : ["0", first, second];
  const sum = day * valueOf(dayField) + hour * Number(h) + minute * Number(m) + valueOf(`${s}${fraction ?? ""}`);
  return sign === "-" ? -sum : sum;
}

function inWords(cell: string): number | undefined {
  return /[a-z]/i.test(cell) ? sumOf(words.exec(cell), [day, hour, minute, 1]) : undefined;
}

function sumOf(found: RegExpExecArray | null, weights: readonly number[]): number | undefined {
  if (!found) return undefined;
  const [, sign, ...parts] = found as unknown as readonly (string | undefined)[];
  if (parts.every((part) => part === undefined)) return undefined;
  const sum = parts.reduce((total, part, k) => total + weights[k]! * valueOf(part), 0);
  return sign === "-" ? -sum : sum;
}

function valueOf(digits: string | undefined): number {
  return Number((digits ?? "0").replace(",", "."));
}
