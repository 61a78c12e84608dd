import { expect, test } from "vitest";
import { fallingTo, nearestFalling, simulatedAnswer } from "../../../src/core/planning/simulatedAnswer.ts";
import type { SimulatedPoint, SimulatedRound, SimulatedTarget } from "../../../src/core/planning/simulatedPlan.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { normalQuantile } from "../../../src/core/special/normal.ts";
import { casesOf } from "../../support/fuzzing.ts";

const target: SimulatedTarget = { kind: "simulated", of: "noise", measure: "accuracy", percent: 10, inTen: 9 };

/** Rounds of releases whose error beyond the noiseless is z/ε, z standard normal, 200 of a round. */
function roundsOf(count: number): SimulatedRound[] {
  const random = seededSource(4);
  const epsilons = [1, 2, 4, 8, 16, 32];
  return Array.from({ length: count }, () => {
    const z = Array.from({ length: 200 }, () => random.normal());
    const at = (epsilon: number): SimulatedPoint => ({
      ...{ at: epsilon, limit: 0.25, noiseless: 0.3 },
      released: z.map((value) => 0.3 + value / epsilon),
    });
    return {
      best: 0.2,
      pinned: [],
      now: at(10),
      along: { epsilon: epsilons.map(at), recordCount: epsilons.map(at), tuning: epsilons.map(at) },
    };
  });
}

test("simulatedAnswer: quantile, share and ε are those of the normal law", () => {
  const answer = simulatedAnswer(roundsOf(50), target);
  const z = normalQuantile(0.9);
  // 10,000 draws: 4.9 standard errors of the share are 0.015, of the quantile 0.084 of a deviation.
  expect(Math.abs(answer.now.noise - z / 10)).toBeLessThan(0.0084);
  expect(Math.abs(answer.share - 0.8413)).toBeLessThan(0.018);
  expect(answer.now.within[0]).toBeLessThan(answer.now.noise);
  expect(answer.now.within[1]).toBeGreaterThan(answer.now.noise);
  if (!answer.epsilon.isReached || !answer.tuning.isReached) throw new Error("not reached");
  // 0.1 = z/ε; the curve between 8 and 16 is straight in log ε.
  expect(answer.epsilon.value).toBeGreaterThan(8);
  expect(Math.abs(answer.epsilon.value / (10 * z) - 1)).toBeLessThan(0.1);
  expect(answer.ends.epsilon[0]! < answer.epsilon.value && answer.epsilon.value < answer.ends.epsilon[1]!).toBe(true);
  expect(answer.tuning.value.to).toBe(32);
  const total = simulatedAnswer(roundsOf(50), { ...target, of: "total" }).now;
  expect(total.smoothing).toBeCloseTo(0.05, 12);
  expect(total.sampling).toBeCloseTo(0.1, 12);
  expect(total.noise).toBeCloseTo(0.1 + answer.now.noise, 12);
  const never = simulatedAnswer(roundsOf(3), { ...target, percent: 0.1 });
  expect([never.epsilon.isReached, never.recordCount.isReached, never.tuning.isReached]).toEqual([false, false, false]);
});

test("simulatedAnswer: of a parameter with equal least errors, the best is in their middle", () => {
  const errors = [0.2, 0, 0, 0, 0.3];
  const points = errors.map((error, j) => ({ at: 2 ** j, limit: 0, noiseless: 0, released: [error] }));
  const along = { epsilon: points, recordCount: points, tuning: points };
  const { tuning } = simulatedAnswer([{ best: 0, pinned: [], now: points[0]!, along }], target);
  expect(tuning).toMatchObject({ isReached: true, value: { best: 4 } });
});

test("fallingTo: the curve at the solution is the goal", () => {
  const random = seededSource(8);
  let worst = 0;
  for (let k = 0; k < casesOf(10_000, 500); k++) {
    const count = 2 + Math.floor(8 * random.uniform());
    const places = Array.from({ length: count }, (_, j) => [2 ** j, random.uniform() / (j + 1)] as const);
    const levels = nearestFalling(places.map(([, error]) => error));
    const goal = random.uniform();
    const solution = fallingTo(places, goal);
    expect(solution.isReached).toBe(levels.at(-1)! <= goal);
    if (!solution.isReached || solution.value === 1) continue;
    const j = Math.min(count - 2, Math.floor(Math.log2(solution.value)));
    const found = levels[j]! + (Math.log2(solution.value) - j) * (levels[j + 1]! - levels[j]!);
    worst = Math.max(worst, Math.abs(found - goal));
  }
  expect(worst).toBeLessThan(1e-9);
});

test("nearestFalling falls, keeps the sum, and no falling numbers are nearer", () => {
  const random = seededSource(9);
  for (let k = 0; k < 200; k++) {
    const values = Array.from({ length: 6 }, () => random.uniform());
    const found = nearestFalling(values);
    expect(found.every((value, j) => j === 0 || value <= found[j - 1]! + 1e-15)).toBe(true);
    expect(found.reduce((a, b) => a + b)).toBeCloseTo(
      values.reduce((a, b) => a + b),
      12,
    );
    const distance = (other: readonly number[]) => other.reduce((sum, value, j) => sum + (value - values[j]!) ** 2, 0);
    const other = Array.from({ length: 6 }, () => random.uniform()).sort((a, b) => b - a);
    const between = found.map((value, j) => 0.9 * value + 0.1 * other[j]!);
    expect(distance(between)).toBeGreaterThanOrEqual(distance(found) - 1e-12);
  }
});

test("simulatedAnswer: near errors narrow the interval, which still has the quantile", () => {
  const random = seededSource(10);
  const truth = normalQuantile(0.95) * Math.hypot(1, 0.05);
  const replications = casesOf(2000, 200);
  const distances = { near: [] as number[], plain: [] as number[] };
  let covered = 0;
  for (let k = 0; k < replications; k++) {
    const points = Array.from({ length: 60 }, (): SimulatedPoint => {
      const x = random.normal();
      const released = [Math.abs(x + 0.05 * random.normal())];
      const cheap = (z: number) => ({ noiseless: 0, released: [Math.abs(1.1 * z)] });
      const others = Array.from({ length: 30 }, () => cheap(random.normal()));
      return { at: 1, limit: 0, noiseless: 0, released, near: { same: cheap(x), others } };
    });
    const answerOf = (now: (point: SimulatedPoint) => SimulatedPoint) => {
      const none = { epsilon: [], recordCount: [], tuning: [] };
      return simulatedAnswer(
        points.map((point) => ({ best: 0, now: now(point), along: none, pinned: [] })),
        target,
      ).now;
    };
    const { noise, within } = answerOf((point) => point);
    if (within[0] <= truth && truth <= within[1]) covered++;
    distances.near.push((noise - truth) ** 2);
    distances.plain.push((answerOf(({ near: _, ...plain }) => plain).noise - truth) ** 2);
  }
  // A share of 0.95 has a standard error of √(0.95·0.05/N): 4.9 of them below 0.95.
  expect(covered / replications).toBeGreaterThan(0.95 - 4.9 * Math.sqrt((0.95 * 0.05) / replications));
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b);
  expect(sum(distances.near) / sum(distances.plain)).toBeLessThan(0.35);
});
