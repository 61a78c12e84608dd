import type { ColumnOutline, TableOutline } from "../../src/core/records/outline.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { Table } from "../../src/core/tables/table.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { openTableFile } from "../../workers/tableFile.ts";

const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };

/** The table of a file's content, opened as the worker opens it: by a schema, or by the one that it proposes. */
export async function openedFile(
  content: string | Uint8Array<ArrayBuffer>,
  reading: TableReading = {},
): Promise<Table> {
  const opened = await openTableFile(new Blob([content]), { reading, ...job });
  if ("scan" in opened) throw new Error("the file is too large to be held");
  return opened;
}

/** What the page may make public of a choice: all but whether a cell is missing. */
export function publicChoice(choice: unknown): unknown {
  const { missing: _, ...shown } = (choice ?? {}) as Readonly<Record<string, unknown>>;
  return shown;
}

type Private =
  | "incomplete"
  | "unread"
  | "limits"
  | "leftOut"
  | "different"
  | "ambiguous"
  | "converted"
  | "otherUnits"
  | "hasZones";

/** What the page may make public of a table: all of its outline but what is marked as private there. */
export function publicOutline(table: Table): {
  readonly columns: readonly Omit<ColumnOutline, Private>[];
  readonly schema: TableOutline["schema"];
} {
  const { columns, schema } = outlineOf(table);
  return {
    columns: columns.map(({ incomplete: _, unread: __, limits: ___, leftOut: ____, ...told }) => {
      const { different: _____, ambiguous: ______, converted: _7, otherUnits: _8, hasZones: _9, ...shown } = told;
      return shown;
    }),
    schema,
  };
}
