import { meanCurveGrid } from "../../../core/releases/meanCurveGrid.ts";
import type { ScoreRule, TuningColumn } from "../../../core/releases/meanCurveTuning.ts";
import { leastRangeForEachPenalty } from "../../../core/releases/meanCurveTuning.ts";
import {
  leastOf,
  tabledKernels,
  tableOnePenalties,
  tableOneRanges,
  tableScores,
  tableTwoPenalties,
} from "../../../core/releases/mirshaniTables.ts";
import type { TabledKernel } from "../../../core/releases/mirshaniTables.ts";
import {
  achievedEpsilon,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../../core/numberFormats.ts";
import type { Outcome } from "../../../engine/outcome.ts";
import { csvText } from "../../../panels/csv.ts";
import { Problem } from "../../../panels/Problem.tsx";
import { saveFile } from "../../../panels/saveFile.ts";
import { SweepControls } from "../../../panels/SweepControls.tsx";
import { useMapColumns } from "../../../panels/useMapColumns.ts";
import { markLooked } from "../../../state/provenance.ts";
import { requestOf } from "../request.ts";
import { foldCount } from "../tuning.ts";
import type { MeanCurveProps } from "../view.ts";
import "../../../panels/heatMap.css";
import "./tables.css";

/** With which noise and which score a table is made. */
const recipes = [
  { id: "published", recipe: "published", label: "As published" },
  { id: "classical", recipe: "theorem", label: "Theorem 4.1, classical calibration" },
  { id: "exact", recipe: "theorem", label: "Theorem 4.1, exact calibration" },
] as const satisfies readonly { readonly id: string; readonly recipe: ScoreRule["recipe"]; readonly label: string }[];

type Recipe = (typeof recipes)[number];

/** The scores of one ρ of one table. */
interface Cell {
  readonly table: "one" | "two";
  readonly recipe: Recipe;
  readonly tabled: TabledKernel;
  readonly range: number;
  readonly multiplier: number;
  readonly scores: TuningColumn;
}

/** Tables 1 and 2 of Mirshani 2019 on the curves that are held, as they were printed and as the theorem has them. */
export function Section({ scenario, view, recordsId, set, client }: MeanCurveProps) {
  const { epsilon, delta } = scenario;
  const request = requestOf({ ...scenario, noiseKernel: "same", penalty: 1, range: 1, seed: 1, draws: 1 });
  const classical = epsilon <= 1;
  const map = useMapColumns<Cell>(JSON.stringify([scenario.data, request, epsilon, delta]));
  const { columns, done, outdated, problem } = map;

  const start = () => {
    if (recordsId === undefined) return;
    const multipliers = {
      published: classicalNoiseMultiplier({ epsilon, delta }),
      classical: classicalNoiseMultiplier({ epsilon, delta }),
      exact: analyticNoiseMultiplier({ epsilon, delta }),
    };
    const job = (cell: Omit<Cell, "scores" | "multiplier">) => {
      const multiplier = multipliers[cell.recipe.id];
      const { kernel } = cell.tabled;
      const asked = {
        parameters: { ...request, kernel, noiseKernel: kernel },
        range: cell.range,
        phis: cell.table === "one" ? tableOnePenalties : tableTwoPenalties,
        noiseMultiplier: multiplier,
        foldCount,
        score: tableScores[cell.recipe.recipe][cell.table],
      };
      return {
        name: `${cell.tabled.name}, ρ = ${numberText(cell.range)}`,
        run: async (signal: AbortSignal): Promise<Outcome<Cell>> => {
          const outcome = await client.run("tuning", recordsId, asked, { signal });
          return outcome.ok ? { ok: true, value: { ...cell, multiplier, scores: outcome.value } } : outcome;
        },
      };
    };
    map.start(
      tabledKernels.flatMap((tabled) =>
        recipes.flatMap((recipe) => [
          // Cross-validation has no noise: its table does not depend on the calibration.
          ...(recipe.id === "exact" ? [] : tableOneRanges.map((range) => job({ table: "one", recipe, tabled, range }))),
          ...tabled.ranges.map((range) => job({ table: "two", recipe, tabled, range })),
        ]),
      ),
    );
  };

  const found = (table: Cell["table"], recipe: Recipe, { kernel }: TabledKernel) =>
    columns.filter((cell) => cell.table === table && cell.recipe.id === recipe.id && cell.tabled.kernel === kernel);
  const complete = done === undefined && columns.length > 0;
  const adopt = (tabled: TabledKernel, penalty: number, range: number) =>
    set(
      {
        kernel: tabled.kernel,
        noiseKernel: "same",
        penalty,
        range,
        provenance: markLooked(scenario.provenance, ["kernel", "penalty", "range"]),
      },
      { commit: true },
    );

  return (
    <div data-testid="tables">
      <p className="explanation">
        Table 1 has for each φ the ρ that cross-validation finds, Table 2 the φ and ρ of private cross-validation, for
        three kernels and {foldCount} folds. As published, scores are mean norms, private ones against the mean of the
        fold left out, and the noise is less than the theorem asks for; by the theorem they are squared norms against
        every curve. The paper prints the ends of its lists of φ and ρ only; these are ours, within them. All of it
        looks at the private curves. η = {numberText(scenario.power)} and τ = {numberText(scenario.normBound)} are those
        of the controls; the paper has η = 1.
      </p>
      <SweepControls
        what="tables"
        map={map}
        ready={view !== undefined && recordsId !== undefined && classical}
        onStart={start}
        onSave={() => saveFile("mean-curve-tables.csv", "text/csv", csvOf(columns))}
      />
      <Problem
        text={classical ? undefined : "The paper’s calibration is proved for ε ≤ 1 only: choose such an ε, as its 1."}
      />
      <Problem text={problem} />
      {columns.length > 0 && outdated && <p className="explanation">Made for other settings; compute them again.</p>}
      {complete && (
        <>
          <div className="map-scroll">
            <table data-testid="table-1">
              <caption>Table 1: the ρ of least cross-validation for each φ</caption>
              <thead>
                <tr>
                  <th scope="col">φ</th>
                  {tabledKernels.map(({ name }) => (
                    <td key={name} colSpan={3}>
                      {name}
                    </td>
                  ))}
                </tr>
                <tr>
                  <td />
                  {tabledKernels.flatMap(({ name }) =>
                    ["printed", "as published", "Theorem"].map((what) => <td key={`${name} ${what}`}>{what}</td>),
                  )}
                </tr>
              </thead>
              <tbody>
                {tableOnePenalties.map((penalty, row) => (
                  <tr key={penalty}>
                    <th scope="row">{numberText(penalty)}</th>
                    {tabledKernels.flatMap((tabled) => [
                      <td key={`${tabled.name} printed`}>{numberText(tabled.printedRanges[row]!)}</td>,
                      ...recipes.slice(0, 2).map((recipe) => {
                        const range = bestRange(found("one", recipe, tabled), row);
                        return (
                          <td key={`${tabled.name} ${recipe.id}`}>
                            {range === undefined ? (
                              "–"
                            ) : (
                              <Adopt text={numberText(range)} onClick={() => adopt(tabled, penalty, range)} />
                            )}
                          </td>
                        );
                      }),
                    ])}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className="map-scroll">
            <table data-testid="table-2">
              <caption>
                Table 2: the φ and ρ of least private cross-validation, at ε = {numberText(epsilon)}, δ ={" "}
                {numberText(delta)}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Kernel</th>
                  <td>φ, ρ printed</td>
                  {recipes.map(({ id, label }) => (
                    <td key={id}>{label}</td>
                  ))}
                  <td>ε that the published noise has</td>
                </tr>
              </thead>
              <tbody>
                {tabledKernels.map((tabled) => (
                  <tr key={tabled.name}>
                    <th scope="row">{tabled.name}</th>
                    <td>
                      {numberText(tabled.printedOptimum.penalty)}, {numberText(tabled.printedOptimum.range)}
                    </td>
                    {recipes.map((recipe) => {
                      const best = optimumOf(found("two", recipe, tabled));
                      return (
                        <td key={recipe.id}>
                          {best ? (
                            <Adopt
                              text={`${numberText(best.penalty)}, ${numberText(best.range)}`}
                              onClick={() => adopt(tabled, best.penalty, best.range)}
                            />
                          ) : (
                            "–"
                          )}
                        </td>
                      );
                    })}
                    <td>{epsilonText(optimumOf(found("two", recipes[0], tabled)), delta)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className="explanation">
            The last column holds if τ is public; as published it is the largest norm of the curves, which no ε covers.
            On a grid of {meanCurveGrid(scenario.domain, scenario.points).axes[0]!.count} points. A click takes kernel,
            φ and ρ over.
          </p>
        </>
      )}
    </div>
  );
}

function Adopt({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="in-table" onClick={onClick}>
      {text}
    </button>
  );
}

function bestRange(cells: readonly Cell[], row: number): number | undefined {
  if (cells.length === 0) return undefined;
  return cells[leastRangeForEachPenalty(cells.map(({ scores }) => scores.cv))[row]!]!.range;
}

function optimumOf(cells: readonly Cell[]) {
  if (cells.length === 0) return undefined;
  const { column, row } = leastOf(cells.map(({ scores }) => scores.pcv));
  const { range, scores, multiplier } = cells[column]!;
  return { penalty: tableTwoPenalties[row]!, range, noiseMultiplier: multiplier * scores.noiseShare[row]! };
}

function epsilonText(best: ReturnType<typeof optimumOf>, delta: number): string {
  return best ? numberText(achievedEpsilon({ delta, noiseMultiplier: best.noiseMultiplier })) : "–";
}

function csvOf(cells: readonly Cell[]): string {
  const rows = cells.flatMap((cell) =>
    (cell.table === "one" ? tableOnePenalties : tableTwoPenalties).map((penalty, row) => ({ cell, penalty, row })),
  );
  return csvText({
    comments: ["Curveil mean curve; the scores of tables 1 and 2; computed from the private curves; do not pass it on"],
    columns: [
      { name: "table", at: (k) => (rows[k]!.cell.table === "one" ? 1 : 2) },
      { name: "kernel C", at: (k) => Number(rows[k]!.cell.tabled.name.slice(1)) },
      { name: "recipe (0 published; 1 classical; 2 exact)", at: (k) => recipes.indexOf(rows[k]!.cell.recipe) },
      { name: "phi", at: (k) => rows[k]!.penalty },
      { name: "rho", at: (k) => rows[k]!.cell.range },
      { name: "CV", at: (k) => rows[k]!.cell.scores.cv[rows[k]!.row]! },
      { name: "PCV", at: (k) => rows[k]!.cell.scores.pcv[rows[k]!.row]! },
    ],
    rowCount: rows.length,
  });
}
