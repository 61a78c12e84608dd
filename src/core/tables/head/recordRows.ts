import { defined } from "../../defined.ts";
import { headLength } from "./headRows.ts";
import type { BelowNames } from "./headWords.ts";

export const rowsAtOnce = 4096;

interface RecordRows {
  readonly dialect: { readonly preamble: number; readonly hasHeader: boolean; readonly below?: BelowNames };
  readonly take: (values: Float64Array, rows: number) => void;
  readonly countsBlankLines: boolean;
  readonly takesNames: boolean;
  /** Room for `rowsAtOnce` rows, used again. */
  readonly values: Float64Array;
  readonly width: number;
}

/** The rows that are records: below preamble and names, without blank lines. Full blocks of their values are taken. */
export function recordRows({ dialect, countsBlankLines, takesNames, take, values, width }: RecordRows) {
  let preambleLeft = dialect.preamble;
  let headLeft = headLength({ header: dialect.hasHeader, ...defined({ below: dialect.below }) });
  let filled = 0;
  let count = 0;
  const flush = () => {
    if (filled > 0) take(values, filled);
    filled = 0;
  };
  return {
    flush,
    isAbove: () => preambleLeft + headLeft > 0,
    /** True if the next row is a record, whose values then have a place. */
    begins: (isBlankRow: boolean): boolean => {
      if (preambleLeft > 0) {
        preambleLeft--;
        return false;
      }
      if (isBlankRow && (headLeft > 0 || !countsBlankLines)) return false;
      if (headLeft > 0) {
        headLeft--;
        if (!takesNames) return false;
      }
      count++;
      if (filled === rowsAtOnce) flush();
      filled++;
      return true;
    },
    /** The place of the last record's first value. */
    offset: () => (filled - 1) * width,
    count: () => count,
  };
}
