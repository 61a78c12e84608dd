/** The length of the longest cell, in characters: a longer one is missing in its row. */
export const longestCell = 10_000;

/** A row that is too long to be held: taken unit by unit, of which cells keep no more than a cell may have. */
export interface LongRow {
  /** Takes units of the row. @returns the place behind its end, or −1 while it goes on */
  push(units: Units): number;
  /** The cells so far: "" for one that is too long, none beyond those that are wanted, but two unless the line is blank. */
  readonly cells: () => readonly string[];
  /** True once the row has come to a quote that is not closed yet. */
  readonly isOpen: () => boolean;
  /** True if the row so far is one line, outside of quotes at its end, with fewer cells. */
  readonly isShorter: (width: number) => boolean;
}

/** Characters of a text, or bytes of one whose first half is ASCII. */
export interface Units {
  readonly length: number;
  readonly at: (place: number) => number;
}

const quote = '"'.charCodeAt(0);

/** True for a cell that is short enough to have a value. */
export function fitsCell(cell: string): boolean {
  return cell.length <= longestCell;
}

/** The characters of a text as units. */
export function unitsOfText(text: string): Units {
  return { length: text.length, at: (place) => text.charCodeAt(place) };
}

/** Bytes as units. */
export function unitsOfBytes(bytes: Uint8Array): Units {
  return { length: bytes.length, at: (place) => bytes[place]! };
}

/**
 * The cells of one row in bounded memory and linear time, as the parser of whole tables splits them: a quote opens a cell at its
 * beginning or behind blanks, and closes it before a separator or a line end, blanks between them left out.
 *
 * @param cellCount number of cells that are wanted
 * @param cellLength the most units that are kept of a cell
 * @param textOf text of units
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
  /** Blanks behind a quote that may close its cell. */
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
  /** The quote before the blanks closed nothing: all of it belongs to the cell. */
  const takeBack = () => {
    keep(quote);
    blanks.forEach(keep);
    length += blankCount - blanks.length;
  };
  /** @returns whether the row ends here */
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
      // The end of the file ends the row.
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
