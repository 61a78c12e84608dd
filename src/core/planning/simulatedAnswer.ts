import { lastOf } from "../slices.ts";
import { mapOver } from "./planMap.ts";
import type { ErrorAlong, PlanAnswer, PlanParameter } from "./planAnswer.ts";
import type { FunctionalTarget, Solution, TuningRange } from "./planTarget.ts";
import type { SimulatedErrors, SimulatedPoint, SimulatedRound, SimulatedTarget } from "./simulatedPlan.ts";

/** Targets that rounds serve: a functional in 95 % of the releases. */
export type RoundsTarget = SimulatedTarget | FunctionalTarget;

/** Error of simulated releases at one value, and where it lies with 95 %. */
export interface SimulatedError extends ErrorAlong {
  readonly within: readonly [number, number];
}

export interface SimulatedAnswer extends PlanAnswer {
  readonly now: SimulatedError;
  readonly along: Readonly<Record<PlanParameter, readonly SimulatedError[]>>;
  readonly pinned: readonly SimulatedError[];
  readonly releaseCount: number;
  /** Share of releases within the target, and half the width of what it is known to with 95 %. */
  readonly share: number;
  readonly halfWidth: number;
  /** ε and n at the ends of what the error is known to, where they reach the target. */
  readonly ends: Readonly<Record<"epsilon" | "recordCount", readonly [number | undefined, number | undefined]>>;
}

/**
 * Values that reach a target, by all rounds. An error is the quantile at so many of ten; its interval has the quantiles
 * at the share ± 1.96 standard errors between rounds.
 *
 * @param rounds at least one, with the same values along each parameter, if any
 * @see Woodruff (1952), J. Amer. Statist. Assoc. 47:635–646, for the interval; docs/proofs/planning.md, Lemma 10
 */
export function simulatedAnswer(rounds: readonly SimulatedRound[], target: RoundsTarget): SimulatedAnswer {
  const goal = goalOf(target);
  const { best } = rounds[0]!;
  const errorOf = (points: readonly SimulatedPoint[]) => errorsAt(points, best, target);
  const whole = rounds.filter((round) => round.along.epsilon.length > 0);
  const along = (name: PlanParameter) =>
    whole[0]?.along[name].map((_, j) => errorOf(whole.map((round) => round.along[name][j]!))) ?? [];
  const curves = { epsilon: along("epsilon"), recordCount: along("recordCount"), tuning: along("tuning") };
  const points = rounds.map((round) => round.now);
  const now = errorOf(points);
  const shares = sharesOf(points, best, target).below(isOfPeaks(target) ? 0 : goal);
  const share = Math.max(0, Math.min(1, mean(shares)));
  const releaseCount = rounds.reduce((sum, { now: { released } }) => sum + released.length, 0);
  const fall = (name: "epsilon" | "recordCount", level: (error: SimulatedError) => number) =>
    fallingTo(
      curves[name].map((error) => [error.at, level(error)]),
      goal,
    );
  const ends = (name: "epsilon" | "recordCount") =>
    ([0, 1] as const).map((end) => {
      const solution = fall(name, ({ within }) => within[end]);
      return solution.isReached ? solution.value : undefined;
    }) as [number | undefined, number | undefined];
  return {
    now,
    along: curves,
    pinned: rounds[0]!.pinned.map((_, j) => errorOf(rounds.map((round) => round.pinned[j]!))),
    epsilon: fall("epsilon", ({ noise }) => noise),
    recordCount: fall("recordCount", ({ noise }) => noise),
    tuning: rangeBelow(
      curves.tuning.map(({ at, noise }) => [at, noise]),
      goal,
    ),
    ends: { epsilon: ends("epsilon"), recordCount: ends("recordCount") },
    ...mapOf(rounds, target),
    ...{ releaseCount, share, halfWidth: 1.96 * standardError(shares) + 3 / releaseCount },
  };
}

/** Errors below a thousandth of the target count as that. */
function mapOf(rounds: readonly SimulatedRound[], target: RoundsTarget): Pick<SimulatedAnswer, "maps"> {
  const [{ map, best }] = rounds as [SimulatedRound];
  if (!map) return {};
  const { name, places, rows } = map;
  const goal = goalOf(target);
  const errorAt = (i: number, j: number) => {
    const points = rounds.map((round) => round.map!.points[i + places.length * j]!);
    return Math.max(goal / 1000, errorsAt(points, best, target).noise);
  };
  return { maps: { [name]: lastOf(mapOver([places, rows], errorAt, name === "both" ? () => goal : leastOf)) } };
}

function leastOf(errors: readonly number[]): number {
  return Math.min(...errors);
}

function errorsAt(points: readonly SimulatedPoint[], best: number, target: RoundsTarget): SimulatedError {
  const share = target.kind === "functional" ? 0.95 : target.inTen / 10;
  if (isOfPeaks(target)) return hiddenAt(points, best, target);
  const { below, quantileAt } = sharesOf(points, best, target);
  const noise = quantileAt(share);
  const half = 1.96 * standardError(below(noise)) + 0.5 / points.length;
  const within = [quantileAt(share - half), quantileAt(share + half)] as const;
  const shared = { at: points[0]!.at, goal: goalOf(target), noise, within };
  if (target.of === "noise") return { ...shared, smoothing: 0, sampling: 0 };
  const without = Float64Array.from(points, ({ noiseless }) => sized(noiseless - best, target)).sort();
  const smoothing = Math.max(0, Math.min(noise, sized(points[0]!.limit - best, target)));
  return { ...shared, smoothing, sampling: Math.max(smoothing, Math.min(noise, quantile(without, share))) };
}

/**
 * Shares of releases within an error, one of each round, and the quantiles of their mean. Near errors of the same draws
 * are a control variate, whose law is that of the others: [D ≤ t] − [C ≤ κt] + P(C ≤ κt), with the mean P(D ≤ t).
 *
 * @see docs/proofs/planning.md, Lemma 10
 */
function sharesOf(points: readonly SimulatedPoint[], best: number, target: RoundsTarget) {
  const losses = points.map((point) => lossesOf(point, best, target));
  const near = points.flatMap((point) =>
    point.near
      ? {
          same: lossesOf(point.near.same, best, target),
          others: point.near.others.flatMap((errors) => lossesOf(errors, best, target)),
        }
      : [],
  );
  const ratio = Math.sqrt(squares(near.map(({ same }) => same)) / squares(losses));
  const scale = ratio > 0 && ratio < Infinity ? ratio : 1;
  const below = (goal: number) =>
    losses.map((own, k) => {
      const { same = [], others = [] } = near[k] ?? {};
      const moved = others.length > 0 ? shareBelow(others, scale * goal) - shareBelow(same, scale * goal) : 0;
      return shareBelow(own, goal) + moved;
    });
  const all = Float64Array.from([
    ...losses.flat(),
    ...near.flatMap(({ others }) => others.map((error) => error / scale)),
  ]).sort();
  const quantileAt = (share: number) => {
    if (near.length === 0) return quantile(all, share);
    let [from, to] = [0, all.length - 1];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if (mean(below(all[middle]!)) < share) from = middle + 1;
      else to = middle;
    }
    return all[from]!;
  };
  return { below, quantileAt };
}

function squares(losses: readonly (readonly number[])[]): number {
  return losses.flat().reduce((sum, loss) => sum + loss * loss, 0);
}

/** Share of releases that hide a peak, by its parts. */
function hiddenAt(points: readonly SimulatedPoint[], best: number, target: RoundsTarget) {
  const losses = points.map((point) => lossesOf(point, best, target));
  const hidden = losses.map((own) => 1 - shareBelow(own, 0));
  const noise = mean(hidden);
  const half = 1.96 * standardError(hidden) + 3 / losses.flat().length;
  const sampling = mean(points.map(({ noiseless }) => (noiseless > 0 ? 1 : 0)));
  const smoothing = Math.min(sampling, points[0]!.limit > 0 ? 1 : 0);
  const within = [Math.max(0, noise - half), Math.min(1, noise + half)] as const;
  return { at: points[0]!.at, goal: goalOf(target), noise, within, smoothing, sampling: Math.min(noise, sampling) };
}

function isOfPeaks(target: RoundsTarget): boolean {
  return target.kind === "simulated" && target.measure === "peaks";
}

function sized(error: number, { kind }: Pick<RoundsTarget, "kind">): number {
  return kind === "functional" ? Math.abs(error) : error;
}

function goalOf(target: RoundsTarget): number {
  if (target.kind === "functional") return target.width;
  return target.measure === "peaks" ? 1 - target.inTen / 10 : target.percent / 100;
}

function lossesOf({ noiseless, released }: SimulatedErrors, best: number, { kind, of }: RoundsTarget): number[] {
  return released.map((error) => sized(error - (of === "noise" ? noiseless : best), { kind }));
}

function shareBelow(values: readonly number[], goal: number): number {
  let count = 0;
  for (const value of values) if (value <= goal) count++;
  return count / values.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function standardError(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return values.length < 2 ? 1 : Math.sqrt(squares / (values.length - 1) / values.length);
}

function quantile(sorted: Float64Array, share: number): number {
  const place = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const before = Math.floor(place);
  const next = sorted[Math.min(sorted.length - 1, before + 1)]!;
  return sorted[before]! + (place - before) * (next - sorted[before]!);
}

type Place = readonly [at: number, error: number];

/** Least value from which the nearest falling curve, straight in the logarithm, is at most a goal. */
export function fallingTo(places: readonly Place[], goal: number): Solution<number> {
  const levels = nearestFalling(places.map(([, error]) => error));
  const last = levels.findIndex((level) => level <= goal);
  if (last < 0) return { isReached: false, least: levels.at(-1) ?? NaN, goal };
  if (last === 0) return { isReached: true, value: places[0]![0] };
  return { isReached: true, value: between(places, levels, [last - 1, last], goal) };
}

/** The nearest falling numbers, by pooling neighbours that rise. @see Ayer et al. (1955), Ann. Math. Statist. 26:641–647 */
export function nearestFalling(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    blocks.push({ sum: value, count: 1 });
    while (blocks.length > 1) {
      const [before, last] = blocks.slice(-2) as [(typeof blocks)[0], (typeof blocks)[0]];
      if (before.sum / before.count >= last.sum / last.count) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

function rangeBelow(places: readonly Place[], goal: number): Solution<TuningRange> {
  const errors = places.map(([, error]) => error);
  const least = Math.min(...errors);
  const first = errors.indexOf(least);
  const next = errors.findIndex((error, j) => j > first && error !== least);
  // The middle of equal errors: their ends are the next to miss.
  const best = first + Math.floor(((next < 0 ? errors.length : next) - 1 - first) / 2);
  if (!(errors[best]! <= goal)) return { isReached: false, least: errors[best] ?? NaN, goal };
  const isOut = (error: number) => error > goal;
  const before = errors.slice(0, best).findLastIndex(isOut);
  const after = errors.findIndex((error, j) => j > best && isOut(error));
  return {
    isReached: true,
    value: {
      from: before < 0 ? places[0]![0] : between(places, errors, [before, before + 1], goal),
      to: after < 0 ? places.at(-1)![0] : between(places, errors, [after - 1, after], goal),
      best: places[best]![0],
    },
  };
}

function between(places: readonly Place[], levels: readonly number[], [a, b]: readonly [number, number], goal: number) {
  const share = (levels[a]! - goal) / (levels[a]! - levels[b]!);
  return places[a]![0] * (places[b]![0] / places[a]![0]) ** share;
}
