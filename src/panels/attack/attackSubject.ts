import type { AttackAnswer, AttackRequest, RecordMove } from "../../core/release/attacking.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { Job } from "../hooks/useJob.ts";

/** A number of a record that a move changes. */
interface MovedField {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Names of its only values. */
  readonly choices?: readonly { readonly value: number; readonly label: string }[] | undefined;
}

/** Records of a study for its attacker. Private. */
export interface AttackSubject {
  /** Changes with every input but the budget. */
  readonly subject: string;
  readonly count: number;
  /** "person", "curve", "row". */
  readonly noun: string;
  readonly fields: readonly MovedField[];
  readonly valuesOf: (record: number) => readonly number[];
  /** Name of the first axis of the function. */
  readonly axis: string;
  readonly ask: (
    request: Pick<AttackRequest<unknown>, "moves" | "play">,
    job: Partial<Job>,
  ) => Promise<Outcome<AttackAnswer>>;
}

/** The inputs of an attack but its budget and draws. */
export function subjectKey(records: object, parameters: object): string {
  return JSON.stringify([records, { ...parameters, epsilon: 0, delta: 0, seed: 0, drawCount: 1 }]);
}

/** A first place for a record: the farther end of each range, another class. */
export function firstMove({ fields, valuesOf }: AttackSubject, record: number): RecordMove {
  const now = valuesOf(record);
  const to = fields.map(({ min, max, choices }, k) => {
    if (choices) return choices.find(({ value }) => value !== now[k])?.value ?? now[k]!;
    return now[k]! < (min + max) / 2 ? max : min;
  });
  return { record, to };
}

const triedRecords = 12;

/** Moves among which the worst pair is searched for: records evenly among all, to the ends of all ranges, in each class. */
export function candidateMoves({ count, fields, valuesOf }: AttackSubject): readonly RecordMove[] {
  const tried = Math.min(triedRecords, count);
  const records = Array.from({ length: tried }, (_, i) => Math.floor((i * count) / tried));
  return records.flatMap((record) => {
    const now = valuesOf(record);
    const places = [now, fields.map(({ min }) => min), fields.map(({ max }) => max)];
    const all = fields.reduce<readonly (readonly number[])[]>((found, { choices }, k) => {
      if (!choices) return found;
      return found.flatMap((place) => choices.map(({ value }) => place.map((x, j) => (j === k ? value : x))));
    }, places);
    return all.filter((to) => to.some((x, k) => x !== now[k])).map((to) => ({ record, to }));
  });
}
