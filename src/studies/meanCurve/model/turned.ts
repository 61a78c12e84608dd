import type { MeanCurveRecords } from "../../../core/records/meanCurveRecords.ts";

export function withFirstTurned(records: MeanCurveRecords, mean: Float64Array): MeanCurveRecords {
  const { pointCount } = records;
  const curves = records.curves.map((value, i) => (i < pointCount ? 2 * mean[i]! - value : value));
  return { ...records, curves };
}
