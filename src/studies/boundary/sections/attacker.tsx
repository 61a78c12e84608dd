import { useMemo } from "react";
import { pointAt } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryProps } from "../model/view.ts";

export function Section({ shown, view, client, act, records, recordsId }: BoundaryProps) {
  const of = useMemo((): AttackSubject | undefined => {
    if (!records || !recordsId) return undefined;
    const parameters = requestOf(shown);
    const { x, y, further, response } = shown;
    const names = [x, ...(shown.task === "classification" ? [y] : []), ...further.map(({ name }) => name)];
    const classes = records.classNames?.map((label, k) => ({ value: 2 * k - 1, label }));
    const [low, high] = parameters.responseRange ?? [-1, 1];
    return {
      subject: subjectKey(recordsId, parameters),
      count: records.responses.length,
      noun: "record",
      fields: [
        ...parameters.domain.map(([min, max], k) => ({ label: names[k]!, min, max })),
        { label: response, min: low, max: high, choices: classes },
      ],
      valuesOf: (record) => [...pointAt(records.points, record), records.responses[record]!],
      axis: x,
      worst: {
        words: "the worst found: each place twice, with both answers",
        moves: [{ record: 0, to: [...pointAt(records.points, 0), high] }],
      },
      keep: (move) => {
        const { points, responses } = records;
        const inputs = { ...move, to: move.to.slice(0, -1) };
        act.editRecords({
          ...records,
          points: { ...points, coordinates: withRow(points.coordinates, inputs) },
          responses: responses.with(move.record, move.to.at(-1)!),
        });
      },
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, act, records, recordsId]);
  return of && view ? <Attacker of={of} view={view} /> : null;
}
