import { useMemo } from "react";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view, client, act, records, recordsId }: MeanCurveProps) {
  const of = useMemo((): AttackSubject | undefined => {
    if (!records || !recordsId) return undefined;
    const parameters = requestOf(shown);
    const { curves, pointCount } = records;
    const [lower, upper] = shown.domain;
    const places = Float64Array.from(
      { length: pointCount },
      (_, i) => lower + (i / (pointCount - 1)) * (upper - lower),
    );
    return {
      subject: subjectKey(recordsId, parameters),
      count: curves.length / pointCount,
      noun: "curve",
      fields: [{ label: "so many times the curve", min: -3, max: 3 }],
      valuesOf: () => [1],
      axis: shown.unitX,
      curves: { places, of: (record) => curves.subarray(record * pointCount, (record + 1) * pointCount) },
      worst: {
        words: "the worst: a wave as large as τ, turned over",
        moves: Array.from({ length: 9 }, (_, k) => {
          const wave = Array.from(
            places,
            (_, i) => 1e3 * parameters.normBound * Math.cos((Math.PI * k * i) / (pointCount - 1)),
          );
          return { record: 0, from: wave, to: wave.map((value) => -value) };
        }),
      },
      keep: ({ record, to: [times] }) => {
        const own = curves.subarray(record * pointCount, (record + 1) * pointCount);
        const to = Array.from(own, (value) => times! * value);
        act.editRecords({ ...records, curves: withRow(curves, { record, to }) });
      },
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, act, records, recordsId]);
  return of && view ? <Attacker of={of} view={view} /> : null;
}
