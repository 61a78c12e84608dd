/** Layout of a file with blanks between cells. */
interface BlankLayout {
  readonly newline: "\n" | "\r";
  readonly preamble: number;
  /** True if rows begin with a name without a header. */
  readonly rowNames?: true;
  readonly comment?: string;
  /** False if the first row is a record. */
  readonly hasHeader?: boolean;
}

export const rowNamesColumn = "row";

/**
 * Rows of a text with blanks and tabs between cells, piece by piece. A cell with a blank is quoted. A line from # is a
 * comment unless it has as many cells as a record; the table's first one may have the names.
 *
 * Each row is read by itself. Rows of another width, and too long ones, have no values.
 *
 * @param longest number of characters of a line
 * @param leastCells of a record of a file without a header
 * @param onTooLong called for a longer line
 */
export function blankLines(
  { newline, preamble, rowNames, comment = "#", hasHeader = true }: BlankLayout,
  longest: number,
  leastCells = 1,
  onTooLong = () => {},
): {
  readonly push: (text: string) => string[][];
  /** The row after the last line break, if any. */
  readonly finish: () => string[][];
  /** Number of rows of another width. */
  readonly unfit: () => number;
} {
  /** Pieces of a line, joined once it ends: time stays linear. */
  let pending: string[] = [];
  let pendingLength = 0;
  let preambleLeft = preamble;
  let width = 0;
  let unfit = 0;
  let isTooLong = false;

  const withoutValues = () => {
    unfit++;
    // A row of one cell without a value would be blank.
    return Array.from({ length: Math.max(2, width) }, () => "");
  };
  const rowOf = (line: string): string[] => {
    const isHeld = !isTooLong && line.length <= longest;
    isTooLong = false;
    if (!isHeld) onTooLong();
    if (!isHeld && preambleLeft === 0 && (width > 0 || !hasHeader)) return withoutValues();
    if (preambleLeft > 0) {
      preambleLeft--;
      return [""];
    }
    if (width === 0 && hasHeader) {
      const cells = cellsBetweenBlanks(line.replace(/^[ \t]*#+/, ""));
      if (cells.length === 0) return [""];
      if (rowNames) cells.unshift(rowNamesColumn);
      width = cells.length;
      return cells;
    }
    const cells = cellsBetweenBlanks(line);
    const isFit = hasHeader ? cells.length === width : cells.length >= leastCells;
    if (cells.length === 0 || (!isFit && line.trimStart().startsWith(comment))) return [""];
    if (!hasHeader) width ||= cells.length;
    return isFit || !hasHeader ? cells : withoutValues();
  };

  return {
    push: (text) => {
      const end = text.lastIndexOf(newline) + 1;
      const rows = end === 0 ? [] : [...pending, text.slice(0, end - 1)].join("").split(newline).map(rowOf);
      if (end > 0) [pending, pendingLength] = [[], 0];
      pending.push(text.slice(end));
      pendingLength += text.length - end;
      if (pendingLength > longest) {
        [pending, pendingLength] = [[], 0];
        isTooLong = true;
      }
      return rows;
    },
    finish: () => {
      const rest = pending.join("");
      [pending, pendingLength] = [[], 0];
      return rest === "" && !isTooLong ? [] : [rowOf(rest)];
    },
    unfit: () => unfit,
  };
}

/** Cells of a line. A quote within a quoted cell is doubled, or behind a backslash as in R. */
export function cellsBetweenBlanks(line: string): string[] {
  const trimmed = line.replace(/^\uFEFF/, "").trim();
  if (trimmed === "") return [];
  if (!trimmed.includes('"')) return trimmed.split(/[ \t\r]+/);
  const cells: string[] = [];
  // After an unclosed quote none is looked for: time stays linear.
  let isClosed = true;
  for (let at = 0; at < trimmed.length;) {
    const end = isClosed && trimmed.startsWith('"', at) ? endOfQuoted(trimmed, at + 1) : -1;
    if (end === trimmed.length) isClosed = false;
    if (end >= 0 && end < trimmed.length && isBlankAt(trimmed, end + 1)) {
      cells.push(unquoted(trimmed.slice(at + 1, end)));
      at = end + 1;
    } else {
      const start = at;
      while (!isBlankAt(trimmed, at)) at++;
      cells.push(trimmed.slice(start, at));
    }
    while (at < trimmed.length && isBlankAt(trimmed, at)) at++;
  }
  return cells;
}

/** Place of the closing quote; the length of the line without one. */
function endOfQuoted(line: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) {
      if (line.charCodeAt(at + 1) !== 0x22) return at;
      at++;
    }
  }
  return line.length;
}

const unquoted = (cell: string) =>
  cell.replaceAll(/""|\\(["\\])/g, (pair, escaped?: string) => escaped ?? pair.charAt(0));

function isBlankAt(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code === 0x20 || code === 0x09 || code === 0x0d || Number.isNaN(code);
}
