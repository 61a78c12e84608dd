import { useMemo } from "react";
import { goesWith } from "../../../core/combinations.ts";
import { densityCombinations } from "../../../core/density/densityCombinations.ts";
import { percentText } from "../../../core/numberFormats.ts";
import { pointAt, pointCount } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import type { RecordMove } from "../../../core/release/attacking.ts";
import { askedOptions, drawn } from "../model/options.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { PrintedNoise } from "./PrintedNoise.tsx";
import { sobolevTermsOf } from "./sobolevTermsOf.ts";

export function Section({ shown, view, client, act, records, recordsId, set }: DensityProps) {
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
      keep: (move) =>
        act.editRecords({
          ...records,
          points: { ...records.points, coordinates: withRow(records.points.coordinates, move) },
        }),
      ask: (request, job) => client.run("attack", recordsId, { parameters, ...request }, { ...job, stays: true }),
    };
  }, [shown, client, act, records, recordsId]);
  if (!of || !view) return null;
  const isPaper = shown.person === "" && goesWith(densityCombinations, "spectral", new Set(askedOptions(drawn(shown))));
  return (
    <Attacker
      of={of}
      view={view}
      rows={isPaper && shown.route === "sobolev" ? termRows : undefined}
      below={isPaper && <PrintedNoise shown={shown} view={view} set={set} />}
    />
  );

  function termRows({ record, to }: RecordMove) {
    const pair = { from: of!.valuesOf(record)[0]!, to: to[0]! };
    const { ends, slopes, values } = sobolevTermsOf(requestOf(shown), of!.count, pair);
    const share = (part: number) => percentText(part / (ends + slopes + values));
    return [
      ["of ‖f − f′‖², eq. (9): ends ½(f(0)² + f(1)²)", share(ends)],
      ["slopes ∫f′²/2γ", share(slopes)],
      ["values γ∫f²/2", share(values)],
    ] as const;
  }
}
