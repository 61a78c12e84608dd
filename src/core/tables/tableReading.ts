import type { ColumnFormat } from "./cells/columnFormat.ts";
import type { SaidDialect } from "./dialect.ts";
import type { TableSchema } from "./schema.ts";

/** What a person said about how to read a file. Without a schema the file itself proposes what is absent. */
export interface TableReading extends SaidDialect {
  /** How the file is read; nothing else counts then. */
  readonly schema?: TableSchema;
  /** Whether the schema is still being declared: classes that its columns lack are then proposed. */
  readonly isProposal?: boolean;
  /** How columns are written, by their place, as an earlier pass found. */
  readonly formats?: Readonly<Record<number, ColumnFormat>>;
}
