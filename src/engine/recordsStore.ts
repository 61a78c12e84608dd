import type { StudyRecords } from "../../workers/records.ts";

/** The engine's own copy of the records that workers hold. */
export interface RecordsStore {
  add(records: StudyRecords): number;
  /** @throws {Error} if the records were dropped */
  get(id: number): StudyRecords;
  drop(id: number): void;
}

export function createRecordsStore(): RecordsStore {
  const held = new Map<number, StudyRecords>();
  let last = 0;
  return {
    add: (records) => {
      held.set(++last, records);
      return last;
    },
    get: (id) => {
      const records = held.get(id);
      if (!records) throw new Error("The records of this request are no longer loaded.");
      return records;
    },
    drop: (id) => {
      held.delete(id);
    },
  };
}
