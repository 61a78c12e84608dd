import { fabricateNoisyRows } from "../affineHull/fabrication/fabricatedBranches.ts";
import { checkFabrication, type FabricationParameters } from "../affineHull/fabrication/fabricationParameters.ts";
import { nearestOf } from "../affineHull/fabrication/nearestMachine.ts";
import { addNoise } from "../affineHull/fabrication/tableNoise.ts";
import { tableRows } from "../affineHull/fabrication/tableRows.ts";
import { fitDeepAffineHullMachine } from "../affineHull/machine/deepAffineHullMachine.ts";
import { pointCount, pointsAt, type Points } from "../points.ts";
import { seededSource } from "../random/seededSource.ts";
import { onFirstUse, remember } from "../remember.ts";
import { mapSlices } from "../slices.ts";
import { normalCdf } from "../special/normal.ts";
import { classesOn, drawnClasses, type ClassesTruth, type DeclaredClasses } from "./declaredClasses.ts";
import { normalDensity } from "./declaredTruth.ts";
import type { PlannedRelease } from "./planTarget.ts";
import {
  roundOf,
  seedOf,
  type SimulatedErrors,
  type SimulatedPoint,
  type SimulatedQuestion,
  type SimulatedRound,
} from "./simulatedPlan.ts";

type Machines = Omit<
  FabricationParameters,
  "epsilon" | "delta" | "steps" | "recordsPerPerson" | "frames" | "seed" | "fieldCount" | "fieldMargin" | "heldAt"
>;

/** Public parameters of the errors of a fabricated table, but M, n and the budget. */
export interface PlannedTable {
  readonly truth: DeclaredClasses;
  readonly machines: Machines;
}

export interface TablePlanRequest extends SimulatedQuestion {
  readonly table: PlannedTable;
}

export const mostTableRecords = 200;
const testCount = 200;
/** Tables that are noisy only, to one that is fabricated. */
const nearCount = 30;

const judgedBy = remember(({ truth, machines }: PlannedTable) => {
  const classes = classesOn(truth, machines.ranges);
  return { classes, least: onFirstUse(() => leastMisses(classes)), moved: movedBy(classes) };
});

/**
 * A round of simulated tables: records drawn from declared classes, their noise, and the fabricated rows.
 *
 * @see docs/proofs/planning.md, Lemma 10
 */
export function* tableRound({ table, ...question }: TablePlanRequest): Generator<number, SimulatedRound> {
  const { classes, least, moved } = judgedBy(table);
  const seed = seedOf(question);
  const { measure, release } = question;
  const sides = table.machines.ranges.map(([lower, upper]) => upper - lower);
  const p = sides.length;
  const isOfEntries = measure === "entry" || measure === "mean";
  const best = isOfEntries ? 0 : least();
  const limit = isOfEntries ? moved[measure] : best;
  const means = sides.map((_, k) => classes.parts.reduce((sum, part) => sum + part.weight * part.means[k]!, 0));

  const parametersOf = ({ epsilon, delta, tuning, recordsPerPerson }: PlannedRelease): FabricationParameters => ({
    ...table.machines,
    ...{ epsilon, delta, steps: tuning, recordsPerPerson, seed, frames: false, fieldCount: 0, fieldMargin: 0 },
  });

  function meanError(data: Float64Array): number {
    const sums = sides.map((_, k) => data.reduce((sum, x, i) => (i % p === k ? sum + x : sum), 0));
    return Math.max(...sums.map((sum, k) => Math.abs((p * sum) / data.length - means[k]!) / sides[k]!));
  }

  function rowsOf(count: number) {
    const drawn = drawnClasses(classes, count, seededSource(seed));
    const parameters = parametersOf(release);
    checkFabrication(p, parameters);
    const { unit, released, ...about } = tableRows(drawn, parameters, seededSource(seed + 2 ** 20));
    const raw = pointsAt(drawn.points, released).coordinates;
    const tested = drawnClasses(classes, testCount, seededSource(seed + 2 ** 21));
    const shareOf = classShares(classes, tested.points);
    const test = tableRows(tested, { ...parameters, testEvery: 0, parties: 1, sharing: "rows" }, seededSource(1));
    const classed = { ...about, classCount: classes.classCount };
    function* errorOf(rows: Points, plan: PlannedRelease): Generator<number, number> {
      const made = yield* mapSlices(fabricateNoisyRows(rows, classed, parametersOf(plan)), () => 0);
      const data = about.box.toData(made.fabricated).coordinates;
      if (measure === "entry")
        return Math.sqrt(raw.reduce((sum, x, i) => sum + ((data[i]! - x) / sides[i % p]!) ** 2, 0) / raw.length);
      if (measure === "mean") return meanError(data);
      const modelled = table.machines.model === "fabricated" ? made.fabricated : rows;
      const machines = made.units.map((one) => ({
        ...one,
        machine: fitDeepAffineHullMachine({ ...table.machines, points: pointsAt(modelled, one.rows) }),
      }));
      const { label } = yield* mapSlices(nearestOf(machines, test.unit), () => 0);
      const missed = label.map((of, i) => {
        const shares = shareOf(test.released[i]!);
        return Math.max(...shares) - shares[of]!;
      });
      return best + missed.reduce((sum, more) => sum + more, 0) / testCount;
    }
    const known = new Map<string, number>();
    function* once(key: string, rows: () => Points, plan: PlannedRelease): Generator<number, number> {
      const error = known.get(key) ?? (yield* errorOf(rows(), plan));
      known.set(key, error);
      return error;
    }
    const others = onFirstUse(() => {
      const random = seededSource(seed + 2 ** 23);
      return Array.from({ length: nearCount }, () => {
        const more = drawnClasses(classes, count, random);
        return tableRows(more, parameters, seededSource(seed + 2 ** 20)).unit;
      });
    });
    /** Errors of tables that are not smoothed: cheap, and nearly in proportion to the others. */
    function nearAt(plan: PlannedRelease, noisy: Points) {
      const random = seededSource(seed + 2 ** 24);
      const errorsOf = (rows: Points, moved: Points): SimulatedErrors => ({
        noiseless: meanError(about.box.toData(rows).coordinates),
        released: [meanError(about.box.toData(moved).coordinates)],
      });
      return {
        same: errorsOf(unit, noisy),
        others: others().map((rows) => errorsOf(rows, addNoise(rows, parametersOf(plan), random).noisy)),
      };
    }
    return function* errorsAt(at: number, plan: PlannedRelease): Generator<number, SimulatedPoint> {
      const { tuning, epsilon } = plan;
      const noiseless = yield* once(`${tuning}`, () => unit, plan);
      const { noisy } = addNoise(unit, parametersOf(plan), seededSource(seed + 2 ** 22));
      const released = [yield* once(`${tuning} ${epsilon}`, () => noisy, plan)];
      return { at, limit, noiseless, released, ...(measure === "mean" && { near: nearAt(plan, noisy) }) };
    };
  }
  const steps = { counts: { epsilon: 7, recordCount: 5, tuning: 5 }, most: mostTableRecords, isWhole: true };
  return yield* roundOf(question, measure === "accuracy" ? best : 0, steps, rowsOf, (at, plan, errorsAt) =>
    errorsAt(at, plan),
  );
}

/** Share of records that the best rule tells wrongly, at 4,000 records of a seed. */
function leastMisses(classes: ClassesTruth): number {
  const { points } = drawnClasses(classes, 4000, seededSource(1));
  const shareOf = classShares(classes, points);
  const count = pointCount(points);
  let missed = 0;
  for (let i = 0; i < count; i++) missed += 1 - Math.max(...shareOf(i));
  return missed / count;
}

function classShares({ parts, classCount }: ClassesTruth, { dimension: p, coordinates }: Points) {
  return (i: number): Float64Array => {
    const logs = parts.map(({ weight, means, deviations }) =>
      means.reduce(
        (sum, mean, k) =>
          sum - Math.log(deviations[k]!) - 0.5 * ((coordinates[i * p + k]! - mean) / deviations[k]!) ** 2,
        Math.log(weight),
      ),
    );
    const most = Math.max(...logs);
    const masses = new Float64Array(classCount);
    parts.forEach(({ of }, j) => (masses[of]! += Math.exp(logs[j]! - most)));
    const all = masses.reduce((sum, mass) => sum + mass, 0);
    return masses.map((mass) => mass / all);
  };
}

/** Errors from entries moved to the ends of their ranges: √(mean square) of an entry, and the largest of a column's mean. */
function movedBy(classes: ClassesTruth): { readonly entry: number; readonly mean: number } {
  const shares = movedColumns(classes).map(({ first, second }, k) => {
    const side = classes.domain[k]![1] - classes.domain[k]![0];
    return { first: first / side, second: second / side ** 2 };
  });
  return {
    entry: Math.sqrt(shares.reduce((sum, { second }) => sum + Math.max(0, second), 0) / shares.length),
    mean: Math.max(...shares.map(({ first }) => Math.abs(first))),
  };
}

/** Mean and mean square added by moving entries, by column. */
export function movedColumns({ parts, domain }: Pick<ClassesTruth, "parts" | "domain">) {
  return domain.map(([lower, upper], k) => {
    let [first, second] = [0, 0];
    for (const { weight, means, deviations } of parts) {
      const [m, s] = [means[k]!, deviations[k]!];
      for (const [a, sign] of [
        [(upper - m) / s, -1],
        [(m - lower) / s, 1],
      ] as const) {
        const beyond = normalCdf(-a);
        const density = normalDensity(a, 1);
        first += weight * sign * s * (density - a * beyond);
        second += weight * s * s * ((1 + a * a) * beyond - a * density);
      }
    }
    return { first, second };
  });
}
