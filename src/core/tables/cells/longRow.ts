/** Longest cell in characters; a longer one is missing. */
export const longestCell = 10_000;

/** A too long row, taken unit by unit, with bounded cells. */
export interface LongRow {
  /** Takes units. @returns the place behind the row's end, or −1 while it goes on */
  push(units: Units): number;
  /** Cells so far: "" for a too long one, at least two unless the line is blank. */
  readonly cells: () => readonly string[];
  /** True inside an unclosed quote. */
  readonly isOpen: () => boolean;
  /** True if the row so far is one line, outside of quotes at its end, with fewer cells. */
  readonly isShorter: (width: number) => boolean;
}

/** Characters of a text, or bytes whose first half is ASCII. */
export interface Units {
  readonly length: number;
  readonly at: (place: number) => number;
}

const quote = '"'.charCodeAt(0);

export function fitsCell(cell: string): boolean {
  return cell.length <= longestCell;
}

export function unitsOfText(text: string): Units {
  return { length: text.length, at: (place) => text.charCodeAt(place) };
}

export function unitsOfBytes(bytes: Uint8Array): Units {
  return { length: bytes.length, at: (place) => bytes[place]! };
}

/**
 * The cells of one row in bounded memory and linear time, as the parser of whole tables splits them: a quote opens a cell at its
 * beginning or behind blanks, and closes it before a separator or a line end, blanks between them left out.
 *
 * @param cellCount wanted cells
 * @param cellLength most units kept of a cell
 */
export function longRow({
  delimiter,
  newline,
  cellCount,
  cellLength,
  textOf,
}: {
  readonly delimiter: number;
  readonly newline: number;
  readonly cellCount: number;
  readonly cellLength: number;
  readonly textOf: (units: readonly number[]) => string;
}): LongRow {
  const cells: string[] = [];
  let state: "start" | "opening" | "plain" | "quoted" | "closing" = "start";
  let isEnded = false;
  let isBlankLine = true;
  let isOneLine = true;
  let cellCountSoFar = 1;
  let length = 0;
  let kept: number[] = [];
  let blanks: number[] = [];
  let blankCount = 0;

  const keep = (unit: number) => {
    if (isBlankLine && !isBlankUnit(unit)) isBlankLine = false;
    if (length++ < cellLength && cells.length < cellCount) kept.push(unit);
  };
  const endCell = () => {
    const text = length > cellLength ? "" : textOf(kept);
    if (cells.length < cellCount) cells.push(fitsCell(text) ? text : "");
    state = "start";
    length = 0;
    kept = [];
  };
  /** The quote before the blanks closed nothing and belongs to the cell. */
  const takeBack = () => {
    keep(quote);
    blanks.forEach(keep);
    length += blankCount - blanks.length;
  };
  /** @returns true at the row's end */
  const take = (unit: number): boolean => {
    if (state === "opening") {
      state = unit === quote ? "plain" : "quoted";
      if (unit === quote) keep(unit);
    }
    if (state === "quoted") {
      if (unit === newline) isOneLine = false;
      if (unit !== quote) keep(unit);
      else {
        state = "closing";
        blanks = [];
        blankCount = 0;
      }
      return false;
    }
    if (unit === delimiter || unit === newline) {
      if (unit === delimiter) {
        isBlankLine = false;
        cellCountSoFar++;
      }
      endCell();
      return unit === newline;
    }
    if (state === "closing") {
      if (unit === quote && blankCount === 0) {
        keep(quote);
        state = "quoted";
      } else if (unit === quote) {
        takeBack();
        blanks = [];
        blankCount = 0;
      } else if (isBlankUnit(unit)) {
        if (blankCount++ < cellLength) blanks.push(unit);
      } else {
        takeBack();
        keep(unit);
        state = "quoted";
      }
      return false;
    }
    if (state === "start" && unit === quote) state = length > 0 ? "opening" : "quoted";
    else {
      keep(unit);
      if (unit !== 32) state = "plain";
    }
    return false;
  };

  return {
    push: ({ length: count, at }) => {
      for (let i = 0; i < count; i++) {
        if (!take(at(i))) continue;
        isEnded = true;
        return i + 1;
      }
      return -1;
    },
    cells: () => {
      if (!isEnded) endCell();
      isEnded = true;
      return isBlankLine || cells.length > 1 ? cells : [...cells, ""];
    },
    isOpen: () => state === "quoted",
    isShorter: (width) => isOneLine && state !== "quoted" && cellCountSoFar < width,
  };
}

function isBlankUnit(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || (unit > 127 && String.fromCharCode(unit).trim() === "");
}
