import { readFileSync } from "node:fs";
import { tractCurves } from "../../src/core/examples/tractProfiles.ts";
import { quadratureWeights } from "../../src/core/mean/functionalMean.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import {
  achievedEpsilon,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../src/core/privacy/calibration/gaussian.ts";
import { curveKernel } from "../../src/core/mean/curveKernels.ts";
import { foldsByPlace } from "../../src/core/releases/crossValidationFolds.ts";
import { leastRangeForEachPenalty, planCrossValidation } from "../../src/core/mean/meanCurveTuning.ts";
import {
  leastOf,
  tabledKernels,
  tableOnePenalties,
  tableOneRanges,
  tableScores,
  tableTwoPenalties,
} from "../../src/core/figures/mirshaniTables.ts";
import { lastOf } from "../../src/core/slices.ts";

const notes = `Mirshani, Reimherr & Slavković 2019, Tables 1 and 2, ε = 1, δ = 0.1, ten folds by place, as the page computes them.
As published: mean norms, private ones against the mean of a fold, noise by the recipe of the printed tables (errata M13).
By the theorem: squared norms against every curve, the noise that Theorem 4.1 asks for.`;

const budget = { epsilon: 1, delta: 0.1 };

/**
 * @param options a CSV of profiles, a row each and no header; without it a seeded imitation, to which the paper's
 * numbers need not apply
 */
export function reproduce([file]) {
  console.log(notes);
  const { curves, pointCount } = file ? profilesOf(file) : imitation();
  const curveCount = curves.length / pointCount;
  console.log(`\n${file ?? "Seeded imitation of the profiles"}: ${curveCount} curves of ${pointCount} points`);
  const grid = gridCoordinates({ lower: 0, upper: 1, count: pointCount });
  const plan = planCrossValidation({
    curves,
    grid,
    weights: quadratureWeights({ grid, rule: "uniform" }),
    foldOf: foldsByPlace({ curveCount, personOf: undefined, foldCount: 10 }),
    normBound: 0.7,
  });
  const columnsOf = (name, ranges, phis, score, noiseMultiplier) =>
    ranges.map((range) => {
      const kernel = curveKernel(name, range);
      const asked = { kernel, noiseKernel: kernel, phis, power: 1, curvesPerPerson: 1 };
      return lastOf(plan.scoring({ ...asked, noiseMultiplier, ...score }));
    });
  const begun = Date.now();
  const classical = classicalNoiseMultiplier(budget);

  console.log("\nTable 1: best ρ for each φ (printed | as published | squared norms)");
  const ones = tabledKernels.map(({ kernel }) =>
    [tableScores.published.one, tableScores.theorem.one].map((score) =>
      leastRangeForEachPenalty(
        columnsOf(kernel, tableOneRanges, tableOnePenalties, score, classical).map(({ cv }) => cv),
      ),
    ),
  );
  console.log(["φ".padEnd(8), ...tabledKernels.map(({ name }) => name.padEnd(22))].join(""));
  tableOnePenalties.forEach((penalty, row) => {
    const cells = tabledKernels.map(({ printedRanges }, k) =>
      [printedRanges[row], ...ones[k].map((best) => tableOneRanges[best[row]])].join(" | ").padEnd(22),
    );
    console.log([String(penalty).padEnd(8), ...cells].join(""));
  });

  console.log("\nTable 2: best (φ, ρ), and the ε that the published noise has there");
  for (const { kernel, name, ranges, printedOptimum } of tabledKernels) {
    const best = (score, multiplier) => {
      const columns = columnsOf(kernel, ranges, tableTwoPenalties, score, multiplier);
      const { column, row } = leastOf(columns.map(({ pcv }) => pcv));
      return { penalty: tableTwoPenalties[row], range: ranges[column], share: columns[column].noiseShare[row] };
    };
    const text = ({ penalty, range }) => `(${penalty}, ${range})`;
    const published = best(tableScores.published.two, classical);
    const epsilon = achievedEpsilon({ delta: budget.delta, noiseMultiplier: published.share * classical });
    console.log(
      `${name}  printed ${text(printedOptimum)}  as published ${text(published)}, ε = ${epsilon.toFixed(2)}` +
        `  theorem, classical ${text(best(tableScores.theorem.two, classical))}` +
        `  exact ${text(best(tableScores.theorem.two, analyticNoiseMultiplier(budget)))}`,
    );
  }
  console.log(`\n${((Date.now() - begun) / 1000).toFixed(1)} s`);
}

function imitation() {
  const { columns, rowCount } = tractCurves();
  const curves = Float64Array.from({ length: rowCount * columns.length }, (_, at) => {
    return columns[at % columns.length].values[Math.floor(at / columns.length)];
  });
  return { curves, pointCount: columns.length };
}

/** Rows of numbers; rows with a gap are left out, as in the paper's complete curves. */
function profilesOf(file) {
  const rows = readFileSync(file, "utf8")
    .split(/\r?\n/)
    .map((line) => line.split(",").map((cell) => (cell.trim() === "" ? NaN : Number(cell))))
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  return { curves: Float64Array.from(rows.flat()), pointCount: rows[0].length };
}
