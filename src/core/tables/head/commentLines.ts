import { commentMarks, type CommentMark } from "./headWords.ts";

/** Words of spreadsheets for no value, which begin like a comment. */
const errorCell = /^#(?:N\/A|NA\b|NULL!|REF!|VALUE!|DIV\/0!|NAME\?|NUM!)/i;

/**
 * The mark of the comment lines in a file, as its beginning suggests; undefined where there are none. Marked lines are comments
 * if they stand above all others, or if they have another number of cells than most others; a marked line of names is a header.
 *
 * @param lines whole lines of the beginning
 * @param cellsOf the cells of a line
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
    const beginsMeasured = others.slice(1).filter((line) => isMeasured(cellsOf(line)[0] ?? "")).length;
    const areOdd = within.every((line) => cellsOf(line).length !== width) && width > 1;
    return (
      within.length === 0 || areOdd || (within.length < beginsMeasured && beginsMeasured >= 0.9 * (others.length - 1))
    );
  });
}

/** Leaves out comment lines at the beginning of a text, also one that goes on. */
export function commentSkipping(
  mark: CommentMark | undefined,
  newline: "\n" | "\r",
): {
  /** @returns the text behind the comment lines with which it begins */
  readonly rest: (text: string) => string;
} {
  let isWithin = false;
  return {
    rest: (text) => {
      let from = 0;
      while (isWithin || (mark !== undefined && text.startsWith(mark, from))) {
        const end = text.indexOf(newline, from);
        isWithin = end < 0;
        if (isWithin) return "";
        from = end + 1;
      }
      return text.slice(from);
    },
  };
}
