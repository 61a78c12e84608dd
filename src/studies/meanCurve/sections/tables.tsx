import { meanCurveGrid } from "../../../core/mean/meanCurveGrid.ts";
import {
  tabledKernels,
  tableOnePenalties,
  tableOneRanges,
  tableScores,
  tableTwoPenalties,
  type TabledKernel,
} from "../../../core/figures/mirshaniTables.ts";
import { analyticNoiseMultiplier, classicalNoiseMultiplier } from "../../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../../core/numberFormats.ts";
import type { Outcome } from "../../../engine/outcome.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { SweepControls } from "../../../panels/controls/SweepControls.tsx";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { markLooked } from "../../../state/scenario/provenance.ts";
import { requestOf } from "../model/request.ts";
import { foldCount } from "../model/tuning.ts";
import type { MeanCurveProps } from "../model/view.ts";
import { TableOne, TableTwo } from "./MirshaniTables.tsx";
import { csvOf, recipes, type Cell } from "./tableCells.ts";

/** Tables 1 and 2 of Mirshani 2019 on the current curves. */
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
          // Cross-validation has no noise, hence no calibration.
          ...(recipe.id === "exact" ? [] : tableOneRanges.map((range) => job({ table: "one", recipe, tabled, range }))),
          ...tabled.ranges.map((range) => job({ table: "two", recipe, tabled, range })),
        ]),
      ),
    );
  };

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
        three kernels and {foldCount} folds. As published, scores are mean norms, and private ones are against the mean
        of the fold left out. The noise is then less than the theorem asks for. By the theorem they are squared norms
        against every curve. The paper prints the ends of its lists of φ and ρ only; these are ours, within them. All of
        it looks at the private curves. η = {numberText(scenario.power)} and τ = {numberText(scenario.normBound)} are
        those of the controls; the paper has η = 1.
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
          <TableOne cells={columns} onAdopt={adopt} />
          <TableTwo cells={columns} epsilon={epsilon} delta={delta} onAdopt={adopt} />
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
