import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableOutline } from "../../src/core/records/outline.ts";
import type { SchemaColumn, TableSchema, TextLayout } from "../../src/core/tables/schema.ts";
import { recordsOfLarge } from "../../workers/largeRecords.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
import { Buffer } from "node:buffer";

export const plainText: TextLayout = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true };

export function schemaOf(columns: readonly SchemaColumn[], text: Partial<TextLayout> = {}): TableSchema {
  return { from: "elsewhere", text: { ...plainText, ...text }, columns };
}

export const point = (name: string): SchemaColumn => ({ name, type: "point", unit: "" });

const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };

/** What a worker makes of a file: outline and a way to records, or the sentence of refusal. */
export async function worked(
  content: string | Uint8Array<ArrayBuffer>,
  schema: TableSchema,
  choiceOf: (outline: TableOutline) => unknown,
  worker: { recordsFrom: (table: never, choice: never) => object; growing?: unknown },
): Promise<{ records?: any; refused?: string; isLarge?: boolean; choice?: unknown }> {
  const file = new Blob([typeof content === "string" ? Buffer.from(content) : content]);
  let choice: unknown;
  let isLarge = false;
  try {
    const reading = { schema };
    const opened = await openTableFile(file, { reading, ...job });
    if ("scan" in opened) {
      isLarge = true;
      choice = choiceOf(opened.outline);
      const columns = (names: ReadonlySet<string>, ...rest: [() => Promise<void>, (share: number) => void]) =>
        readTableFile(file, reading, ...rest, names);
      const records = await recordsOfLarge(
        { large: { ...opened, columns } as never, worker: worker as never, choice, part: () => undefined },
        job.checkpoint,
        job.progress,
      );
      return { records, isLarge, choice };
    }
    choice = choiceOf(outlineOf(opened));
    return { records: worker.recordsFrom(opened as never, choice as never), isLarge, choice };
  } catch (error) {
    return { refused: String(error), isLarge, choice };
  }
}
