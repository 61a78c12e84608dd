import { useMemo } from "react";
import { goesWith } from "../../../core/combinations.ts";
import { densityCombinations } from "../../../core/density/densityCombinations.ts";
import { percentText, numberText, significant } from "../../../core/numberFormats.ts";
import { pointAt, pointCount } from "../../../core/points.ts";
import { Attacker } from "../../../panels/attack/Attacker.tsx";
import { subjectKey, withRow, type AttackSubject } from "../../../panels/attack/attackSubject.ts";
import type { RecordMove } from "../../../core/release/attacking.ts";
import { askedOptions, drawn } from "../model/options.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { sobolevTermsOf } from "./sobolevTermsOf.ts";
import {
  achievedDelta,
  achievedEpsilon,
  classicalNoiseMultiplier,
} from "../../../core/privacy/calibration/gaussian.ts";

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

/** Noise by the printed Δ, and its true guarantee. */
function PrintedNoise({ shown, view, set }: Pick<DensityProps, "shown" | "view" | "set">) {
  const { epsilon, delta } = shown;
  const { printedSensitivity, exactSensitivity } = view!.facts as {
    printedSensitivity: number;
    exactSensitivity: number;
  };
  if (!(printedSensitivity > exactSensitivity * 1.001) || epsilon > 1) {
    return epsilon > 1 ? (
      <p className="explanation">
        The paper’s calibration √(2 ln(2/δ))/ε is proved for ε ≤ 1: there its noise can be had here.
      </p>
    ) : null;
  }
  const ratio = printedSensitivity / exactSensitivity;
  const noiseMultiplier = classicalNoiseMultiplier({ epsilon, delta }) * ratio;
  const truly = {
    epsilon: achievedEpsilon({ delta, noiseMultiplier }),
    delta: achievedDelta({ epsilon, noiseMultiplier }),
  };
  // At this δ exact noise is as large as the paper's.
  const applied = significant(truly.delta, 3);
  const canApply = applied > 1e-15 && applied < delta;
  return (
    <>
      <p data-testid="printed-noise">
        The paper prints Δ = {numberText(printedSensitivity)}, {numberText(ratio)} times ours, and the noise √(2
        ln(2/δ))Δ/ε: {numberText(noiseMultiplier / view!.budget.multiplier)} times what is drawn above. It is valid, and
        more than it says. At δ = {numberText(delta)} its ε is {numberText(truly.epsilon)} and not {numberText(epsilon)}
        ; at ε = {numberText(epsilon)} its δ is {numberText(truly.delta)}.
      </p>
      {canApply && (
        <button type="button" onClick={() => set({ delta: applied, calibration: "analytic" }, { commit: true })}>
          Draw the paper’s noise: exact at δ = {numberText(applied)}
        </button>
      )}
    </>
  );
}
