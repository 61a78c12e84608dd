import Papa from "papaparse";
import { defined } from "../defined.ts";
import { rowNamesColumn } from "./cells/blankLines.ts";
import { formatOf, habitsOf, noEvidence, type Evidence, type FileHabits } from "./cells/columnFormat.ts";
import { withQuotesFirst } from "./cells/openingQuotes.ts";
import { delimiters, type Delimiter } from "./delimiter.ts";
import { blankLayoutOf, isBlankSeparated, isDecimalComma } from "./head/blankSeparation.ts";
import { foundCommentMark } from "./head/commentLines.ts";
import { haveFixedPlaces } from "./head/fixedPlaces.ts";
import { foundBelow, headLength, unitsOf } from "./head/headRows.ts";
import type { BelowNames, CommentMark } from "./head/headWords.ts";
import { isMeasured } from "./head/measuredCell.ts";
import { headerOf } from "./head/namesRow.ts";
import { beginningLength, commonest, isFilled, rowsWeighed, weighed } from "./head/rowShapes.ts";
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
  /** True if cells seem to stand at fixed places. */
  readonly hasFixedPlaces?: true;
  /** True if the comma of each line may be a decimal mark. */
  readonly isCommaInDoubt?: true;
  /** Evidence of each column from the beginning. */
  readonly evidence: readonly Evidence[];
  readonly habits: FileHabits;
}

/** A person's declarations about the dialect; the table suggests the rest. */
export interface SaidDialect {
  readonly header?: boolean;
  readonly delimiter?: Delimiter;
  readonly decimal?: "." | ",";
  readonly preamble?: number;
  readonly comment?: CommentMark | "none";
  readonly below?: BelowNames | "none";
  readonly turned?: boolean;
  /** Sheet of a workbook; the first shown if absent. */
  readonly sheet?: string;
}

const rowsLookedAt = 50;

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
    // "170<tab>m" is no number with a unit where tabs split every line, the header included, and this separator does not.
    const splitting = others.filter(
      (other) => other.uneven === 0 && other.isFirstEven && (other.delimiter === "\t" || uneven > 0 || !isFirstEven),
    );
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
  if (said.header !== false && haveRowNames(rows))
    return dialectOf({ ...layout, rows: rows.with(0, [rowNamesColumn, ...first]), rowNames: true }, said);
  const hasFixedPlaces = best.share === 0 && haveFixedPlaces(beginning.split(newline, rowsLookedAt));
  return { ...dialectOf({ ...layout, rows }, said), ...(hasFixedPlaces && { hasFixedPlaces }) };
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

interface SplitRows extends Pick<Dialect, "newline" | "delimiter" | "preamble" | "comment" | "rowNames"> {
  /** The filled rows of the table's beginning, its header included. */
  readonly rows: readonly (readonly string[])[];
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

/** Content of the rows below the first one, if that has names. */
function belowIn(rows: readonly (readonly string[])[], said: SaidDialect): BelowNames | undefined {
  const [first = [], ...below] = rows;
  if (said.header === false) return undefined;
  const content = said.below ?? (first.some(isMeasured) ? "none" : foundBelow(first, below.slice(0, rowsLookedAt)));
  return content === "none" ? undefined : content;
}

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
  given: Pick<SplitRows, "delimiter" | "newline" | "comment"> & { readonly count: number },
): string[][] {
  const { delimiter, newline, count, comment = false } = given;
  const parser = new Papa.Parser({ delimiter, newline, preview: count, comments: comment });
  const text = withQuotesFirst(beginning, delimiter);
  const { data } = parser.parse(text, 0, beginning.length >= beginningLength) as Papa.ParseResult<string[]>;
  return data.map((row) => row.map((cell) => cell.trim()));
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

function filledCount(row: readonly string[]): number {
  return row.filter((cell) => cell !== "").length;
}

// A line break inside quotes says nothing about how lines end.
function newlineOf(beginning: string): "\n" | "\r" {
  const plain = beginning.replace(/"[^"]*"/g, "");
  return plain.includes("\n") || !plain.includes("\r") ? "\n" : "\r";
}
