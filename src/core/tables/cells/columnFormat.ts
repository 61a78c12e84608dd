import { isMissing } from "./missingCell.ts";
import { latinDigits } from "./latinDigits.ts";
import { decimalEvidence, numberParts, plainNumber, readNumber } from "./numberCell.ts";
import { orderEvidence, readDate, readSerialDay, readTimeOfDay, type DateOrder } from "./dateCell.ts";
import { durationUnitOf, readDuration, type DurationUnit } from "./durationCell.ts";
import { limitOf } from "./limitCell.ts";
import { commonUnit, unitFactor } from "./unitFactor.ts";

/** Reading of a column's cells as numbers: dates as days since 1970, times as hours since midnight. */
export type ColumnFormat =
  | NumberFormat
  | DateFormat
  | { readonly type: "time" }
  | { readonly type: "duration"; readonly unit: DurationUnit }
  | TextFormat;

interface DateFormat {
  readonly type: "date";
  readonly order: DateOrder;
  /** True for days of a spreadsheet: 45292 for 2024-01-01. */
  readonly isSerial?: boolean;
}

interface NumberFormat {
  readonly type: "number";
  readonly decimal: "." | ",";
  readonly unit: string;
  readonly isWhole?: boolean;
  readonly isConverted?: boolean;
  /** True if <0.5 is read as 0.5. */
  readonly isCensored?: boolean;
}

/** Texts; where they are alike as numbers, "1" and "1.0" are one. */
export interface TextFormat {
  readonly type: "text";
  readonly isNumberAlike: boolean;
}

export type ColumnKind = "number" | "integer" | "date" | "time" | "category" | "id" | "text";

/** Declarable types; counts say how many records a row stands for. */
export type ColumnType =
  | "point"
  | "comma"
  | "whole"
  | "count"
  | "dayFirst"
  | "monthFirst"
  | "serial"
  | "time"
  | "hours"
  | "minutes"
  | "seconds"
  | "category"
  | "id"
  | "text";

/** Number of a trimmed cell in a format; else NaN. */
export function readCell(cell: string, format: ColumnFormat): number {
  switch (format.type) {
    case "number": {
      const value = numberIn(cell, format);
      const limit = Number.isNaN(value) && format.isCensored === true ? limitOf(cell) : undefined;
      return limit === undefined ? value : numberIn(limit, format);
    }
    case "date":
      return format.isSerial === true ? readSerialDay(cell) : readDate(cell, format.order);
    case "time":
      return readTimeOfDay(cell);
    case "duration":
      return readDuration(cell, format.unit);
    case "text":
      return NaN;
  }
}

/** True for a cell with a number beyond a limit, which the format reads. */
export function isLimit(cell: string, format: ColumnFormat): boolean {
  const limit = format.type === "number" ? limitOf(cell) : undefined;
  return limit !== undefined && !Number.isNaN(readCell(limit, format));
}

export function convertedUnit(cell: string, format: ColumnFormat): string | undefined {
  if (format.type !== "number" || format.isConverted !== true) return undefined;
  const unit = numberParts(latinDigits(limitOf(cell) ?? cell))?.unit ?? "";
  return unit !== "" && unit !== format.unit && unitFactor(unit, format.unit) ? unit : undefined;
}

function numberIn(cell: string, format: NumberFormat): number {
  const value =
    format.decimal === "." && format.unit === "" && cell.length < 8 ? quick(cell, format) : readNumber(cell, format);
  return format.isWhole === true && !Number.isInteger(value) ? NaN : value;
}

function quick(cell: string, format: NumberFormat): number {
  const value = plainNumber(cell);
  return Number.isNaN(value) ? readNumber(cell, format) : value;
}

export interface Evidence {
  cells: number;
  point: number;
  comma: number;
  eitherPoint: number;
  eitherComma: number;
  numbers: number;
  dates: number;
  dayFirst: number;
  monthFirst: number;
  eitherOrder: number;
  times: number;
  durations: number;
  /** Durations that are no time of day, by largest unit. */
  readonly longTimes: Map<DurationUnit, number>;
  /** Limits such as <0.5. */
  limits: number;
  readonly units: Map<string, number>;
}

export function noEvidence(): Evidence {
  return {
    ...{ cells: 0, point: 0, comma: 0, eitherPoint: 0, eitherComma: 0, numbers: 0 },
    ...{ dates: 0, dayFirst: 0, monthFirst: 0, eitherOrder: 0, times: 0 },
    ...{ durations: 0, longTimes: new Map(), limits: 0 },
    units: new Map(),
  };
}

/** Adds a trimmed cell. */
export function weigh(evidence: Evidence, cell: string): void {
  if (isMissing(cell)) return;
  evidence.cells++;
  const order = orderEvidence(cell);
  if (order !== undefined) {
    evidence.dates++;
    if (order === "dayFirst") evidence.dayFirst++;
    if (order === "monthFirst") evidence.monthFirst++;
    if (order === "either") evidence.eitherOrder++;
  }
  if (!Number.isNaN(readTimeOfDay(cell))) evidence.times++;
  const limit = limitOf(cell);
  const written = limit ?? cell;
  const decimal = decimalEvidence(written);
  if (!Number.isNaN(readDuration(cell, "s"))) {
    evidence.durations++;
    const longest = decimal === undefined ? durationUnitOf(cell) : undefined;
    if (longest) evidence.longTimes.set(longest, (evidence.longTimes.get(longest) ?? 0) + 1);
  }
  if (decimal === undefined) return;
  if (limit !== undefined) evidence.limits++;
  evidence.numbers++;
  if (decimal !== "same") evidence[decimal]++;
  const { unit } = numberParts(latinDigits(written))!;
  if (unit !== "") evidence.units.set(unit, (evidence.units.get(unit) ?? 0) + 1);
}

export interface FileHabits {
  readonly decimal: "." | ",";
  readonly order: DateOrder;
  /** True if a person declared the decimal mark: it then holds in all columns without their own. */
  readonly isDecimalSaid?: boolean;
}

/** Decimal mark and order of dates in most columns; with semicolons between cells the comma. */
export function habitsOf(columns: readonly Evidence[], delimiter: string): FileHabits {
  const sum = (key: "point" | "comma" | "dayFirst" | "monthFirst") =>
    columns.reduce((total, each) => total + each[key], 0);
  const [point, comma] = [sum("point"), sum("comma")];
  const decimal = comma > point || (comma === point && delimiter === ";") ? "," : ".";
  const [day, month] = [sum("dayFirst"), sum("monthFirst")];
  return { decimal, order: day > month || (day === month && decimal === ",") ? "dayFirst" : "monthFirst" };
}

const mostOf = 0.9;

export function formatOf(evidence: Evidence, habits: FileHabits): ColumnFormat {
  const { cells, dates, times, durations, longTimes, limits, dayFirst, monthFirst } = evidence;
  if (dates > 0 && dates >= mostOf * cells) {
    const order = dayFirst === monthFirst ? habits.order : dayFirst > monthFirst ? "dayFirst" : "monthFirst";
    return { type: "date", order };
  }
  if (longTimes.size > 0 && durations >= mostOf * cells) {
    const [[unit]] = [...longTimes].sort((a, b) => b[1] - a[1]) as [[DurationUnit, number]];
    return { type: "duration", unit };
  }
  if (times > 0 && times >= mostOf * cells) return { type: "time" };
  const isCensored = limits > 0;
  return { ...numberFormatOf(evidence, habits), ...(isCensored && { isCensored }) };
}

export function numberFormatOf(evidence: Evidence, habits: FileHabits): NumberFormat {
  return { type: "number", decimal: decimalOf(evidence, habits), ...unitIn(evidence) };
}

function decimalOf(
  { point, comma, eitherPoint, eitherComma }: Evidence,
  { decimal, isDecimalSaid }: FileHabits,
): "." | "," {
  if (isDecimalSaid) return decimal;
  if (point !== comma) return point > comma ? "." : ",";
  return eitherPoint + eitherComma > 0 ? decimal : ".";
}

/** Unit of most cells with one, and of a tenth of all numbers. */
function unitIn({ units, numbers }: Evidence): { readonly unit: string; readonly isConverted?: true } {
  const { unit, own, converted } = commonUnit(units) ?? { unit: "", own: 0, converted: 0 };
  const all = [...units.values()].reduce((sum, count) => sum + count, 0);
  const most = own + converted;
  const isCommon = most >= 0.6 * all && most >= 0.1 * numbers && most >= 2;
  return isCommon ? { unit, ...(converted > 0 && { isConverted: true }) } : { unit: "" };
}

const durationTypes = { h: "hours", min: "minutes", s: "seconds" } as const;

export function typeOf(format: ColumnFormat, kind: ColumnKind): ColumnType {
  if (kind === "category" || kind === "id" || kind === "text") return kind;
  if (format.type === "number") return format.isWhole === true ? "whole" : format.decimal === "." ? "point" : "comma";
  if (format.type === "text") return "text";
  if (format.type === "duration") return durationTypes[format.unit];
  if (format.type === "date") return format.isSerial === true ? "serial" : format.order;
  return "time";
}
