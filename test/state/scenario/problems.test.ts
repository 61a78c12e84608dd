import { describe, expect, test } from "vitest";
import type { CommonScenario } from "../../../src/state/scenario/sharedFields.ts";
import { blockedBy, budgetProblems } from "../../../src/state/scenario/problems.ts";
import { study as boundary } from "../../../src/studies/boundary/definition.ts";
import { study as density } from "../../../src/studies/density/definition.ts";
import { study as fabrication } from "../../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../../src/studies/meanCurve/definition.ts";

const refusedBudgets = [
  { calibration: "classical", epsilon: 2 },
  { epsilon: NaN },
  { epsilon: -1 },
  { delta: 0 },
  { delta: NaN },
] as const;
const impossible = [{ seed: NaN }, { seed: -1 }, { seed: 0.5 }, { draws: NaN }, { draws: 0 }, { draws: 1e9 }] as const;

test.each(refusedBudgets)("%j is a problem of a budget, which a scaled picture outlives", (change) => {
  const scenario = { ...density.links.decode("").values, ...change } as CommonScenario;
  expect(budgetProblems(scenario).map(({ blocks }) => blocks)).toEqual([false]);
  expect(blockedBy(() => [], "scaled")(scenario)).toBe(false);
  expect(blockedBy(() => [], "asked")(scenario)).toBe(true);
});

describe.each([
  ["density", density, false],
  ["boundary", boundary, false],
  ["meanCurve", meanCurve, false],
  ["fabrication", fabrication, true],
] as const)("%s", (_, study, isAsked) => {
  const blocked = study.session.blocked as (scenario: CommonScenario) => boolean;
  const start: CommonScenario = study.links.decode("").values;

  test("blocked() is false as the study starts", () => {
    expect(blocked(start)).toBe(false);
  });

  test.each(impossible)("blocked() is true at %j: no worker is asked for a noise that is none", (change) => {
    expect(blocked({ ...start, ...change })).toBe(true);
  });

  test.each(refusedBudgets)(`blocked() is ${isAsked} at %j`, (change) => {
    expect(blocked({ ...start, ...change })).toBe(isAsked);
  });
});
