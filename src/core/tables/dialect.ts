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
import { haveFixedPlaces } from "./head/fixedPlaces.ts";
import { foundBelow, headLength, isUnit, unitsOf } from "./head/headRows.ts";
import type { BelowNames, CommentMark } from "./head/headWords.ts";
import { isMeasured } from "./head/measuredCell.ts";
import { withQuotesFirst } from "./cells/openingQuotes.ts";
import { longestNumber } from "./cells/numberCell.ts";
import { unitFactor } from "./cells/unitFactor.ts";
import type { TextLayout } from "./schema.ts";

/** The dialect of a table. */
export interface Dialect {
  readonly delimiter: Delimiter;
  readonly newline: "\n" | "\r";
  /** Lines before the table: a title, remarks, "sep=;". */
  readonly preamble: number;
  readonly hasHeader: boolean;
  /** Rows below the names that are no records. */
  readonly below?: BelowNames;
  /** Lines that begin with this are no rows; between blanks "#" does so. */
  readonly comment?: CommentMark;
  /** True if rows begin with a name that the header does not mention. */
  readonly rowNames?: true;
  /** True if each column of the file is a record. */
  readonly turned?: true;
  /** Units in a row below the names, for a proposal. */
  readonly units?: readonly string[];
  /** True if the first row may be names or a record. */
  readonly isHeaderInDoubt: boolean;
  /** True if cells seem to stand at fixed places, which no mark separates. */
  readonly hasFixedPlaces?: true;
  /** True if the one comma of each line, between digits, may be a decimal mark. */
  readonly isCommaInDoubt?: true;
  /** Evidence of each column from the beginning. */
  readonly evidence: readonly Evidence[];
  readonly habits: FileHabits;
}

/** A person's declarations about the dialect; the table suggests what is absent. */
export interface SaidDialect {
  /** True if the first row has the names of the columns. */
  readonly header?: boolean;
  /** The separator of cells. */
  readonly delimiter?: Delimiter;
  /** The decimal mark of all columns. */
  readonly decimal?: "." | ",";
  /** Lines before the table that are no comments. */
  readonly preamble?: number;
  /** The mark of comment lines, or "none". */
  readonly comment?: CommentMark | "none";
  /** Rows below the names that are no records. */
  readonly below?: BelowNames | "none";
  /** True if each column of the file is a record. */
  readonly turned?: boolean;
  /** The sheet of a workbook; its first one that is shown if absent. */
  readonly sheet?: string;
}

const rowsLookedAt = 50;
const rowsWeighed = 1000;

/**
 * The dialect of a table, from its beginning: the separator under which most cells are numbers, dates or times, and of
 * those the one with most columns; a header, where the first row has text and no number, or names what tells rows
 * apart; what its columns say of their formats. What a person said of it holds, whatever the cells say.
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
    // What another separator splits evenly, first line and all, may have no remark above it.
    const rows = all.slice(others.some((other) => other.isFirstEven) && !told ? 0 : preamble).filter(isFilled);
    const cells = rows.slice(1).flat();
    // A header of another width than the rows speaks against the separator: that of "x", "1,5", "2,5" is no comma.
    const even = rows.length === 0 || rows[0]!.length === commonest(rows.map((row) => row.length)) ? 1 : 0.5;
    // "170<tab>m" is no number with a unit where tabs split every line, the header included, and this separator does not.
    const splitting = others.filter(
      (other) => other.uneven === 0 && other.isFirstEven && (other.delimiter === "\t" || uneven > 0 || !isFirstEven),
    );
    const isSplit = (cell: string) => splitting.some((other) => cell.includes(other.delimiter));
    const unmeasured = cells.filter((cell) => cell !== "" && (!isMeasured(cell) || isSplit(cell)));
    // So does another one, as even, in all that is no number: the comma of "1,5;high;2,5" leaves "5;high;2".
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
  if (said.header !== false && haveRowNames(rows))
    return dialectOf({ ...layout, rows: rows.with(0, [rowNamesColumn, ...first]), rowNames: true }, said);
  const hasFixedPlaces = best.share === 0 && haveFixedPlaces(beginning.split(newline, rowsLookedAt));
  return { ...dialectOf({ ...layout, rows }, said), ...(hasFixedPlaces && { hasFixedPlaces }) };
}

/** True if all rows have a cell more than the names above them, and the first ones tell rows apart, as R writes tables. */
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

/** The mark of comment lines under each separator: as it is said, or as the beginning suggests. */
function commentsIn(beginning: string, newline: "\n" | "\r", said: SaidDialect["comment"]) {
  // The beginning of the last line tells whether it is one.
  const lines = beginning.split(newline, rowsWeighed);
  return (delimiter: Delimiter): Pick<Dialect, "comment"> => {
    const cellsOf = (line: string) => line.split(delimiter).map((cell) => cell.trim());
    const comment = said ?? foundCommentMark(lines, cellsOf, isMeasured) ?? "none";
    return comment === "none" ? {} : { comment };
  };
}

/** Separators of a single mark. */
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
  const mayBeDecimal = (row: readonly string[]) => row.length === 2 && /\d,\d/.test(row.join(","));
  const isCommaInDoubt = delimiter === "," && !hasHeader && rows.every(mayBeDecimal);
  return {
    ...{ delimiter, newline, preamble, hasHeader, evidence, habits },
    isHeaderInDoubt: names.isInDoubt && !rowNames,
    ...(isCommaInDoubt && { isCommaInDoubt }),
    ...(hasHeader && below && { below }),
    ...(hasHeader && below === "units" && { units: unitsOf(rows[1] ?? []) }),
    ...(comment && { comment }),
    ...(rowNames && { rowNames }),
  };
}

/** The content of the rows below the first one, if that has names. */
function belowIn(rows: readonly (readonly string[])[], said: SaidDialect): BelowNames | undefined {
  const [first = [], ...below] = rows;
  if (said.header === false) return undefined;
  const content = said.below ?? (first.some(isMeasured) ? "none" : foundBelow(first, below.slice(0, rowsLookedAt)));
  return content === "none" ? undefined : content;
}

/** A table between blanks: its rows, and what stands before them; undefined where the lines have different numbers of cells. */
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
  const isDecimal = best.delimiter === "," && withComma.length > 0 && withComma.every(isDecimalComma);
  if (isDecimal && !names.some((cell) => cell.includes(",") || isMeasured(cell))) return true;
  // "1,5 high" without names above it; "1,5 kg" may be one number.
  const isWord = (cell = "") => !isMeasured(cell) && !isUnit(cell) && !/\d/.test(cell);
  if (isDecimal && names.some(isDecimalComma) && names.some((_, j) => rows.every((row) => isWord(row[j])))) return true;
  const shareIn = (cells: readonly string[]) => cells.filter(isNumber).length / Math.max(1, cells.length);
  if (best.width < 2 && !isOneColumn(rows))
    return names.some((_, j) => shareIn(records.map((row) => row[j] ?? "").filter((cell) => !isMissing(cell))) >= 0.9);
  const share = shareIn(records.flat());
  const isText = best.share <= 0.1 && share >= (best.width < 2 ? 0.25 : 0.5);
  return isText || (share === 1 && best.share < 0.9);
}

/** True for rows that are one column of dates, grouped digits, or numbers in one unit or in money: other words are cells. */
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

/** The place of a table among rows of cells with types of their own. @param rows the first of them, as texts */
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

/** The dialect of a file whose columns are records, by these: the first one has the names of all others’ values. */
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
  const text = withQuotesFirst(beginning, delimiter);
  const { data } = parser.parse(text, 0, beginning.length >= beginningLength) as Papa.ParseResult<string[]>;
  return data.map((row) => row.map((cell) => cell.trim()));
}

/** As much of a file as its dialect is told by. */
export const beginningLength = 65_536;

function isFilled(row: readonly string[]): boolean {
  return row.length > 1 || row[0] !== "";
}

/**
 * Lines before the table: single cells above rows of several, as a title or remarks. Where the first row is said to be a record,
 * a line with as many cells as the others is one, however few of them are filled.
 */
function preambleOf(rows: readonly (readonly string[])[], saidHeader: boolean | undefined): number {
  const widths = rows.filter(isFilled).map((row) => row.length);
  const width = commonest(widths);
  if (widths.length < 4 || width < 2) return 0;
  // A title may have a separator in it.
  const isShort = (row: readonly string[]) => 2 * row.length <= width && !isMeasured(row[0]!);
  const first = rows.findIndex((row) => filledCount(row) >= 2 && !isShort(row));
  const isRemark = (row: readonly string[]) =>
    (filledCount(row) <= 1 || isShort(row)) &&
    !isMeasured(row.find((cell) => cell !== "") ?? "") &&
    !(saidHeader === false && row.length === width);
  return first > 0 && first <= 20 && rows.slice(0, first).every(isRemark) ? first : 0;
}

/** Whether, split at commas, a table is a name above numbers with decimal commas: then the name is no remark above pairs. */
function isDecimalColumn(rows: readonly string[][], delimiter: Delimiter): boolean {
  const [name, ...numbers] = delimiter === "," ? rows.filter(isFilled) : [];
  return name?.length === 1 && numbers.every((row) => row.length <= 2 && isDecimalComma(row.join(",")));
}

/** Whether a text is a number such as "70,5", "1 234,5", "−3", "70,5 kg": no longer than any that is read as one. */
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
  // A row may be shorter than one below it.
  return Array.from(columns as readonly (Evidence | undefined)[], (evidence) => evidence ?? noEvidence());
}

/**
 * Header test: true if the first row has names. Text above a column of numbers, dates or times is a name. Beside numbers
 * it is one only if one of the texts names what tells rows apart, and is found nowhere below: values of a record must not
 * become names, which are public. A row of text alone is in doubt where a cell of it is found below or missing, or nothing
 * below is a number.
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

// A line break inside quotes says nothing about how lines end.
function newlineOf(beginning: string): "\n" | "\r" {
  const plain = beginning.replace(/"[^"]*"/g, "");
  return plain.includes("\n") || !plain.includes("\r") ? "\n" : "\r";
}

function commonest(lengths: readonly number[]): number {
  const occurrences = new Map<number, number>();
  for (const length of lengths) occurrences.set(length, (occurrences.get(length) ?? 0) + 1);
  return [...occurrences].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0];
}
