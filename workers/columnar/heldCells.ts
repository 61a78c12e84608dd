import { fitsCell } from "../../src/core/tables/cells/longRow.ts";
import { countText } from "../../src/core/numberFormats.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";

export type HeldCell = number | bigint | boolean | string | Date | null;

/** Cells too long for a value under any schema are dropped. */
export const fitting = (cell: HeldCell): HeldCell => (typeof cell === "string" && !fitsCell(cell) ? null : cell);

/** Limits for files that cannot be read column by column. */
export const heldLimits = { cells: 20_000_000, characters: 2 ** 27 } as const;

const asText = "a smaller table, or the same as CSV or Parquet, which are read at any size";

export interface HeldColumns {
  /** @throws {ParameterError} if there is no room */
  set(column: number, row: number, cell: HeldCell): void;
  /** Null if unset. */
  get(column: number, row: number): HeldCell;
  /** Rows `from` to before `to`; NaN or null if unset. */
  slice(column: number, from: number, to: number): ArrayLike<unknown>;
  readonly columnCount: () => number;
}

export function heldColumns(): HeldColumns {
  const columns: (Float64Array | HeldCell[])[] = [];
  const lengths: number[] = [];
  let rowCount = 0;
  const texts = new Map<string, string>();
  let characters = 0;

  /** Copied: part of a longer text would keep that in memory. */
  const held = (text: string): string => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    if ((characters += text.length) > heldLimits.characters) throw refusal("file", "more than 128 MB of texts", asText);
    if (texts.size < mostTexts && text.length <= longestShared) texts.set(text, text);
    return text;
  };
  const checkRoom = (rows: number, width: number) => {
    if (width > tableLimits.columns)
      throw refusal("file", `more than ${countText(tableLimits.columns)} columns`, asText);
    if (rows * width > heldLimits.cells)
      throw refusal("file", `more than ${countText(heldLimits.cells)} cells`, asText);
  };
  const add = (column: number) => {
    while (columns.length <= column) {
      columns.push(new Float64Array(0));
      lengths.push(0);
    }
  };

  return {
    set: (column, row, cell) => {
      if (column >= columns.length || row >= rowCount) {
        checkRoom(Math.max(rowCount, row + 1), Math.max(columns.length, column + 1));
        add(column);
        rowCount = Math.max(rowCount, row + 1);
      }
      const length = lengths[column]!;
      let cells = columns[column]!;
      if (cells instanceof Float64Array && cell !== null && typeof cell !== "number") {
        cells = columns[column] = Array.from(cells.subarray(0, length), (value) =>
          Number.isNaN(value) ? null : value,
        );
      }
      if (cells instanceof Float64Array) {
        if (row >= cells.length) {
          const larger = new Float64Array(Math.max(1024, row + 1, 2 * cells.length)).fill(NaN);
          larger.set(cells);
          cells = columns[column] = larger;
        }
        cells[row] = cell === null ? NaN : (cell as number);
      } else {
        while (cells.length < row) cells.push(null);
        cells[row] = typeof cell === "string" ? held(cell) : cell;
      }
      lengths[column] = Math.max(length, row + 1);
    },
    get: (column, row) => {
      const cell = row < (lengths[column] ?? 0) ? columns[column]![row]! : null;
      return typeof cell === "number" && Number.isNaN(cell) ? null : cell;
    },
    slice: (column, from, to) => {
      const cells = columns[column] ?? [];
      const filled = cells.slice(from, Math.min(to, lengths[column] ?? 0));
      if (filled.length === to - from) return filled;
      if (filled instanceof Float64Array) {
        const whole = new Float64Array(to - from).fill(NaN);
        whole.set(filled);
        return whole;
      }
      return Array.from({ length: to - from }, (_, i) => filled[i] ?? null);
    },
    columnCount: () => columns.length,
  };
}

const [mostTexts, longestShared] = [100_000, 40];
