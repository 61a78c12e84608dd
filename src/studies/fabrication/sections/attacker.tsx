import { useMemo } from "react";
import { pointAt, pointCount } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import { columnNames, requestOf } from "../model/request.ts";
import type { FabricationProps } from "../model/view.ts";

/** Attacks the noisy rows, of which the table is made. */
export function Section({ shown, view, client, act, records, recordsId }: FabricationProps) {
  const of = useMemo((): AttackSubject | undefined => {
    if (!records || !recordsId || !("points" in records)) return undefined;
    const { points } = records;
    const parameters = requestOf(shown);
    const names = columnNames(shown);
    return {
      subject: subjectKey(recordsId, parameters),
      count: pointCount(points),
      noun: "record",
      fields: parameters.ranges.map(([min, max], k) => ({ label: names[k]!, min, max })),
      valuesOf: (record) => Array.from(pointAt(points, record)),
      axis: "number of the column",
      isTable: true,
      worst: {
        words: "the worst: all numbers from one end of their range to the other",
        moves: [
          {
            record: 0,
            from: parameters.ranges.map(([lower]) => lower),
            to: parameters.ranges.map(([, upper]) => upper),
          },
        ],
      },
      keep: (move) =>
        act.editRecords({ ...records, points: { ...points, coordinates: withRow(points.coordinates, move) } }),
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, act, records, recordsId]);
  return of && view ? <Attacker of={of} view={view} /> : null;
}
