import type { Points } from "../core/points.ts";

/** The engine's own copy of the records that workers hold. */
export interface RecordsStore {
  add(points: Points): number;
  /** @throws {Error} if the records were dropped */
  get(id: number): Points;
  drop(id: number): void;
}

export function createRecordsStore(): RecordsStore {
  const held = new Map<number, Points>();
  let last = 0;
  return {
    add: (points) => {
      held.set(++last, points);
      return last;
    },
    get: (id) => {
      const points = held.get(id);
      if (!points) throw new Error("The records of this request are no longer loaded.");
      return points;
    },
    drop: (id) => {
      held.delete(id);
    },
  };
}
