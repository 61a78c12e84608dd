import { type ScoreRule, type TuningColumn, leastRangeForEachPenalty } from "../../../core/mean/meanCurveTuning.ts";
import {
  leastOf,
  tableOnePenalties,
  tableTwoPenalties,
  type TabledKernel,
} from "../../../core/figures/mirshaniTables.ts";
import { csvText } from "../../../core/release/file/csv.ts";

export const recipes = [
  { id: "published", recipe: "published", label: "As published" },
  { id: "classical", recipe: "theorem", label: "Theorem 4.1, classical calibration" },
  { id: "exact", recipe: "theorem", label: "Theorem 4.1, exact calibration" },
] as const satisfies readonly { readonly id: string; readonly recipe: ScoreRule["recipe"]; readonly label: string }[];

type Recipe = (typeof recipes)[number];

export interface Cell {
  readonly table: "one" | "two";
  readonly recipe: Recipe;
  readonly tabled: TabledKernel;
  readonly range: number;
  readonly multiplier: number;
  readonly scores: TuningColumn;
}

export function cellsOf(
  cells: readonly Cell[],
  table: Cell["table"],
  recipe: Recipe,
  { kernel }: TabledKernel,
): readonly Cell[] {
  return cells.filter((cell) => cell.table === table && cell.recipe.id === recipe.id && cell.tabled.kernel === kernel);
}

/** ρ₀ of the least cross-validation, for a penalty of table 1. */
export function bestRange(cells: readonly Cell[], row: number): number | undefined {
  if (cells.length === 0) return undefined;
  return cells[leastRangeForEachPenalty(cells.map(({ scores }) => scores.cv))[row]!]!.range;
}

/** φ and ρ₀ of the least private cross-validation, and its noise. */
export function optimumOf(cells: readonly Cell[]) {
  if (cells.length === 0) return undefined;
  const { column, row } = leastOf(cells.map(({ scores }) => scores.pcv));
  const { range, scores, multiplier } = cells[column]!;
  return { penalty: tableTwoPenalties[row]!, range, noiseMultiplier: multiplier * scores.noiseShare[row]! };
}

export function csvOf(cells: readonly Cell[]): string {
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
