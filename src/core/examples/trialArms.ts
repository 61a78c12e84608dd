import { seededSource } from "../random/seededSource.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { tableOf, type Table } from "../tables/table.ts";

/** Weeks of the blood pressure measurements. */
export const trialWeeks: readonly number[] = Array.from({ length: 13 }, (_, week) => week);

const people = 1200;

/** Final fall of an arm's pressure, in mmHg, and the time constant in weeks. */
const arms = [
  { arm: "placebo", fall: 2, weeks: 2 },
  { arm: "low dose", fall: 7, weeks: 4 },
  { arm: "high dose", fall: 12, weeks: 3 },
] as const;

/**
 * Blood pressure of 1,200 people of a made-up trial, less that of their first week, in mmHg: a row per person, with a
 * random arm.
 */
export function trialArms(): Table {
  const random = seededSource(1200);
  const rows = Array.from({ length: people }, () => {
    const { arm, fall, weeks } = arms[Math.floor(arms.length * random.uniform())]!;
    const response = fall * (0.4 + 1.2 * random.uniform());
    const drift = wander(random);
    const pressures = trialWeeks.map(
      (week) => -response * (1 - Math.exp(-week / weeks)) + drift(week) + 2 * random.normal() * Math.min(1, week),
    );
    return { arm, pressures };
  });
  return tableOf([
    { name: "arm", values: rows.map(({ arm }) => arm) },
    ...trialWeeks.map((week, j) => ({
      name: String(week),
      values: Float64Array.from(rows, ({ pressures }) => Math.round(10 * pressures[j]!) / 10),
    })),
  ]);
}

/** Slow drift of a person, starting at 0. */
function wander(random: RandomSource): (week: number) => number {
  const sizes = [1, 2, 3].map((j) => (3 * random.normal()) / j);
  return (week) => sizes.reduce((sum, size, j) => sum + size * Math.sin((Math.PI * (j + 1) * week) / 24), 0);
}
