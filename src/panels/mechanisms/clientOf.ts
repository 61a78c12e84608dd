import type { Task } from "../../core/release/contract.ts";
import type { JobOptions, RecordsId } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";

export interface ClientOf<Tasks> {
  readonly run: <T extends keyof Tasks & string>(
    task: T,
    records: RecordsId,
    parameters: Tasks[T] extends Task<infer P, unknown> ? P : never,
    job?: JobOptions,
  ) => Promise<Outcome<Tasks[T] extends Task<unknown, infer R> ? R : never>>;
}
