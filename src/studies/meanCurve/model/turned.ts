import type { Interval } from "../../../core/grids.ts";
import type { MeanCurveRecords } from "../../../core/records/curves/meanCurveRecords.ts";

export function withFirstTurned(
  records: MeanCurveRecords,
  mean: Float64Array,
  [least, most]: Interval = [-Infinity, Infinity],
): MeanCurveRecords {
  const { pointCount } = records;
  const curves = records.curves.map((value, i) =>
    i < pointCount ? Math.min(most, Math.max(least, 2 * mean[i]! - value)) : value,
  );
  return { ...records, curves };
}
