import { checkPositiveInteger } from "../checks.ts";
import type { Interval } from "../grids.ts";
import { rememberEach } from "../remember.ts";
import type { Limits, PlannedRelease } from "./planTarget.ts";
import type { Functional } from "./plannedErrors.ts";
import type { Pin, PlanParameter } from "./planAnswer.ts";
import { mapAxes, type MapName } from "./planMap.ts";

/** Question that simulated releases answer, a round at a time. Public. */
export interface SimulatedQuestion {
  readonly release: PlannedRelease;
  readonly measure: Measure | "functional";
  /** Number computed from the first curve, whose error has a sign. */
  readonly functional?: Functional | undefined;
  /** Places between which the highest point is looked for; the domain if absent. */
  readonly between?: Interval | undefined;
  readonly limits: Readonly<Record<PlanParameter, Limits>>;
  readonly pins?: readonly Pin[] | undefined;
  readonly round: number;
  /** True for the planned release and pins alone, which are wanted first. */
  readonly isFirst?: boolean | undefined;
  /** Two parameters over which a map is wanted, and nothing else. */
  readonly map?: MapName | undefined;
}

/**
 * Error of a release: records that its rule tells wrongly, or unlike the best rule; the root mean square error of an
 * entry, or the largest of a column's mean, in shares of the range; the largest error of a curve in shares of its peak,
 * or the root of its integrated square; place and height of its highest point, in shares of the domain and of the peak;
 * the area between two curves; the share of the peaks that do not show.
 */
export type Measure = (typeof measures)[number];
export const measures = [
  ...(["accuracy", "disagreement", "entry", "mean", "supremum", "square"] as const),
  ...(["place", "height", "area", "peaks"] as const),
] as const;

export interface SimulatedErrors {
  readonly noiseless: number;
  readonly released: readonly number[];
}

/** Errors of the releases of one round, all of the same records. */
export interface SimulatedPoint extends SimulatedErrors {
  readonly at: number;
  /** Error with infinitely many records and no noise. */
  readonly limit: number;
  /** Cheap errors near to these: of the same draws, and of others. */
  readonly near?: { readonly same: SimulatedErrors; readonly others: readonly SimulatedErrors[] };
}

export interface SimulatedRound {
  /** Least error of any rule. */
  readonly best: number;
  readonly now: SimulatedPoint;
  readonly along: Readonly<Record<PlanParameter, readonly SimulatedPoint[]>>;
  readonly pinned: readonly SimulatedPoint[];
  readonly map?: SimulatedMap;
}

/** Points of a coarse grid with the same records and draws, row after row. */
interface SimulatedMap {
  readonly name: MapName;
  readonly places: readonly number[];
  readonly rows: readonly number[];
  readonly points: readonly SimulatedPoint[];
}

/** Most simulated records; errors of more are extrapolated, or refused. */
export const mostSimulated = 1500;

/**
 * Requirement on simulated errors: at most so many percent in so many of ten releases, beyond the best rule or without noise.
 * For peaks: all of them show in so many of ten.
 */
export interface SimulatedTarget {
  readonly kind: "simulated";
  readonly of: "noise" | "total";
  readonly measure: Measure;
  readonly percent: number;
  readonly inTen: number;
  readonly between?: Interval | undefined;
}

/** Even steps of a logarithm between limits, without repetition; whole numbers where told. */
function stepsOf({ min, max }: Limits, count: number, isWhole = false): number[] {
  const steps = Array.from({ length: count }, (_, j) => min * (max / min) ** (j / (count - 1)));
  return [...new Set(isWhole ? steps.map(Math.round) : steps)];
}

export function seedOf({ round }: Pick<SimulatedQuestion, "round">): number {
  return checkPositiveInteger("round + 1", round + 1);
}

interface RoundSteps {
  readonly counts: Readonly<Record<PlanParameter, number>>;
  readonly most: number;
  readonly isWhole?: boolean;
}

const coarse = (count: number) => Math.min(9, Math.ceil((2 / 3) * count));

/**
 * A round at the planned release, along each parameter and at the pins; or over a map.
 *
 * @param on what is made of so many records
 * @param pointAt errors of a planned release of these
 */
export function* roundOf<Made>(
  { release, limits, pins = [], isFirst = false, map }: SimulatedQuestion,
  best: number,
  { counts, most, isWhole = false }: RoundSteps,
  on: (count: number) => Made,
  pointAt: (at: number, release: PlannedRelease, made: Made) => Generator<number, SimulatedPoint>,
): Generator<number, SimulatedRound> {
  checkPositiveInteger("recordsPerPerson", release.recordsPerPerson);
  const made = rememberEach((count) => on(Math.min(most, count)));
  const own = made(release.recordCount);
  const now = yield* pointAt(release.epsilon, release, own);
  const along: Record<PlanParameter, SimulatedPoint[]> = { epsilon: [], recordCount: [], tuning: [] };
  const stepsAlong = (name: PlanParameter, count: number) =>
    stepsOf(limits[name], count, name === "recordCount" || (isWhole && name === "tuning"));
  if (map) {
    const [x, y] = mapAxes[map];
    const [places, rows] = [stepsAlong(x, coarse(counts[x])), stepsAlong(y, coarse(counts[y]))];
    const points: SimulatedPoint[] = [];
    for (const row of rows)
      for (const at of places) {
        const asked = { ...release, [x]: at, [y]: row };
        points.push(yield* pointAt(at, asked, made(asked.recordCount)));
        yield 0.5;
      }
    return { best, now, along, pinned: [], map: { name: map, places, rows, points } };
  }
  for (const name of isFirst ? [] : (["epsilon", "recordCount", "tuning"] as const)) {
    for (const at of stepsAlong(name, counts[name])) {
      const asked = { ...release, [name]: at };
      along[name].push(yield* pointAt(at, asked, made(asked.recordCount)));
      yield 0.5;
    }
  }
  const pinned: SimulatedPoint[] = [];
  for (const pin of pins) pinned.push(yield* pointAt(pin.epsilon, { ...release, ...pin }, made(pin.recordCount)));
  return { best, now, along, pinned };
}
