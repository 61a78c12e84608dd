import { useMemo, useRef, useState } from "react";
import { largestDifference } from "../../../panels/pictures/largestDifference.ts";
import type { Change } from "./BoundarySidePicture.tsx";
import { requestOf } from "../model/request.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryView } from "../model/view.ts";

interface LastChange {
  readonly change: Change;
  readonly before: Float64Array;
  readonly key: string;
}

/** The change that made some records. */
const madeBy = new WeakMap<object, LastChange>();

/**
 * The last change of a record by hand, while the picture is of records that it made: after undo or reset they are
 * others.
 */
export function useChange(shown: BoundaryScenario, view: BoundaryView | undefined, edited: object | undefined) {
  const [last, setLast] = useState<LastChange>();
  const latest = useRef<LastChange>(undefined);
  const key = JSON.stringify([shown.data, requestOf({ ...shown, seed: 0, draws: 1 })]);
  const original = view?.original;
  const isOfNow = edited !== undefined && madeBy.get(edited) === last;
  const since = isOfNow && last?.key === key && last.before.length === original?.length ? last : undefined;
  const distance = useMemo(
    () => (since && original ? largestDifference(since.before, original) : 0),
    [since, original],
  );
  return {
    changing: (change: Change) => {
      if (!original) return;
      latest.current = { change, before: original.slice(), key };
      setLast(latest.current);
    },
    /** Takes the records that the change makes. */
    made: (records: object) => {
      if (latest.current) madeBy.set(records, latest.current);
    },
    changed: since && distance > 0 ? { change: since.change, distance } : undefined,
    ghost: since?.before,
  };
}
