import { useMemo } from "react";
import { pointAt } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryProps } from "../model/view.ts";

export function Section({ shown, view, client, records, recordsId }: BoundaryProps) {
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
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, records, recordsId]);
  return of && view ? <Attacker of={of} view={view} /> : null;
}
