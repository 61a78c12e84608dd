import { useMemo, useState } from "react";
import { leastRangeForEachPenalty, type ScoreRule } from "../../../core/mean/meanCurveTuning.ts";
import { achievedEpsilon } from "../../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../../core/numberFormats.ts";
import type { Outcome } from "../../../engine/outcome.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { ListBox } from "../../../panels/controls/ListBox.tsx";
import { MapPanel } from "../../../panels/pictures/MapPanel.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { Segments } from "../../../panels/controls/Segments.tsx";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { listText, typedList } from "../../../state/scenario/numberList.ts";
import { axisOver, type LinePicture } from "../../../plots/small/linePlot.ts";
import { markLooked } from "../../../state/scenario/provenance.ts";
import type { MeanCurveProps } from "../model/view.ts";
import { requestOf } from "../model/request.ts";
import { ScoreChoices } from "./ScoreChoices.tsx";
import { meanCurveFields, rangeLimits } from "../model/fields.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { bestOf, foldCount, mapPenalties, mapRanges, type Score, type ScoredRange } from "../model/tuning.ts";
import "./tuningMap.css";

/** Cross-validation, also private, of the private curves: the guarantee does not cover a choice by it. */
export function TuningMap({ scenario, view, recordsId, problems, set, client }: MeanCurveProps) {
  const { kernel, noiseKernel, domain } = scenario;
  const [score, setScore] = useState<Score>("pcv");
  const [rule, setRule] = useState<ScoreRule>({ measure: "square", against: "curves", recipe: "theorem" });
  const [phiText, setPhiText] = useState(listText(mapPenalties.toReversed()));
  const [rhoText, setRhoText] = useState<string>();
  const rhos = rhoText ?? listText(mapRanges(kernel, domain));
  const phiList = typedList(phiText, { name: "φ", ...meanCurveFields.penalty.limits, most: 40 });
  const rhoList = typedList(rhos, { name: "ρ", ...rangeLimits(kernel, domain), most: 60 });
  const foreign = noiseKernel !== "same" && noiseKernel !== kernel;
  const ruleProblem =
    rule.recipe === "published" && foreign
      ? "The published recipe has noise of the estimator’s own kernel; choose that, or Theorem 4.1."
      : undefined;

  const map = useMapColumns<ScoredRange>(mapKey(scenario, [rule, phiText, rhos]));
  const { columns } = map;
  const ready =
    view !== undefined &&
    recordsId !== undefined &&
    !problems.has("calibration") &&
    "values" in phiList &&
    "values" in rhoList &&
    ruleProblem === undefined;

  const start = () => {
    if (!view || recordsId === undefined || !("values" in phiList) || !("values" in rhoList)) return;
    const { multiplier: noiseMultiplier, delta } = view.budget;
    const phis = phiList.values.toReversed();
    const shared = { parameters: requestOf(scenario), phis, noiseMultiplier, foldCount, score: rule };
    const epsilonOf = (share: number) => achievedEpsilon({ delta, noiseMultiplier: share * noiseMultiplier });
    const jobs = rhoList.values.map((range) => ({
      name: `ρ = ${numberText(range)}`,
      run: async (signal: AbortSignal): Promise<Outcome<ScoredRange>> => {
        const outcome = await client.run("tuning", recordsId, { ...shared, range }, { signal });
        return outcome.ok ? { ok: true, value: { range, phis, scores: outcome.value, rule, epsilonOf } } : outcome;
      },
    }));
    map.start(jobs);
  };

  return (
    <MapPanel
      title="φ against ρ: what would be best"
      explanation={`CV, with ${foldCount} folds, is how far a curve lies from the mean of the other folds. PCV is the same from that mean with the noise it would need, computed without drawing any. Reading φ or ρ off this map looks at the private curves: the guarantee does not cover that choice, and says so. Choose on public data, or declare them beforehand.`}
      map={map}
      ready={ready}
      settings={
        <div className="sweep-settings">
          <ListBox label="Values of φ" text={phiText} read={phiList} onChange={setPhiText} />
          <ListBox label="Values of ρ" text={rhos} read={rhoList} onChange={setRhoText} />
          <ScoreChoices rule={rule} problem={ruleProblem} onChange={setRule} />
        </div>
      }
      onStart={start}
      onSave={() => saveFile("mean-curve-map.csv", "text/csv", mapCsv(columns))}
    >
      <ScoreMap columns={columns} scenario={scenario} set={set} score={score} onScore={setScore} />
    </MapPanel>
  );
}

function ScoreMap({
  columns,
  scenario,
  set,
  score,
  onScore,
}: Pick<MeanCurveProps, "scenario" | "set"> & {
  readonly columns: readonly ScoredRange[];
  readonly score: Score;
  readonly onScore: (score: Score) => void;
}) {
  const { penalty, range } = scenario;
  const best = { cv: bestOf(columns, "cv"), pcv: bestOf(columns, "pcv") };
  const map = useMemo(() => scorePicture(columns, score), [columns, score]);
  const picture = useMemo(() => ({ ...map, marks: [{ x: range, y: penalty, name: "" }] }), [map, range, penalty]);
  return (
    <>
      <Segments
        label="Score"
        value={score}
        choices={[
          { value: "pcv", label: "PCV", title: "With the noise of the release" },
          { value: "cv", label: "CV", title: "Without noise" },
        ]}
        onChange={onScore}
      />
      <LineChart
        picture={picture}
        caption="Darker is better; ringed: the least of both scores; lines: 1 % and 5 % above the least. The dot is where you are. A click, or Enter, takes over both."
        onPick={(across, up) =>
          set(
            { penalty: up, range: across, provenance: markLooked(scenario.provenance, ["penalty", "range"]) },
            { commit: true },
          )
        }
      />
      <p className="explanation">
        {(["cv", "pcv"] as const).map((which) => optimum(which, columns, best[which])).join(" ")}
      </p>
      <LeastRanges columns={columns} />
    </>
  );
}

function scorePicture(columns: readonly ScoredRange[], score: Score): LinePicture {
  const phis = columns[0]!.phis.toReversed();
  const ranges = columns.map(({ range }) => range);
  const at = (column: number, row: number) => columns[column]!.scores[score][phis.length - 1 - row]!;
  const values = columns.flatMap(({ scores }) => Array.from(scores[score]));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const marks = (["cv", "pcv"] as const).map((which) => ({ which, ...bestOf(columns, which)! }));
  const bestAt = (column: number, row: number) =>
    marks.filter((best) => best.column === column && best.row === phis.length - 1 - row).map(({ which }) => which);
  return {
    x: axisOver("ρ", ranges),
    y: axisOver("φ", phis),
    map: {
      valueAt: (column, row) => at(column, row) / least,
      levels: [1.01, 1.05],
      cells: {
        qualityAt: (column, row) => (most > least ? Math.log(most / at(column, row)) / Math.log(most / least) : 1),
        textAt: (column, row) => bestAt(column, row).join(" ").toUpperCase(),
        isBest: (column, row) => bestAt(column, row).length > 0,
      },
    },
    read: (column, row) =>
      `φ = ${numberText(phis[row]!)}, ρ = ${numberText(ranges[column]!)}: ${score.toUpperCase()} ${numberText(at(column, row))}`,
    description: `Map of ${score.toUpperCase()}`,
  };
}

/** As in Table 1 of the paper. */
function LeastRanges({ columns }: { readonly columns: readonly ScoredRange[] }) {
  if (columns.length === 0) return null;
  const leastOf = (score: Score) => leastRangeForEachPenalty(columns.map(({ scores }) => scores[score]));
  const [cv, pcv] = [leastOf("cv"), leastOf("pcv")];
  return (
    <table data-testid="least-ranges">
      <thead>
        <tr>
          <th scope="col">φ</th>
          <td>best ρ by CV</td>
          <td>best ρ by PCV</td>
        </tr>
      </thead>
      <tbody>
        {columns[0]!.phis.map((phi, row) => (
          <tr key={phi}>
            <th scope="row">{numberText(phi)}</th>
            <td>{numberText(columns[cv[row]!]!.range)}</td>
            <td>{numberText(columns[pcv[row]!]!.range)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function optimum(score: Score, columns: readonly ScoredRange[], best: ReturnType<typeof bestOf>): string {
  if (!best) return "";
  const { range, phis, scores, rule, epsilonOf } = columns[best.column]!;
  const found = `${score.toUpperCase()} is least at φ = ${numberText(phis[best.row]!)}, ρ = ${numberText(range)}: ${numberText(scores[score][best.row]!)}.`;
  if (score === "cv" || rule.recipe === "theorem") return found;
  const share = scores.noiseShare[best.row]!;
  return `${found} Its noise has ${numberText(share)} of the standard deviation that Theorem 4.1 asks for: its ε is ${numberText(epsilonOf(share))}, if τ were not taken from the curves.`;
}

/** All but φ, ρ₀, seed, draws and view. */
function mapKey(scenario: MeanCurveScenario, chosen: unknown): string {
  const { data, shape, curve, time, value, firstRow, points, epsilon, delta, calibration } = scenario;
  const request = requestOf({ ...scenario, penalty: 1, range: 1, seed: 1, draws: 1 });
  return JSON.stringify([
    data,
    shape,
    curve,
    time,
    value,
    firstRow,
    points,
    request,
    epsilon,
    delta,
    calibration,
    chosen,
  ]);
}

function mapCsv(columns: readonly ScoredRange[]): string {
  const cells = columns.flatMap(({ range, phis, scores }) =>
    phis.map((penalty, row) => ({ penalty, range, cv: scores.cv[row]!, pcv: scores.pcv[row]! })),
  );
  const { measure, against, recipe } = columns[0]!.rule;
  return csvText({
    comments: [
      "Curveil mean curve; cross-validation over phi and rho; computed from the private curves; do not pass it on",
      `score = mean ${measure === "square" ? "squared norm" : "norm"} against ${against === "mean" ? "the mean of the fold left out" : "each curve left out"}`,
      `recipe = ${recipe === "published" ? "as published, which is not private as it says" : "Theorem 4.1"}`,
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
