import { useState } from "react";
import { numberText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import { largestDifference } from "../../../panels/pictures/largestDifference.ts";
import type { DensityProps } from "../model/view.ts";

/** People who stand out: the one who slept longest. */
const yourRecordIn: Readonly<Record<string, number>> = { sleep: 776 };

/** Only for examples, whose people are made up or long known. */
export function useYou({ scenario, shown, view, records, data, act }: DensityProps) {
  const [taken, setTaken] = useState<{ readonly value: number; readonly original: Float64Array }>();
  if (!records || !view?.original || scenario.data === ownData || shown.records !== "rug") return undefined;
  if (records.points.dimension !== 1) return undefined;
  const { coordinates } = records.points;
  // The next example's records may come before its scenario is shown.
  const yourRecord = Math.min(yourRecordIn[shown.data] ?? 0, coordinates.length - 1);
  const value = coordinates[yourRecord]!;
  const { original } = view;
  const take = () => setTaken((before) => before ?? { value, original: original.slice() });
  const move = (to: number) => {
    const moved = coordinates.slice();
    moved[yourRecord] = to;
    act.editRecords({ ...records, points: { ...records.points, coordinates: moved } });
  };
  const letGo = () => setTaken(undefined);
  const back = () => {
    setTaken(undefined);
    if (data.edited) act.editRecords(undefined);
  };
  const sentence =
    taken && taken.value !== value && taken.original.length === original.length
      ? `You moved from ${numberText(taken.value)} to ${numberText(value)}: the curve moved by at most ${numberText(largestDifference(taken.original, original))}; the noise that hides it is ± ${numberText(pointwise95 * view.sigma)}.`
      : undefined;
  return { value, sentence, onTake: take, onMove: move, onLetGo: letGo, onBack: back };
}
