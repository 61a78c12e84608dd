import { useMemo, useState } from "react";
import { largestDifference } from "../../../panels/pictures/largestDifference.ts";
import type { Change } from "./BoundarySidePicture.tsx";
import { requestOf } from "../model/request.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryView } from "../model/view.ts";

export function useChange(shown: BoundaryScenario, view: BoundaryView | undefined) {
  const [last, setLast] = useState<{ readonly change: Change; readonly before: Float64Array; readonly key: string }>();
  const key = JSON.stringify([shown.data, requestOf({ ...shown, seed: 0, draws: 1 })]);
  const original = view?.original;
  const since = last?.key === key && last.before.length === original?.length ? last : undefined;
  const distance = useMemo(
    () => (since && original ? largestDifference(since.before, original) : 0),
    [since, original],
  );
  return {
    changing: (change: Change) => original && setLast({ change, before: original.slice(), key }),
    changed: since && distance > 0 ? { change: since.change, distance } : undefined,
    ghost: since?.before,
  };
}
