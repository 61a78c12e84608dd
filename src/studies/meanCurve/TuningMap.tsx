import { useState } from "react";
import type { Outcome } from "../../engine/outcome.ts";
import { csvText } from "../../panels/csv.ts";
import { HeatMap } from "../../panels/HeatMap.tsx";
import { MapPanel } from "../../panels/MapPanel.tsx";
import { saveFile } from "../../panels/saveFile.ts";
import { Segments } from "../../panels/Segments.tsx";
import { useMapColumns } from "../../panels/useMapColumns.ts";
import { numberText } from "../../panels/words.ts";
import { markLooked } from "../../state/provenance.ts";
import type { MeanCurveProps } from "./view.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { bestOf, foldCount, mapPenalties, mapRanges } from "./tuning.ts";
import type { Score, ScoredRange } from "./tuning.ts";

/**
 * Cross-validation and private cross-validation over φ and ρ: a look at the private curves, so that choosing by it is
 * not covered by the guarantee.
 */
export function TuningMap({ scenario, view, recordsId, problems, set, client }: MeanCurveProps) {
  const [score, setScore] = useState<Score>("pcv");
  const map = useMapColumns<ScoredRange>(mapKey(scenario));
  const ready = view !== undefined && recordsId !== undefined && !problems.has("calibration");
  const { columns } = map;

  const start = () => {
    if (!view || recordsId === undefined) return;
    const { multiplier: noiseMultiplier } = view.budget;
    const shared = { parameters: requestOf(scenario), phis: mapPenalties, noiseMultiplier, foldCount };
    const jobs = mapRanges(scenario.kernel, scenario.domain).map((range) => ({
      name: `ρ = ${numberText(range)}`,
      run: async (signal: AbortSignal): Promise<Outcome<ScoredRange>> => {
        const outcome = await client.run("tuning", recordsId, { ...shared, range }, { signal });
        return outcome.ok ? { ok: true, value: { range, scores: outcome.value } } : outcome;
      },
    }));
    map.start(jobs);
  };

  const values = columns.flatMap(({ scores }) => Array.from(scores[score]));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const best = { cv: bestOf(columns, "cv"), pcv: bestOf(columns, "pcv") };
  const isBest = (which: Score, column: number, row: number) =>
    best[which]?.column === column && best[which].row === row;
  const at = (column: number, row: number) => columns[column]!.scores[score][row]!;

  return (
    <MapPanel
      title="φ against ρ: what would be best"
      explanation={`The squared error of a curve against the mean of the other folds (CV, ${foldCount} folds), and the same with the noise that this mean would need (PCV), in closed form. Reading φ or ρ off this map looks at the private curves: the guarantee does not cover that choice, and says so. Choose on public data, or declare them beforehand.`}
      map={map}
      ready={ready}
      onStart={start}
      onSave={() => saveFile("mean-curve-map.csv", "text/csv", mapCsv(columns))}
    >
      <Segments
        label="Score"
        value={score}
        choices={[
          { value: "pcv", label: "PCV", title: "With the noise of the release" },
          { value: "cv", label: "CV", title: "Without noise" },
        ]}
        onChange={setScore}
      />
      <HeatMap
        label={`Map of ${score.toUpperCase()}`}
        corner="φ \ ρ"
        columns={columns.map(({ range }) => range)}
        rows={mapPenalties}
        valueAt={at}
        quality={(value) =>
          most > least ? (Math.log(most) - Math.log(value)) / (Math.log(most) - Math.log(least)) : 1
        }
        describe={(column, row) =>
          `φ = ${numberText(mapPenalties[row]!)}, ρ = ${numberText(columns[column]!.range)}: ${score.toUpperCase()} ${numberText(at(column, row))}. Adopt.`
        }
        now={{ column: scenario.range, row: scenario.penalty }}
        markAt={(column, row) => {
          const marks = [...(isBest("cv", column, row) ? ["CV"] : []), ...(isBest("pcv", column, row) ? ["PCV"] : [])];
          return marks.length > 0 ? marks.join(" ") : undefined;
        }}
        onChoose={(column, row) =>
          set(
            {
              penalty: mapPenalties[row]!,
              range: columns[column]!.range,
              provenance: markLooked(scenario.provenance, ["penalty", "range"]),
            },
            { commit: true },
          )
        }
      />
      <p className="explanation">
        {(["cv", "pcv"] as const).map((which) => optimum(which, columns, best[which])).join(" ")} A dot is where you
        are.
      </p>
    </MapPanel>
  );
}

function optimum(score: Score, columns: readonly ScoredRange[], best: ReturnType<typeof bestOf>): string {
  if (!best) return "";
  const { range, scores } = columns[best.column]!;
  return `${score.toUpperCase()} is least at φ = ${numberText(mapPenalties[best.row]!)}, ρ = ${numberText(range)}: ${numberText(scores[score][best.row]!)}.`;
}

/** Changes when a map no longer fits the scenario: with everything but φ, ρ, seed, draws and view. */
function mapKey(scenario: MeanCurveScenario): string {
  const { data, shape, curve, time, value, firstRow, points, epsilon, delta, calibration } = scenario;
  const request = requestOf({ ...scenario, penalty: 1, range: 1, seed: 1, draws: 1 });
  return JSON.stringify([data, shape, curve, time, value, firstRow, points, request, epsilon, delta, calibration]);
}

function mapCsv(columns: readonly ScoredRange[]): string {
  const cells = columns.flatMap(({ range, scores }) =>
    mapPenalties.map((penalty, row) => ({ penalty, range, cv: scores.cv[row]!, pcv: scores.pcv[row]! })),
  );
  return csvText({
    comments: [
      "Curveil mean curve; cross-validation over phi and rho; computed from the private curves; do not pass it on",
    ],
    columns: [
      { name: "phi", at: (row) => cells[row]!.penalty },
      { name: "rho", at: (row) => cells[row]!.range },
      { name: "CV", at: (row) => cells[row]!.cv },
      { name: "PCV", at: (row) => cells[row]!.pcv },
    ],
    rowCount: cells.length,
  });
}
