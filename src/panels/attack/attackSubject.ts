import type { AttackAnswer, AttackRequest, RecordMove } from "../../core/release/attacking.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { Job } from "../hooks/useJob.ts";

interface MovedField {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly choices?: readonly { readonly value: number; readonly label: string }[] | undefined;
}

/** Private. */
export interface AttackSubject {
  /** Changes with every input but the budget. */
  readonly subject: string;
  readonly count: number;
  /** "person", "curve", "row". */
  readonly noun: string;
  readonly fields: readonly MovedField[];
  readonly valuesOf: (record: number) => readonly number[];
  readonly axis: string;
  /** A move multiplies a curve. */
  readonly curves?: { readonly places: Float64Array; readonly of: (record: number) => Float64Array } | undefined;
  /** True if the function is the table of the records. */
  readonly isTable?: boolean;
  /** Pairs, one of them nearly Δ apart. */
  readonly worst?: { readonly words: string; readonly moves: readonly RecordMove[] };
  /** Makes x′ the record. */
  readonly keep: (move: RecordMove) => void;
  readonly ask: (
    request: Omit<AttackRequest<unknown>, "parameters">,
    job: Partial<Job>,
  ) => Promise<Outcome<AttackAnswer>>;
}

export function subjectKey(records: object, parameters: object): string {
  return JSON.stringify([records, { ...parameters, epsilon: 0, delta: 0, seed: 0, drawCount: 1 }]);
}

/** Rows of so many numbers, one moved. */
export function withRow(values: Float64Array, { record, to }: RecordMove): Float64Array<ArrayBuffer> {
  const moved = values.slice();
  moved.set(to, record * to.length);
  return moved;
}

/** The farther end of each range, and another class. */
export function firstMove({ fields, valuesOf }: AttackSubject, record: number): RecordMove {
  const now = valuesOf(record);
  const to = fields.map(({ min, max, choices }, k) => {
    if (choices) return choices.find(({ value }) => value !== now[k])?.value ?? now[k]!;
    return now[k]! < (min + max) / 2 ? max : min;
  });
  return { record, to };
}
