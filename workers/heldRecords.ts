import type { StudyRecords } from "./records.ts";

/** The records that a worker holds, each with what was last prepared from them. */
export interface HeldRecords {
  readonly hold: (records: number, data: StudyRecords) => void;
  readonly forget: (records: number) => void;
  /** What `prepare` makes of the records, kept until another key is asked for. */
  prepared<T>(records: number, key: string, prepare: (data: StudyRecords) => T): T;
  dataOf(records: number): StudyRecords;
}

export function createHeldRecords(): HeldRecords {
  const held = new Map<number, { readonly data: StudyRecords; key: string; prepared: unknown }>();
  const entryOf = (records: number) => {
    const entry = held.get(records);
    if (!entry) throw new Error(`this worker does not hold records ${records}`);
    return entry;
  };
  return {
    hold: (records, data) => {
      held.set(records, { data, key: "", prepared: undefined });
    },
    forget: (records) => {
      held.delete(records);
    },
    dataOf: (records) => entryOf(records).data,
    prepared: <T>(records: number, key: string, prepare: (data: StudyRecords) => T): T => {
      const entry = entryOf(records);
      if (entry.key !== key) {
        entry.prepared = prepare(entry.data);
        entry.key = key;
      }
      return entry.prepared as T;
    },
  };
}
