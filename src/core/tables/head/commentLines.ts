import { longRow, unitsOfText, type Units } from "../cells/longRow.ts";
import { commentMarks, type CommentMark } from "./headWords.ts";

/** Words of spreadsheets for no value that begin like a comment. */
const errorCell = /^#(?:N\/A|NA\b|NULL!|REF!|VALUE!|DIV\/0!|NAME\?|NUM!)/i;

/**
 * Mark of comment lines that a file's beginning suggests; undefined for none. Marked lines are comments above all
 * others, or with fewer cells; a marked line of names is a header.
 *
 * @param lines whole lines of the beginning
 * @param isMeasured true for a number, a date or a time
 */
export function foundCommentMark(
  lines: readonly string[],
  cellsOf: (line: string) => readonly string[],
  isMeasured: (cell: string) => boolean,
): CommentMark | undefined {
  const filled = lines.filter((line) => line.trim() !== "");
  return commentMarks.toReversed().find((mark) => {
    const isMarked = (line: string) => line.startsWith(mark);
    const first = filled.findIndex((line) => !isMarked(line));
    const marked = filled.filter(isMarked);
    const others = filled.filter((line) => !isMarked(line));
    if (marked.length === 0 || others.length < 2 || marked.some((line) => errorCell.test(line))) return false;
    const widths = others.map((line) => cellsOf(line).length);
    const width = widths.toSorted((a, b) => a - b)[widths.length >> 1]!;
    // Names behind a mark, directly above the first record.
    const above = first > 0 ? cellsOf(filled[first - 1]!) : [];
    const isHeader = width > 1 && above.length === width && !above.some(isMeasured);
    if (isHeader && cellsOf(others[0]!).some(isMeasured)) return false;
    const within = filled.slice(first).filter(isMarked);
    return within.length === 0 || within.some((line) => cellsOf(line).length < width);
  });
}

/**
 * True for a comment among records, by the line and the schema alone: a marked line that ends outside of quotes, with
 * fewer cells than a record.
 *
 * @param line begins with the mark
 * @param width cells of a record; 0 above the records, where each marked line is a comment
 */
export function isCommentLine(
  line: Units,
  { width, delimiter, newline }: { readonly width: number; readonly delimiter: number; readonly newline: number },
): boolean {
  if (width === 0) return true;
  const row = longRow({ delimiter, newline, cellCount: 0, cellLength: 0, textOf: () => "" });
  row.push(line);
  return row.isShorter(width);
}

interface CommentSkipping {
  readonly mark: string;
  readonly dialect: { readonly delimiter: string; readonly newline: string };
  /** Cells of the next record; 0 above the records. */
  readonly width: () => number;
  /** Reads whole rows. @returns where the first unfinished row begins */
  readonly read: (text: string, isLast: boolean) => number;
}

/** A `read` that leaves out comment lines. */
export function commentSkipping({ mark, dialect, width, read }: CommentSkipping): CommentSkipping["read"] {
  const newline = dialect.newline.charCodeAt(0);
  const delimiter = dialect.delimiter.charCodeAt(0);
  const marked = dialect.newline + mark;
  const lineEnd = (text: string, from: number) => {
    const end = text.indexOf(dialect.newline, from);
    return end < 0 ? text.length : end + 1;
  };
  return (text, isLast) => {
    let at = 0;
    while (at < text.length) {
      if (text.startsWith(mark, at)) {
        const end = lineEnd(text, at);
        if (end === text.length && !text.endsWith(dialect.newline) && !isLast) return at;
        if (isCommentLine(unitsOfText(text.slice(at, end)), { width: width(), delimiter, newline })) {
          at = end;
          continue;
        }
      }
      const next = text.indexOf(marked, at);
      if (next < 0) return at + read(text.slice(at), isLast);
      at += read(text.slice(at, next + 1), false);
      if (at === next + 1) continue;
      // The mark stands within a quoted cell.
      const row = longRow({ delimiter, newline, cellCount: 0, cellLength: 0, textOf: () => "" });
      const length = row.push(unitsOfText(text.slice(at)));
      if (length < 0) return at + read(text.slice(at), isLast);
      at += read(text.slice(at, at + length), false);
    }
    return at;
  };
}
