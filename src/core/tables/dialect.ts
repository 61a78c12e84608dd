import Papa from "papaparse";
import { defined } from "../defined.ts";
import { cellsBetweenBlanks, blankLines, rowNamesColumn } from "./cells/blankLines.ts";
import { isIdName, isPersonName } from "./columnNames.ts";
import {
  formatOf,
  habitsOf,
  noEvidence,
  readCell,
  weigh,
  type ColumnFormat,
  type Evidence,
  type FileHabits,
} from "./cells/columnFormat.ts";
import { isMissing } from "./cells/missingCell.ts";
import { delimiters, type Delimiter } from "./delimiter.ts";
import { foundCommentMark } from "./head/commentLines.ts";
import { foundBelow, headLength, isUnit, unitsOf } from "./head/headRows.ts";
import type { BelowNames, CommentMark } from "./head/headWords.ts";
import { isMeasured } from "./head/measuredCell.ts";
import { longestNumber } from "./cells/numberCell.ts";
import { unitFactor } from "./cells/unitFactor.ts";
import type { TextLayout } from "./schema.ts";

export interface Dialect {
  readonly delimiter: Delimiter;
  readonly newline: "\n" | "\r";
  /** Title, remarks, "sep=;". */
  readonly preamble: number;
  readonly hasHeader: boolean;
  readonly below?: BelowNames;
  /** Lines that begin with it are no rows. */
  readonly comment?: CommentMark;
  /** True if rows begin with a name without a header. */
  readonly rowNames?: true;
  /** True if each column of the file is a record. */
  readonly turned?: true;
  readonly units?: readonly string[];
  /** True if the first row may be names or a record. */
  readonly isHeaderInDoubt: boolean;
  /** From the beginning, by column. */
  readonly evidence: readonly Evidence[];
  readonly habits: FileHabits;
}

/** A person's declarations about the dialect; the table suggests the rest. */
export interface SaidDialect {
  /** True if the first row has the columns' names. */
  readonly header?: boolean;
  readonly delimiter?: Delimiter;
  /** Decimal mark of all columns. */
  readonly decimal?: "." | ",";
  /** Lines before the table that are no comments. */
  readonly preamble?: number;
  readonly comment?: CommentMark | "none";
  readonly below?: BelowNames | "none";
  /** True if each column of the file is a record. */
  readonly turned?: boolean;
  /** Sheet of a workbook; the first shown if absent. */
  readonly sheet?: string;
}

const rowsLookedAt = 50;
const rowsWeighed = 1000;

/**
 * Dialect of a table from its beginning, declarations first: the separator with most numbers, dates or times, and among
 * equals most columns; a header, where the first row has text and no number, or names what tells rows apart; formats of
 * the columns.
 */
export function detectDialect(beginning: string, said: SaidDialect = {}): Dialect {
  const newline = newlineOf(beginning);
  const told = /^(?:\uFEFF)?"?sep=([,;|\t])"?\s*$/i.exec(beginning.split(newline, 1)[0]!.trimEnd() || " ");
  const possible = said.delimiter ? [said.delimiter] : told ? [told[1] as Delimiter] : marks;
  const commentOf = commentsIn(beginning, newline, said.comment);
  const splits = possible.map((delimiter) => {
    const all = rowsOf(beginning, { delimiter, newline, count: rowsLookedAt, ...commentOf(delimiter) });
    const widths = all.filter(isFilled).map((row) => row.length);
    const width = commonest(widths);
    const uneven = width < 2 ? widths.length : widths.filter((other) => other !== width).length;
    return { delimiter, all, uneven, isEven: uneven <= 0.1 * widths.length, isFirstEven: widths[0] === width };
  });
  const isOpen = said.delimiter === undefined && said.decimal !== "." && said.header !== false;
  const candidates = splits.map(({ delimiter, all, uneven, isFirstEven }) => {
    const others = splits.filter((other) => other.delimiter !== delimiter && other.isEven);
    const preamble =
      said.preamble ?? (told ? 1 : isOpen && isDecimalColumn(all, delimiter) ? 0 : preambleOf(all, said.header));
    // Another separator that splits evenly, first line and all, speaks against a remark above.
    const rows = all.slice(others.some((other) => other.isFirstEven) && !told ? 0 : preamble).filter(isFilled);
    const cells = rows.slice(1).flat();
    // A header of another width speaks against the separator: that of "x", "1,5", "2,5" is no comma.
    const even = rows.length === 0 || rows[0]!.length === commonest(rows.map((row) => row.length)) ? 1 : 0.5;
    // "170<tab>m" is no number with a unit where tabs, but not this separator, split every line.
    const splitting =
      uneven === 0 && isFirstEven ? [] : others.filter((other) => other.uneven === 0 && other.isFirstEven);
    const isSplit = (cell: string) => splitting.some((other) => cell.includes(other.delimiter));
    const unmeasured = cells.filter((cell) => cell !== "" && (!isMeasured(cell) || isSplit(cell)));
    // So does another even one in all non-numbers: the comma of "1,5;high;2,5" leaves "5;high;2".
    const isWithin = (other: Delimiter) => unmeasured.filter((cell) => cell.includes(other)).length;
    const plain = others.some(
      (other) =>
        other.uneven <= uneven && unmeasured.length > 0 && isWithin(other.delimiter) >= 0.9 * unmeasured.length,
    )
      ? 0.1
      : 1;
    const measured = cells.filter((cell) => cell !== "").length - unmeasured.length;
    const share = (even * plain * measured) / Math.max(1, cells.length);
    const width = rows.length === 0 ? 0 : Math.max(...rows.map((row) => row.length));
    return { delimiter, preamble, share, width };
  });
  const best = candidates.reduce((a, b) => {
    if (Math.abs(a.share - b.share) > 0.02) return b.share > a.share ? b : a;
    return b.width > a.width ? b : a;
  });
  const blank = told || (said.delimiter && said.delimiter !== " ") ? undefined : blankLayoutOf(beginning, newline);
  if (blank && (said.delimiter === " " || isBlankSeparated(blank, best)))
    return dialectOf({ ...blank, newline, delimiter: " " }, said);
  const { delimiter, preamble } = best;
  const comment = commentOf(delimiter);
  const rows = rowsOf(beginning, { delimiter, newline, count: rowsWeighed + preamble, ...comment })
    .slice(preamble)
    .filter(isFilled);
  const layout = { newline, delimiter, preamble, ...comment };
  const [first = []] = rows;
  return said.header !== false && haveRowNames(rows)
    ? dialectOf({ ...layout, rows: rows.with(0, [rowNamesColumn, ...first]), rowNames: true }, said)
    : dialectOf({ ...layout, rows }, said);
}

/** True if rows have a cell more than the names, and the first cells tell rows apart, as R writes tables. */
function haveRowNames([names = [], ...rows]: readonly (readonly string[])[]): boolean {
  const firsts = new Set(rows.map(([first]) => first));
  return (
    rows.length > 1 &&
    !names.some(isMeasured) &&
    rows.every((row) => row.length === names.length + 1 && row[0] !== "") &&
    firsts.size === rows.length &&
    rows.some((row) => row.at(-1) !== "")
  );
}

/** Comment mark under each separator, declared or suggested. */
function commentsIn(beginning: string, newline: "\n" | "\r", said: SaidDialect["comment"]) {
  // The last line's beginning tells whether it is one.
  const lines = beginning.split(newline, rowsWeighed);
  return (delimiter: Delimiter): Pick<Dialect, "comment"> => {
    const cellsOf = (line: string) => line.split(delimiter).map((cell) => cell.trim());
    const comment = said ?? foundCommentMark(lines, cellsOf, isMeasured) ?? "none";
    return comment === "none" ? {} : { comment };
  };
}

const marks = delimiters.filter((delimiter) => delimiter !== " ");

interface SplitRows {
  /** The filled rows of the table's beginning, its header included. */
  readonly rows: readonly (readonly string[])[];
  readonly newline: "\n" | "\r";
  readonly delimiter: Delimiter;
  readonly preamble: number;
  readonly comment?: CommentMark;
  readonly rowNames?: true;
}

function dialectOf({ rows, newline, delimiter, preamble, comment, rowNames }: SplitRows, said: SaidDialect): Dialect {
  const first = rows[0] ?? [];
  const below = belowIn(rows, said);
  const length = headLength({ header: true, ...(below && { below }) });
  const records = rows.slice(length);
  const weights = weighed(records);
  const found = habitsOf(weights, delimiter);
  const habits = said.decimal ? { ...found, decimal: said.decimal, isDecimalSaid: true } : found;
  const formats = first.map((_, j) => formatOf(weights[j] ?? noEvidence(), habits));
  const names = headerOf(first, records.slice(0, rowsLookedAt), formats);
  const hasHeader = rowNames ?? said.header ?? names.hasHeader;
  const evidence = hasHeader ? weights : weighed(rows);
  return {
    ...{ delimiter, newline, preamble, hasHeader, evidence, habits },
    isHeaderInDoubt: names.isInDoubt && !rowNames,
    ...(hasHeader && below && { below }),
    ...(hasHeader && below === "units" && { units: unitsOf(rows[1] ?? []) }),
    ...(comment && { comment }),
    ...(rowNames && { rowNames }),
  };
}

/** Content of the rows below the first one, if that has names. */
function belowIn(rows: readonly (readonly string[])[], said: SaidDialect): BelowNames | undefined {
  const [first = [], ...below] = rows;
  if (said.header === false) return undefined;
  const content = said.below ?? (first.some(isMeasured) ? "none" : foundBelow(first, below.slice(0, rowsLookedAt)));
  return content === "none" ? undefined : content;
}

/** Rows between blanks, and what stands before; undefined where lines differ in width. */
function blankLayoutOf(
  beginning: string,
  newline: "\n" | "\r",
): Pick<SplitRows, "rows" | "preamble" | "rowNames"> | undefined {
  const lines = beginning.split(newline).slice(0, rowsWeighed);
  if (beginning.length >= beginningLength) lines.pop();
  const cells = lines.map((line) => cellsBetweenBlanks(line));
  const widths = cells.filter((row) => row.length > 0 && !row[0]!.startsWith("#")).map((row) => row.length);
  const width = commonest(widths);
  if (width < 2 || widths.length < 2) return undefined;
  const firstRow = cells.findIndex((row) => row.length === width && !row[0]!.startsWith("#"));
  const isNames = (row: readonly string[]) => row.length > 0 && row.every((cell) => !isMeasured(cell));
  const above = cells[firstRow - 1] ?? [];
  const names = above[0]?.startsWith("#") ? cellsBetweenBlanks(lines[firstRow - 1]!.replace(/^[ \t]*#+/, "")) : above;
  const hasRowNames =
    names.length === width - 1 && isNames(names) && (width > 2 || lines[firstRow]!.trim().startsWith('"'));
  const preamble = hasRowNames || (names !== above && names.length === width) ? firstRow - 1 : firstRow;
  const layout = { newline, preamble, ...(hasRowNames && { rowNames: true as const }) };
  const reader = blankLines(layout, beginning.length);
  const rows = reader
    .push(`${lines.join(newline)}${newline}`)
    .slice(preamble)
    .filter(isFilled);
  return reader.unfit() > 0.02 * rows.length ? undefined : { rows, ...layout };
}

/** True if blanks split a table into numbers, and the best mark leaves texts. Tabs that split it alike are no blanks. */
function isBlankSeparated(
  { rows }: Pick<SplitRows, "rows">,
  best: { readonly delimiter: Delimiter; readonly share: number; readonly width: number },
): boolean {
  if (best.delimiter === "\t" && best.width === rows[0]?.length) return false;
  const isNumber = (cell: string) => isMeasured(cell) && !/[,;|]$/.test(cell);
  // "high 1,5" below "group dose".
  const [names = [], ...records] = rows;
  const withComma = records.flat().filter((cell) => cell.includes(","));
  if (best.delimiter === "," && withComma.length > 0 && withComma.every(isDecimalComma))
    if (!names.some((cell) => cell.includes(",") || isMeasured(cell))) return true;
  const shareIn = (cells: readonly string[]) => cells.filter(isNumber).length / Math.max(1, cells.length);
  if (best.width < 2 && !isOneColumn(rows))
    return names.some((_, j) => shareIn(records.map((row) => row[j] ?? "").filter((cell) => !isMissing(cell))) >= 0.9);
  const share = shareIn(records.flat());
  const isText = best.share <= 0.1 && share >= (best.width < 2 ? 0.25 : 0.5);
  return isText || (share === 1 && best.share < 0.9);
}

/** True for rows that are one column of dates, grouped digits, or numbers in one unit or money. */
function isOneColumn(rows: SplitRows["rows"]): boolean {
  const joined = rows.slice(1).map((row) => row.join(" "));
  const [evidence = noEvidence()] = weighed(joined.map((cell) => [cell]));
  const format = formatOf(evidence, habitsOf([evidence], " "));
  const units = [...evidence.units.keys()];
  if (units.length > 0 && units.every((unit) => money.test(unit))) return true;
  const own = format.type === "number" ? format.unit : "";
  const least = own === "" || isUnit(own) ? 0.5 : 1;
  const read = joined.filter((cell) => !Number.isNaN(readCell(cell, format)));
  return read.length >= least * joined.length && units.every((unit) => unit === own || unitFactor(unit, own));
}

const money = /^(?:\p{Sc}|EUR|USD|GBP|CHF|JPY|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|BRL)$/u;

/** Place of a table among rows of typed cells. @param rows the first of them, as texts */
export function typedLayout(
  rows: readonly (readonly string[])[],
  said: Pick<SaidDialect, "header" | "preamble" | "below">,
): Pick<TextLayout, "preamble" | "header" | "below"> & Pick<Dialect, "isHeaderInDoubt" | "units"> {
  const preamble = said.preamble ?? preambleOf(rows, said.header);
  const filled = rows.slice(preamble).filter(isFilled);
  const found = dialectOf({ rows: filled, newline: "\n", delimiter: ",", preamble }, said);
  const { hasHeader: header, isHeaderInDoubt, below, units } = found;
  return { preamble, header, isHeaderInDoubt, ...defined({ below, units }) };
}

/** Dialect of a file whose columns are records: the first one names all values. */
export function turnedDialect(
  { delimiter, newline, preamble, comment, rowNames }: Dialect,
  columns: readonly (readonly string[])[],
  { header = true, ...said }: SaidDialect,
): Dialect {
  const rows = columns.slice(0, rowsWeighed).map((column) => column.map((cell) => cell.trim()));
  const turned = dialectOf({ rows, newline, delimiter, preamble }, { ...said, header, below: "none" });
  return { ...turned, isHeaderInDoubt: false, turned: true, ...defined({ comment, rowNames }) };
}

function rowsOf(
  beginning: string,
  {
    delimiter,
    newline,
    count,
    comment = false,
  }: {
    readonly delimiter: Delimiter;
    readonly newline: "\n" | "\r";
    readonly count: number;
    readonly comment?: CommentMark | false;
  },
): string[][] {
  const parser = new Papa.Parser({ delimiter, newline, preview: count, comments: comment });
  const { data } = parser.parse(beginning, 0, beginning.length >= beginningLength) as Papa.ParseResult<string[]>;
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** The dialect is told by so much of a file. */
export const beginningLength = 65_536;

function isFilled(row: readonly string[]): boolean {
  return row.length > 1 || row[0] !== "";
}

/**
 * Lines before the table: single cells above rows of several, as a title or remarks. Below a declared record a line of
 * full width is one, however few cells are filled.
 */
function preambleOf(rows: readonly (readonly string[])[], saidHeader: boolean | undefined): number {
  const widths = rows.filter(isFilled).map((row) => row.length);
  const width = commonest(widths);
  if (widths.length < 4 || width < 2) return 0;
  // A title may contain a separator.
  const isShort = (row: readonly string[]) => 2 * row.length <= width && !isMeasured(row[0]!);
  const first = rows.findIndex((row) => filledCount(row) >= 2 && !isShort(row));
  const isRemark = (row: readonly string[]) =>
    (filledCount(row) <= 1 || isShort(row)) &&
    !isMeasured(row.find((cell) => cell !== "") ?? "") &&
    !(saidHeader === false && row.length === width);
  return first > 0 && first <= 20 && rows.slice(0, first).every(isRemark) ? first : 0;
}

/** True if, split at commas, a table is a name above numbers with decimal commas: the name is then no remark. */
function isDecimalColumn(rows: readonly string[][], delimiter: Delimiter): boolean {
  const [name, ...numbers] = delimiter === "," ? rows.filter(isFilled) : [];
  return name?.length === 1 && numbers.every((row) => row.length <= 2 && isDecimalComma(row.join(",")));
}

/** True for "70,5", "1 234,5", "−3", "70,5 kg". */
function isDecimalComma(text: string): boolean {
  return text.length <= longestNumber && decimalComma.test(text);
}

const decimalComma = /^[-+−–]?\d[\d .’'\u00a0\u202f]*(?:,\d+)?\s*[\p{L}\p{Sc}%°]{0,5}$/u;

function filledCount(row: readonly string[]): number {
  return row.filter((cell) => cell !== "").length;
}

function weighed(rows: readonly (readonly string[])[]): Evidence[] {
  const columns: Evidence[] = [];
  for (const row of rows) row.forEach((cell, j) => weigh((columns[j] ??= noEvidence()), cell));
  // A row may be shorter than one below.
  return Array.from(columns as readonly (Evidence | undefined)[], (evidence) => evidence ?? noEvidence());
}

/**
 * Header test: true if the first row has names. Text above numbers, dates or times is a name. Beside numbers it is one
 * only if a text names what tells rows apart and is found nowhere below: values of a record must not become names,
 * which are public. A row of text alone is in doubt where a cell of it is found below or missing, or nothing below is a
 * number.
 */
function headerOf(
  first: readonly string[],
  below: readonly (readonly string[])[],
  formats: readonly ColumnFormat[],
): { readonly hasHeader: boolean; readonly isInDoubt: boolean } {
  const measured = (cell: string, j: number) => !Number.isNaN(readCell(cell, formats[j]!)) || isMeasured(cell);
  const texts = first.filter((cell, j) => !isMissing(cell) && !measured(cell, j));
  const recurs = (cell: string, j: number) => !isMissing(cell) && below.some((row) => row[j] === cell);
  if (texts.length === 0) return { hasHeader: false, isInDoubt: false };
  if (first.some((cell, j) => cell !== "" && !isMissing(cell) && measured(cell, j))) {
    const named = first.some(
      (cell, j) => (isIdName(cell) || isPersonName(cell) || /^(name|curve)$/i.test(cell)) && !recurs(cell, j),
    );
    return { hasHeader: named, isInDoubt: true };
  }
  const contrasts = first.some((cell, j) => {
    const cells = below.map((row) => row[j] ?? "").filter((value) => !isMissing(value));
    return (
      !isMissing(cell) && cells.length > 0 && 2 * cells.filter((value) => measured(value, j)).length >= cells.length
    );
  });
  const mayBeRecord = first.some((cell, j) => recurs(cell, j) || (cell !== "" && isMissing(cell)));
  return { hasHeader: contrasts || !mayBeRecord, isInDoubt: !contrasts || mayBeRecord };
}

// A line break inside quotes says nothing about line ends.
function newlineOf(beginning: string): "\n" | "\r" {
  const plain = beginning.replace(/"[^"]*"/g, "");
  return plain.includes("\n") || !plain.includes("\r") ? "\n" : "\r";
}

function commonest(lengths: readonly number[]): number {
  const occurrences = new Map<number, number>();
  for (const length of lengths) occurrences.set(length, (occurrences.get(length) ?? 0) + 1);
  return [...occurrences].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}
