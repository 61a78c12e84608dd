import { defined } from "../defined.ts";
import type { Interval } from "../grids.ts";
import { typeOf, type ColumnType } from "../tables/cells/columnFormat.ts";
import { countColumnsOf } from "./countColumns.ts";
import { countsNotice, proposedCounts } from "./countedRows.ts";
import { sumTermsOf } from "./curveSumsTable.ts";
import {
  isDateName,
  isDurationName,
  isIdName,
  isPersonName,
  isRunName,
  isTimeName,
  mayBePersonName,
} from "../tables/head/columnNames.ts";
import { readSerialDay } from "../tables/cells/dateCell.ts";
import { unitFactor } from "../tables/cells/unitFactor.ts";
import { unitInName } from "../tables/head/headRows.ts";
import { isShortLine } from "../tables/schemaText.ts";
import { formatOfColumn, mostProposedLevels, type SchemaColumn, type TableSchema } from "../tables/schema.ts";
import type { Column, Table } from "../tables/table.ts";
import { namedTimes } from "./timeNames.ts";

/**
 * Schema that all cells of a file suggest, without levels, until a person declares it.
 *
 * @param table the file as its cells suggest
 * @param hasAllRows false for the beginning of a file, which proposes no column of counts
 */
export function proposedSchema(table: Table, hasAllRows = true): TableSchema {
  const schema = schemaOfCells(table);
  const counts = hasAllRows ? proposedCounts(table).name : undefined;
  const columns = schema.columns.map((column): SchemaColumn => {
    const { name, unit } = column;
    return name === counts ? { name, type: "count", unit } : column;
  });
  return { ...schema, columns };
}

function schemaOfCells({ columns, found, foundRows }: Table): TableSchema {
  // An engine’s columns have numbers, also consecutive ones.
  const names = columns.map(({ name }) => name);
  const isOfEngine = countColumnsOf(names) !== undefined || sumTermsOf(names) !== undefined;
  return {
    from: "file",
    ...(found && { text: found.text }),
    ...(foundRows && { rows: foundRows.layout }),
    columns: columns.map((column, place): SchemaColumn => {
      const { name, reading } = column;
      if (!reading) return { name, type: "point", unit: "" };
      const { format, kind } = reading;
      const isMeasuring = kind === "number" || kind === "integer";
      const unit = unitOf(column, isMeasuring ? (found ?? foundRows)?.units?.[place] || unitInName(name) : "");
      const isRun = kind === "integer" && isRunName(name);
      // Names of records: told apart, never listed.
      if (found?.text.turned && place === 0 && kind === "category") return { name, type: "id", unit: "" };
      const missing = isOfEngine ? undefined : missingCodes(column);
      return {
        name,
        type:
          (isRun ? "category" : typeByName(column, isMeasuring)) ??
          typeOf(format, isOfEngine && kind === "id" ? "integer" : kind),
        ...unit,
        ...(missing && { missing }),
        ...(isMeasuring && reading.limits && { beyond: "limit" }),
      };
    }),
  };
}

/** @param named unit beside or below the name; "" for none */
function unitOf({ reading }: Column, named: string): Pick<SchemaColumn, "unit" | "others"> {
  const { format, otherUnits = [] } = reading!;
  if (format.type !== "number") return { unit: "" };
  const isNamed =
    named !== "" && (format.unit === "" ? !format.isConverted : unitFactor(format.unit, named) !== undefined);
  const unit = isNamed ? named : format.unit;
  const met = [...otherUnits, ...(unit === format.unit ? [] : [format.unit])].filter(
    (each) => each !== "" && each !== unit,
  );
  const isConverted = format.isConverted || met.some((each) => unitFactor(each, unit));
  return { unit, ...(isConverted && { others: "converted" }) };
}

/** Days of spreadsheets, from 1954 to 2064. */
const serialDays = [20_000, 60_000] as const;

/** Type by name: clocks that are durations, and numbers that are days, 45292 or 20240131. */
function typeByName({ name, reading, values }: Column, isMeasuring: boolean): ColumnType | undefined {
  if (reading?.kind === "time" && isDurationName(name)) return "hours";
  const isDay = (value: number) =>
    Number.isNaN(value) ||
    (value >= serialDays[0] && value <= serialDays[1]) ||
    (value >= 1e7 && Number.isFinite(readSerialDay(String(value))));
  return isMeasuring && isDateName(name) && values.every(isDay) ? "serial" : undefined;
}

/** True if increasing times beside columns of numbers suggest a curve in each, as in R’s package fda. */
export function hasCurvesInColumns({ columns, rowCount }: Table): boolean {
  const [time, ...curves] = columns;
  if (!time || rowCount < 3 || curves.length < 2 || namedTimes(curves.map(({ name }) => name))) return false;
  const isNumber = ({ reading }: Column) => reading?.kind === "number" || reading?.kind === "integer";
  const isTime = isTimeName(time.name) || /^(?:column 1|V1|X|rownames)$/.test(time.name);
  const isRising = time.values.every((value, i) => i === 0 || value > time.values[i - 1]!);
  return isTime && isRising && time.missingCount === 0 && curves.every(isNumber) && !curves.some(isCurveColumn);
}

function isCurveColumn({ name }: Column): boolean {
  return isPersonName(name) || isRunName(name) || isIdName(name);
}

const nines = [99, 999, 9999, 99_999, 999_999];
/** Numbers for no value. */
const usualCodes = [
  -9,
  ...[...nines, ...nines.map((code) => code + 0.9), 99.99, 999.99].flatMap((code) => [-code, code]),
];
/** Fill values of models are as large, and repeat. */
const leastFill = 1e20;

/** Reach of other values, as a share of the code. */
const farFromCode = 0.1;

/**
 * Usual codes far from all other numbers, or negative beside positive ones; none in a column of two letters (NA is
 * Namibia).
 */
function missingCodes({ values, categories, reading }: Column): readonly string[] | undefined {
  if (reading?.kind === "category") {
    const { names } = categories ?? { names: [] };
    return names.length >= 2 && names.every((name) => /^[A-Z]{2}$/.test(name)) ? [] : undefined;
  }
  if (reading?.format.type !== "number") return undefined;
  const fills = values.filter((value) => Math.abs(value) >= leastFill);
  const isFill = fills.length > 1 && fills.every((value) => value === fills[0]);
  const met = [...usualCodes.filter((code) => values.includes(code)), ...(isFill ? [fills[0]!] : [])];
  if (met.length === 0) return undefined;
  const rest = values.filter((value) => !Number.isNaN(value) && !met.includes(value));
  const reach = rest.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const isPositive = rest.every((value) => value >= 0);
  const codes = met.filter((code) => reach <= farFromCode * Math.abs(code) || (isPositive && code <= -99));
  return codes.length > 0 && rest.length > 1 ? codes.map(String) : undefined;
}

/**
 * Table read by a proposed schema, with levels and ambiguous cells.
 *
 * @param table read by `proposedSchema`
 * @param found as read for the proposal
 */
export function proposedTable(table: Table, asFound: Table): Table {
  const { columns: seen, found, foundRows } = asFound;
  const seenReading = new Map(seen.map(({ name, reading }) => [name, reading]));
  const columns = table.columns.map((column): Column => {
    const levels = column.declared?.levels ?? levelsIn(column);
    const { ambiguous, otherUnits, hasZones } = seenReading.get(column.name) ?? {};
    return {
      ...column,
      declared: { ...column.declared!, ...(levels && { levels }) },
      reading: { ...column.reading!, ...defined({ ambiguous, otherUnits, hasZones }) },
    };
  });
  const person = table.schema!.person ?? ownerIn(columns);
  const schema: TableSchema = {
    ...table.schema!,
    columns: columns.map(({ declared }) => declared!),
    ...(person !== undefined && { person }),
  };
  const notices = [...asFound.notices, ...noticesOfCounts(table, asFound)];
  const firstTimes = found && !found.text.header ? firstTimesIn(columns) : undefined;
  return {
    ...{ ...table, columns, schema, notices },
    ...(found && { found: { ...found, ...(firstTimes && { firstTimes }) } }),
    ...(foundRows && { foundRows }),
  };
}

const rowsCompared = 50;

/** Ends of the first row if it rises as times do: in equal steps, or as hardly any row below. */
function firstTimesIn(columns: readonly Column[]): Interval | undefined {
  const measured = columns.filter(({ declared }) => formatOfColumn(declared!).type === "number");
  const rowAt = (i: number) => measured.map(({ values }) => values[i] ?? NaN);
  const first = rowAt(0);
  const isRising = (row: readonly number[]) => row.every((value, j) => j === 0 || value > row[j - 1]!);
  if (first.length < 3 || !isRising(first)) return undefined;
  const step = first[1]! - first[0]!;
  const isEven = first.every((value, j) => j === 0 || Math.abs(value - first[j - 1]! - step) <= 1e-6 * step);
  const below = Array.from({ length: Math.min(rowsCompared, measured[0]!.values.length - 1) }, (_, i) => rowAt(i + 1));
  const isOdd = below.filter(isRising).length <= 0.1 * below.length;
  return isEven || isOdd ? [first[0]!, first.at(-1)!] : undefined;
}

function noticesOfCounts(table: Table, asFound: Table): readonly string[] {
  const counts = table.schema!.columns.find(({ type }) => type === "count");
  if (counts) return table === asFound ? [] : [countsNotice(counts.name, asFound.rowCount, table.rowCount)];
  const { notice } = proposedCounts(asFound);
  return notice === undefined ? [] : [notice];
}

/** Column of persons: named so, or a possible one with a value twice. */
function ownerIn(columns: readonly Column[]): string | undefined {
  const texts = columns.filter(({ declared }) => formatOfColumn(declared!).type === "text");
  const named = texts.find(({ name }) => isPersonName(name));
  return (named ?? texts.find((column) => mayBePersonName(column.name) && repeats(column)))?.name;
}

function repeats({ categories, texts }: Column): boolean {
  const told = categories ?? texts;
  return told !== undefined && told.codes.reduce((rows, code) => rows + (code < 0 ? 0 : 1), 0) > told.names.length;
}

/** Classes proposed as left out. */
const unknownWords =
  /^(unknown|not known|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|onbekend|not (?:stated|specified)|unspecified|no answer|refused|prefer not to (?:say|answer))$/i;

/** Levels with spellings joined, as "Yes | yes" or "1 | true". */
function joinedSpellings(levels: readonly string[]): readonly string[] {
  const spellings = new Map<string, string[]>();
  for (const level of levels) {
    const lower = level
      .normalize("NFKC")
      .toLowerCase()
      .replace(/\p{Cf}/gu, "")
      .replace(/\s+/g, " ");
    const number = lower === "true" ? "1" : lower === "false" ? "0" : lower;
    const plain = levels.includes(number) ? number : lower;
    spellings.set(plain, [...(spellings.get(plain) ?? []), level]);
  }
  return spellings.size < 2 ? levels : [...spellings.values()].map((same) => same.join(" | "));
}

/** From 2 to 20 known values for a schema, in alphabetical order. */
function levelsIn({ categories, texts, values, declared }: Column): readonly string[] | undefined {
  if (texts || declared?.type === "id" || declared?.type === "text") return undefined;
  const met = new Set<string>(categories?.names);
  if (!categories) {
    for (const value of values) {
      if (!Number.isNaN(value)) met.add(String(value));
      if (met.size > mostProposedLevels) return undefined;
    }
  }
  if (met.size < 2 || met.size > mostProposedLevels) return undefined;
  const written = [...met].filter(isShortLine);
  const known = written.filter((name) => !unknownWords.test(name));
  const levels = joinedSpellings((known.length < 2 ? written : known).sort());
  return levels.length > 1 && levels.every(isShortLine) ? levels : undefined;
}
