import { gridCoordinates } from "../grids.ts";
import { seededSource } from "../random/seededSource.ts";
import { tableOf, type Table } from "../tables/table.ts";
import { karhunenLoeveCurves, karhunenLoeveNormBound, leadingEigenfunctions } from "./karhunenLoeve.ts";

/** Grid of the simulated curves: 100 points from 0 to 1. */
export const simulationGrid = gridCoordinates({ lower: 0, upper: 1, count: 100 });

/**
 * Scale of the eigenfunctions v_j: root mean square 1, as in eq. (4), or Euclidean norm 1 on the 100 points, a tenth of
 * that, as in the paper's package (errata M14).
 */
export type SimulationScale = "meanSquare" | "euclidean";

export interface Simulation {
  /** N */
  readonly curveCount: number;
  /** p > 1 */
  readonly decay: number;
  /** μ */
  readonly mean: (t: number) => number;
  readonly scale: SimulationScale;
}

/** N = 25, p = 4 and μ(t) = 0.1 sin πt; each scenario varies one of them. */
export const standardSimulation: Simulation = {
  curveCount: 25,
  decay: 4,
  mean: (t) => 0.1 * Math.sin(Math.PI * t),
  scale: "meanSquare",
};

const factorOf = (scale: SimulationScale) => (scale === "euclidean" ? 1 / Math.sqrt(simulationGrid.length) : 1);

const range = 0.001;
const eigenfunctionCount = 50;
const scoreBound = 0.4;
const seed = 2019;

/**
 * Wide table of simulated curves: scores uniform in (−0.4, 0.4) on the first 50 eigenfunctions of exp(−|t − s|²/0.001).
 * Scores are drawn curve by curve from one seed.
 *
 * @see Mirshani, Reimherr & Slavković (2019), section 5, eqs. (3) and (4); errata M14
 */
export function simulatedCurves({ curveCount, decay, mean, scale }: Simulation): Table {
  const random = seededSource(seed);
  const curves = karhunenLoeveCurves({
    mean: simulationGrid.map(mean),
    eigenfunctions: leadingEigenfunctions({
      covariance: (s, t) => Math.exp(-((s - t) ** 2) / range),
      grid: simulationGrid,
      count: eigenfunctionCount,
    }),
    scores: Array.from({ length: curveCount }, () =>
      Float64Array.from(
        { length: eigenfunctionCount },
        () => factorOf(scale) * scoreBound * (2 * random.uniform() - 1),
      ),
    ),
    decay,
  });
  return wideTable({ grid: simulationGrid, curves });
}

/** τ₀: public bound on the norms of the simulated curves, rounded up to three decimals. */
export function simulationNormBound({ decay, mean, scale }: Simulation): number {
  const bound = karhunenLoeveNormBound({
    mean: simulationGrid.map(mean),
    count: eigenfunctionCount,
    decay,
    scoreBound: factorOf(scale) * scoreBound,
  });
  return Math.ceil(1000 * bound) / 1000;
}

/** Table with one row per curve and the times as header, after an optional column `person`. */
export function wideTable({
  grid,
  curves,
  person,
}: {
  readonly grid: Float64Array;
  readonly curves: Float64Array;
  readonly person?: Float64Array;
}): Table {
  const m = grid.length;
  const columns = Array.from(grid, (time, j) => ({
    name: String(time),
    values: Float64Array.from({ length: curves.length / m }, (_, i) => curves[i * m + j]!),
  }));
  return tableOf(person ? [{ name: "person", values: person }, ...columns] : columns);
}
