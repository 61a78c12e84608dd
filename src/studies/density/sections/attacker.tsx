import { useMemo } from "react";
import { pointAt, pointCount } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";

export function Section({ shown, view, client, records, recordsId }: DensityProps) {
  const of = useMemo((): AttackSubject | undefined => {
    if (!records || !recordsId) return undefined;
    const parameters = requestOf(shown);
    const { domain } = parameters;
    const names = [shown.x, shown.y, ...shown.further.map(({ name }) => name)].filter((name) => name !== "");
    return {
      subject: subjectKey(recordsId, parameters),
      count: pointCount(records.points),
      noun: "record",
      fields: domain.map(([min, max], k) => ({ label: names[k] ?? "", min, max })),
      valuesOf: (record) => Array.from(pointAt(records.points, record)),
      axis: shown.x,
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, records, recordsId]);
  return of && view ? <Attacker of={of} budget={view.budget} /> : null;
}
