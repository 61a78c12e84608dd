import type { ColumnFormat } from "./cells/columnFormat.ts";
import type { SaidDialect } from "./dialect.ts";
import type { TextEncoding } from "./textDecoding.ts";
import type { TableSchema } from "./schema.ts";

/** A person's declarations about reading a file. Without a schema the file proposes the rest. */
export interface TableReading extends SaidDialect {
  /** Alone decides how the file is read. */
  readonly schema?: TableSchema;
  /** True where curves are wanted: times beside columns of numbers then propose a record a column. */
  readonly isForCurves?: boolean;
  /** True while the schema is being declared: missing classes are then proposed. */
  readonly isProposal?: boolean;
  /** From an earlier pass that met bytes of another one. */
  readonly encoding?: TextEncoding;
  /** Formats of columns by place, from an earlier pass. */
  readonly formats?: Readonly<Record<number, ColumnFormat>>;
}
