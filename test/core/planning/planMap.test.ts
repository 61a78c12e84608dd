import { expect, test } from "vitest";
import { boundaryRound } from "../../../src/core/planning/boundaryRounds.ts";
import { planDensityRelease } from "../../../src/core/planning/curvePlans.ts";
import { densityErrors } from "../../../src/core/planning/densityErrors.ts";
import { densityRound } from "../../../src/core/planning/densityRounds.ts";
import { meanRound } from "../../../src/core/planning/meanRounds.ts";
import { mapAxes, type MapName } from "../../../src/core/planning/planMap.ts";
import { errorOfPlan } from "../../../src/core/planning/planTarget.ts";
import { simulatedAnswer } from "../../../src/core/planning/simulatedAnswer.ts";
import type { SimulatedQuestion, SimulatedRound } from "../../../src/core/planning/simulatedPlan.ts";
import { tableRound } from "../../../src/core/planning/tableRounds.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { firstOf } from "../../support/fuzzing.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";
import { boundaryFit, plannedCurves, tableMachines, twoClasses, twoRanges } from "./simulated.ts";

type Asked = Omit<SimulatedQuestion, "measure">;
const onLine = { domain: [twoPeaks.domain], route: "gaussian", relativeRate: 1 } as const;
const names = (Object.keys(mapAxes) as MapName[]).reverse();
const plans: Readonly<Record<string, readonly [tuning: number, (asked: Asked) => Generator<number, SimulatedRound>]>> =
  {
    density: [
      5,
      (asked) => densityRound({ ...asked, measure: "square", density: { ...twoPeaks, parameters: onLine } }),
    ],
    mean: [0.02, (asked) => meanRound({ ...asked, measure: "square", groups: [{ ...plannedCurves, share: 1 }] })],
    boundary: [
      0.05,
      (asked) =>
        boundaryRound({
          ...{ ...asked, measure: "accuracy" },
          boundary: { truth: twoClasses, fit: { ...boundaryFit, domain: twoRanges } },
        }),
    ],
    table: [
      4,
      (asked) =>
        tableRound({
          ...{ ...asked, measure: "entry" },
          table: { truth: twoClasses, machines: { ...tableMachines, ranges: twoRanges } },
        }),
    ],
  };

test.each(Object.keys(plans))("a map of simulated releases, %s: each point is the round's own plan there", (name) => {
  const [tuning, run] = plans[name]!;
  const release = { recordCount: 30, recordsPerPerson: 1, epsilon: 2, delta: 1e-4, tuning };
  const around = (value: number) => ({ min: value / 2, max: 2 * value });
  const limits = { epsilon: around(2), recordCount: around(30), tuning: around(tuning) };
  for (const map of name === "mean" ? names : firstOf(names, 1)) {
    const round = lastOf(run({ release, limits, round: 2, map }));
    const { places, rows, points } = round.map!;
    expect(points).toHaveLength(places.length * rows.length);
    const [i, j] = [places.length - 2, 1];
    const [x, y] = mapAxes[map];
    const there = { ...release, [x]: places[i]!, [y]: rows[j]! };
    const { now } = lastOf(run({ release: there, limits, round: 2, isFirst: true }));
    expect(points[i + places.length * j]).toEqual({ ...now, at: places[i] });
    const target = { kind: "simulated", of: "total", measure: "square", percent: 40, inTen: 9 } as const;
    const { ratios } = simulatedAnswer([round], target).maps![map]!;
    const column = ratios.slice(i * rows.length, (i + 1) * rows.length);
    if (map !== "both") expect(Math.min(...column)).toBe(1);
    else expect(column[j]! * 0.4).toBeCloseTo(simulatedAnswer([{ ...round, now }], target).now.noise, 12);
  }
});

test("a map of a density over ε and n is the target's error in its multiples", () => {
  const target = { kind: "share", of: "total", confidence: "point", percent: 40 } as const;
  const limits = {
    epsilon: { min: 0.1, max: 10 },
    recordCount: { min: 80, max: 8e3 },
    tuning: { min: 0.22, max: 110 },
  };
  const { maps } = lastOf(planDensityRelease({ density: twoPeaks, release: eightHundred, target, limits }));
  const { places, rows, ratios } = maps.both;
  const release = { ...eightHundred, epsilon: places[3]!, recordCount: rows[17]! };
  const { noise, goal } = errorOfPlan(densityErrors(twoPeaks), target, release);
  expect(ratios[17 + rows.length * 3]).toBe(noise / goal);
  expect(ratios[0]).toBeGreaterThan(1);
  expect(ratios.at(-1)).toBeLessThan(1);
});
