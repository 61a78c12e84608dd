import type { ColumnFormat, ColumnType } from "./cells/columnFormat.ts";
import type { SaidDialect } from "./dialect.ts";

/** What a person said about how to read a file; what is absent is told by the file itself. */
export interface TableReading extends SaidDialect {
  /** What columns are, by their place. */
  readonly types?: Readonly<Record<number, ColumnType>>;
  /** How columns are written, by their place, as an earlier pass found. */
  readonly formats?: Readonly<Record<number, ColumnFormat>>;
}
