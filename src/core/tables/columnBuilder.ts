import { defined } from "../defined.ts";
import { isCountOfPersons, isIdName } from "./head/columnNames.ts";
import {
  convertedUnit,
  formatOf,
  noEvidence,
  readCell,
  weigh,
  type ColumnFormat,
  type ColumnKind,
  type ColumnType,
  type Evidence,
} from "./cells/columnFormat.ts";
import { growingNumbers } from "./cells/growingNumbers.ts";
import { limitOf, notedCells } from "./cells/limitCell.ts";
import { latinDigits } from "./cells/latinDigits.ts";
import { isMissing } from "./cells/missingCell.ts";
import { decimalEvidence } from "./cells/numberCell.ts";
import { hasShortYear, hasZoneName, orderEvidence } from "./cells/dateCell.ts";
import { unitFactor } from "./cells/unitFactor.ts";
import { isUnit } from "./head/headRows.ts";
import { mostProposedLevels } from "./schema.ts";
import type { Column } from "./table.ts";
import { textColumn, type TextColumn } from "./textColumn.ts";

interface ColumnBuilder {
  add(cell: string, row: number): void;
  finish(name: string): Column;
  /** Format that the cells speak for, if more of them need it than the one in use. */
  better(): ColumnFormat | undefined;
}

const mostWeighed = 20_000;

/**
 * Format for cells that another one could not read; else undefined.
 *
 * @param against evidence of those cells
 * @param needed cells that only that format reads
 */
function betterFormat(format: ColumnFormat, against: Evidence, needed: number): ColumnFormat | undefined {
  const other = formatOf(against, { decimal: against.comma > against.point ? "," : ".", order: "dayFirst" });
  if (other.type === "number" && format.type === "number") {
    const votes = other.decimal === "," ? against.comma : against.point;
    return other.decimal !== format.decimal && votes > needed ? { ...format, decimal: other.decimal } : undefined;
  }
  if (other.type === "date" && format.type === "date") {
    const votes = other.order === "dayFirst" ? against.dayFirst : against.monthFirst;
    return other.order !== format.order && needed === 0 && votes > 0 ? other : undefined;
  }
  // Hours from 24 on are of no day.
  return other.type === "duration" && format.type === "time" ? other : undefined;
}

/** @param type as declared, if at all */
export function columnBuilder(format: ColumnFormat, type?: ColumnType): ColumnBuilder {
  const values = growingNumbers((length) => new Float64Array(length));
  let [missingCount, unreadCount, zonedCount] = [0, 0, 0];
  let coded = 0;
  /** First different numbers, by whether they look like codes. */
  const spelt = { coded: new Set<number>(), plain: new Set<number>() };
  let whole = true;
  let firstProblem: { row: number; text: string } | undefined;
  let ambiguous: { text: string; value: number } | undefined;
  /** A number without the column's unit. */
  let bare: { text: string; value: number } | undefined;
  const largest = { bare: 0, measured: 0 };
  /** A date without a century. */
  let shortYear: { text: string; value: number } | undefined;
  let texts: ReturnType<typeof textsAfter> | undefined;
  const examples = new Set<string>();
  // Cells that only this format reads, and what others say.
  let needed = 0;
  const against = noEvidence();
  const limits = notedCells();

  const noteRead = (text: string, value: number) => {
    if (!Number.isInteger(value)) whole = false;
    const isCoded = text.length > 1 && /^(?:0\d+|\d+e\d+)$/i.test(text);
    if (isCoded) coded++;
    const met = spelt[isCoded ? "coded" : "plain"];
    if (whole && met.size <= mostProposedLevels) met.add(value);
    if (format.type === "number") {
      if (format.unit !== "") {
        const isBare = !text.includes(format.unit) && convertedUnit(text, format) === undefined;
        if (isBare) bare ??= { text: text.slice(0, 40), value };
        const size = isBare ? "bare" : "measured";
        largest[size] = Math.max(largest[size], Math.abs(value));
      }
      // Marks that are certainly decimal, and ambiguous ones: 1.5 and 1.500.
      const mark = text.indexOf(format.decimal);
      const other = text.indexOf(format.decimal === "." ? "," : ".");
      if (mark < 0 && other < 0) return;
      const evidence = mark >= 0 && text.length - mark !== 4 ? "point" : decimalEvidence(text);
      if (evidence === "eitherPoint" || evidence === "eitherComma") ambiguous ??= { text: text.slice(0, 40), value };
      else needed++;
    } else if (!ambiguous && (format.type === "time" || format.type === "duration")) {
      // Hours and minutes, or minutes and seconds.
      const isDoubtful = format.type === "time" ? /^[\d:]+$/ : /^\d{1,2}:\d{2}$/;
      if (isDoubtful.test(text)) ambiguous = { text, value };
    } else if (format.type === "date" && (needed === 0 || !shortYear)) {
      const evidence = orderEvidence(text);
      if (hasShortYear(text)) shortYear ??= { text: text.slice(0, 40), value };
      if (evidence === "dayFirst" || evidence === "monthFirst") needed++;
      else if (evidence === "either") ambiguous ??= { text: text.slice(0, 40), value };
    }
  };

  const noteUnread = (text: string, row: number) => {
    unreadCount++;
    if (hasZoneName(text)) zonedCount++;
    if (examples.size < 3) examples.add(text.slice(0, 40));
    if (against.cells < mostWeighed) weigh(against, text);
    if (firstProblem) return;
    firstProblem = { row, text: text.slice(0, 40) };
    texts = textsAfter(values.finish());
  };

  return {
    add: (cell, row) => {
      const text = cell.trim();
      let value = readCell(text, format);
      const mayBeLimit = format.type === "number" && (Number.isNaN(value) || format.isCensored === true);
      const limit = mayBeLimit ? limitOf(text) : undefined;
      if (limit !== undefined) {
        value = readCell(limit, format);
        if (!Number.isNaN(value)) limits.add(text);
      }
      if (Number.isNaN(value)) {
        missingCount++;
        if (!isMissing(text)) noteUnread(text, row);
      } else noteRead(latinDigits(limit ?? text), value);
      values.add(value);
      texts?.add(text, value);
    },
    better: () => betterFormat(format, against, needed),
    finish: (name) => {
      const finished = values.finish();
      const beyond = limits.finish();
      const kind = kindOf({
        name,
        values: finished,
        missingCount,
        unreadCount,
        coded: areClasses(spelt) ? 0 : coded,
        areTruthValues:
          examples.size > 0 &&
          [...examples].every((text) => /^(?:true|false)$/i.test(text)) &&
          [...spelt.plain].every((number) => number === 0 || number === 1),
        whole,
        format,
        type,
      });
      const text: ReturnType<TextColumn["finish"]> = texts?.finish() ?? {};
      const settled =
        kind !== "category" || text.categories || !text.texts ? kind : idOrText(finished.length, examples);
      return {
        name,
        values: finished,
        missingCount,
        ...(firstProblem && { firstProblem }),
        ...text,
        reading: {
          ...(beyond && { limits: beyond }),
          format: proposedFormat(format, { isCensored: beyond !== undefined, bare: bare && largest }),
          kind: type === "category" ? "category" : settled,
          unread: { count: unreadCount, examples: [...examples] },
          ...defined({ otherUnits: otherUnits(against, format), hasZones: zonedCount > unreadCount / 2 || undefined }),
          ...doubtOf(kind, bare ?? shortYear ?? (needed === 0 ? ambiguous : undefined)),
        },
      };
    },
  };
}

const mostUnits = 20;

/** Convertible units, and all where most unread cells are numbers. */
function otherUnits({ cells, numbers, units }: Evidence, format: ColumnFormat): readonly string[] | undefined {
  if (format.type !== "number") return undefined;
  const met = [...units.keys()].filter(
    (unit) => isUnit(unit) && (numbers >= cells / 2 || unitFactor(unit, format.unit)),
  );
  return met.length === 0 ? undefined : met.slice(0, mostUnits);
}

/** Beside 0.85 a share is a number, 12 % as 0.12; beside 850 thousands are, 1.2k as 1200. */
function proposedFormat(
  format: ColumnFormat,
  {
    isCensored,
    bare,
  }: { readonly isCensored: boolean; readonly bare: Record<"bare" | "measured", number> | undefined },
): ColumnFormat {
  if (format.type !== "number") return format;
  const isShare = format.unit === "%" || format.unit === "‰";
  const factor = unitFactor(format.unit, "");
  const isPlain =
    bare && (isShare ? bare.bare <= 1 && bare.measured > 1 : factor !== undefined && factor.over > factor.under);
  return { ...format, ...(isPlain && { unit: "", isConverted: true }), ...(isCensored && { isCensored }) };
}

/** True if numbers written as codes are classes: a few, all also written plainly, as 01 beside 1. */
function areClasses({ coded, plain }: Record<"coded" | "plain", ReadonlySet<number>>): boolean {
  return plain.size <= mostProposedLevels && [...coded].every((value) => plain.has(value));
}

function doubtOf(kind: ColumnKind, doubt: { readonly text: string; readonly value: number } | undefined) {
  return doubt && kind !== "category" && kind !== "id" && kind !== "text" ? { ambiguous: doubt } : {};
}

interface Found {
  readonly name: string;
  readonly values: Float64Array;
  readonly missingCount: number;
  readonly unreadCount: number;
  /** Cells such as 007 and 12e4. */
  readonly coded: number;
  readonly areTruthValues: boolean;
  readonly whole: boolean;
  readonly format: ColumnFormat;
  readonly type: ColumnType | undefined;
}

/** The kind of a column, in any order of rows. */
function kindOf(found: Found): ColumnKind {
  const { name, values, missingCount, unreadCount, coded, areTruthValues, whole, format, type } = found;
  if (type === "category" || type === "id" || type === "text") return type;
  const readCount = values.length - missingCount;
  const measured =
    format.type === "number" ? (whole && format.unit === "" ? "integer" : "number") : kindOfFormat(format);
  if (type !== undefined) return measured;
  if (readCount < unreadCount || readCount === 0 || areTruthValues) return "category";
  if (measured !== "integer") return measured;
  return coded > 0.1 * readCount || tellsRowsApart(name, values) ? "id" : measured;
}

/** True for whole numbers that tell rows apart, by name or as a nameless index. */
export function tellsRowsApart(name: string, values: Float64Array): boolean {
  return (isIdName(name) && !isCountOfPersons(name)) || (isNameless(name) && countsRows(values));
}

function kindOfFormat({ type }: ColumnFormat): ColumnKind {
  return type === "duration" ? "number" : type;
}

function idOrText(_: number, examples: ReadonlySet<string>): "id" | "text" {
  return [...examples].every((text) => text.length < 40 && !/\s\S+\s/.test(text)) ? "id" : "text";
}

/** Texts of a column that begins with numbers; a number is one text, however written. */
function textsAfter(before: Float64Array): {
  /** Takes a trimmed cell, and its number or NaN. */
  add(cell: string, value: number): void;
  finish: TextColumn["finish"];
} {
  const texts = textColumn(longestText);
  const add = (cell: string, value: number) => {
    const text = Number.isNaN(value) ? cell : String(value);
    texts.add(Number.isNaN(value) && isMissing(text) ? undefined : text);
  };
  for (const value of before) add("", value);
  return { add, finish: () => texts.finish() };
}

/** Longest text in the digests of earlier versions. */
const longestText = 200;
const fewestCounted = 20;

/** True for the name given to a nameless column. */
function isNameless(name: string): boolean {
  return /^column \d+$/.test(name);
}

/** True for consecutive whole numbers, as of a written index. */
function countsRows(values: Float64Array): boolean {
  const [first] = values;
  return values.length >= fewestCounted && Number.isInteger(first) && values.every((value, i) => value === first! + i);
}
