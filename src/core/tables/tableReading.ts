import type { ColumnFormat } from "./cells/columnFormat.ts";
import type { SaidDialect } from "./dialect.ts";
import type { TextEncoding } from "./textDecoding.ts";
import type { TableSchema } from "./schema.ts";

/** A person's declarations about reading a file. Without a schema the file proposes what is absent. */
export interface TableReading extends SaidDialect {
  /** How the file is read; nothing else counts then. */
  readonly schema?: TableSchema;
  /** True where curves are wanted: a column of times beside columns of numbers then proposes a record a column. */
  readonly isForCurves?: boolean;
  /** True while the schema is being declared: classes that its columns lack are then proposed. */
  readonly isProposal?: boolean;
  /** The encoding, from an earlier pass that met bytes of another one. */
  readonly encoding?: TextEncoding;
  /** Formats of columns by place, from an earlier pass. */
  readonly formats?: Readonly<Record<number, ColumnFormat>>;
}
