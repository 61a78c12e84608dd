import { mentionedColumns } from "../src/core/tables/declaredSchema.ts";
import { secretKeys } from "../src/core/tables/cells/secretKeys.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import { freshWords } from "./freshWords.ts";
import type { LargeTable } from "./heldTables.ts";
import type { Progress } from "./messages/jobs.ts";
import type { AnyStudyWorker } from "./registry.ts";

const partMilliseconds = 500;

/**
 * Grown in parts while a large file is read where the study can; otherwise from the chosen columns alone.
 *
 * @throws {ParameterError} if the file has no such records
 */
export async function recordsOfLarge(
  {
    large,
    worker,
    choice,
    part,
  }: {
    readonly large: LargeTable;
    readonly worker: Pick<AnyStudyWorker, "growing" | "recordsFrom">;
    readonly choice: unknown;
    readonly part: (records: object) => void;
  },
  checkpoint: () => Promise<void>,
  progress: Progress,
): Promise<object> {
  // A secret of this reading: nobody can choose ids that share a key.
  const growing = worker.growing?.(choice, secretKeys(freshWords()));
  if (!growing) {
    const names = mentionedColumns(choice, new Set(large.outline.columns.map(({ name }) => name)));
    return worker.recordsFrom(await large.columns(names, checkpoint, progress), choice);
  }
  let wait = partMilliseconds;
  const began = performance.now();
  let told = began;
  let toldShare = 0;
  const wanted = { columns: growing.columns, take: growing.take.bind(growing) };
  const unread = await large.scan(wanted, checkpoint, (share) => {
    const now = performance.now();
    if (now - told > partMilliseconds / 5 && share - toldShare > 0.002) {
      progress(share);
      toldShare = share;
    }
    if (now - told < wait) return;
    const records = growing.records();
    if (records) part(records);
    told = performance.now();
    wait = Math.max(partMilliseconds, 10 * (told - now), told - began);
  });
  const records = growing.records(unread);
  if (!records) throw refusal("column", "no record", "chosen with at least one complete row");
  return records;
}
