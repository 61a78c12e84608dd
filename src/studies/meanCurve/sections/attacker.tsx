import { useMemo } from "react";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import type { RecordMove } from "../../../core/release/attacking.ts";
import { requestOf } from "../model/request.ts";
import { isVector } from "../model/separateColumns.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view, client, act, records, recordsId }: MeanCurveProps) {
  const of = useMemo((): AttackSubject | undefined => {
    if (!records || !recordsId) return undefined;
    const parameters = requestOf(shown);
    const { curves, pointCount } = records;
    const [lower, upper] = shown.domain;
    const ofColumns = isVector(shown);
    const about = ofColumns ? 0.5 : 0;
    const places = Float64Array.from(
      { length: pointCount },
      (_, i) => lower + (i / (pointCount - 1)) * (upper - lower),
    );
    return {
      subject: subjectKey(recordsId, parameters),
      count: curves.length / pointCount,
      noun: ofColumns ? "record" : "curve",
      fields: [
        ofColumns
          ? { label: "so many times as far from the middle of each range", min: -1, max: 1 }
          : { label: "so many times the curve", min: -3, max: 3 },
      ],
      valuesOf: () => [1],
      axis: shown.unitX,
      curves: {
        places,
        of: (record) => curves.subarray(record * pointCount, (record + 1) * pointCount).map((value) => value - about),
      },
      keep: ({ record, to: [times] }) => {
        const own = curves.subarray(record * pointCount, (record + 1) * pointCount);
        const to = Array.from(own, (value) => about + times! * (value - about));
        act.editRecords({ ...records, curves: withRow(curves, { record, to }) });
      },
      worst: {
        words: ofColumns ? "the worst: each column at its other end" : "the worst: a wave as large as τ, turned over",
        moves: ofColumns
          ? [{ record: 0, from: Array<number>(pointCount).fill(0), to: Array<number>(pointCount).fill(1) }]
          : wavesWithin(places, parameters.normBound),
      },
      ask: ({ moves, ...request }, job) =>
        client.run(
          "attack",
          recordsId,
          { parameters, ...request, moves: moves.map((move) => ({ ...move, about })) },
          { ...job, stays: true },
        ),
    };
  }, [shown, client, act, records, recordsId]);
  return of && view ? <Attacker of={of} view={view} /> : null;
}

/** Waves far beyond τ, each turned over. */
function wavesWithin(places: Float64Array, normBound: number): RecordMove[] {
  const last = places.length - 1;
  return Array.from({ length: 9 }, (_, k) => {
    const wave = Array.from(places, (__, i) => 1e3 * normBound * Math.cos((Math.PI * k * i) / last));
    return { record: 0, from: wave, to: wave.map((value) => -value) };
  });
}
