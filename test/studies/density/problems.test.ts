import { describe, expect, test } from "vitest";
import { settled } from "../../../src/state/scenario/sharedFields.ts";
import { bandwidthLimits } from "../../../src/studies/density/model/bandwidthRange.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { start, own, plane, problemsOf, scenarioProblems } from "./scenarios.ts";

describe("scenarioProblems", () => {
  test("scenarioProblems(defaults) is empty", () => {
    expect(scenarioProblems(start)).toEqual([]);
    expect(scenarioProblems(plane)).toEqual([]);
    expect(scenarioProblems(own)).toEqual([]);
  });

  test.each<[Partial<DensityScenario>, keyof DensityScenario, string]>([
    [{ x: "" }, "x", "Choose the column to draw."],
    [{ domainX: [1, 0] }, "domainX", "The domain must end above where it begins; got 1 to 0."],
    [{ domainX: [2, 2] }, "domainX", "The domain must end above where it begins; got 2 to 2."],
    [{ domainX: [0, Infinity] }, "domainX", "The domain needs two distinct ends within ±1e15; got 0 to Infinity."],
    [{ domainX: [NaN, 1] }, "domainX", "The domain needs two distinct ends within ±1e15; got NaN to 1."],
    [{ h: 2 }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got 2."],
    [{ h: 0 }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got 0."],
    [{ h: NaN }, "h", "h must be between 0.002 (a 500th of the domain) and 1 (all of it); got NaN."],
    [{ epsilon: 0 }, "epsilon", "ε must be between 0.001 and 50; got 0."],
    [{ epsilon: NaN }, "epsilon", "ε must be between 0.001 and 50; got NaN."],
    [{ delta: 1 }, "delta", "δ must be between 1e-15 and 0.5; got 1."],
    [{ route: "sobolev", relativeRate: 11 }, "relativeRate", "The rate must be between 0.1 and 10; got 11."],
    [
      { calibration: "classical", epsilon: 1.5 },
      "calibration",
      "The classical calibration is proved for ε up to 1 only, and ε is 1.5: choose the exact one, or a smaller ε.",
    ],
    [{ seed: 1.5 }, "seed", "The seed must be a whole number from 0 to 9007199254740991; got 1.5."],
    [{ draws: 51 }, "draws", "The number of draws must be a whole number from 1 to 50; got 51."],
    [{ draws: NaN }, "draws", "The number of draws must be a whole number from 1 to 50; got NaN."],
  ])("scenarioProblems(%j) names %s", (change, parameter, sentence) => {
    expect(problemsOf(change)).toMatchObject([{ parameter, sentence }]);
  });

  test.each<[Partial<DensityScenario>, keyof DensityScenario, string]>([
    [{ y: "eruptions" }, "y", "Choose a second column other than the first."],
    [{ domainY: [3, 2] }, "domainY", "The domain must end above where it begins; got 3 to 2."],
    [{ hy: 100 }, "hy", "The second h must be between 0.16 (a 500th of the domain) and 80 (all of it); got 100."],
    [{ correlation: -1 }, "correlation", "The correlation must be between -0.95 and 0.95; got -1."],
    [
      { route: "sobolev" },
      "correlation",
      "The Sobolev route has a kernel without correlation (Hall 2013, section 4.2): drawn with 0.",
    ],
  ])("scenarioProblems(in the plane, %j) names %s", (change, parameter, sentence) => {
    expect(problemsOf(change, plane)).toMatchObject([{ parameter, sentence }]);
  });

  test("scenarioProblems(…).blocks tells what the worker cannot answer from what it can", () => {
    const blocks = (change: Partial<DensityScenario>) => problemsOf(change, plane).map((problem) => problem.blocks);
    for (const change of [
      { x: "" },
      { domainY: [1, 0] as const },
      { h: 0 },
      { correlation: 1 },
      { seed: -1 },
      { draws: 0 },
    ]) {
      expect(blocks(change)).toEqual([true]);
    }
    for (const change of [
      { epsilon: 0 },
      { delta: 0 },
      { calibration: "classical" as const },
      { route: "sobolev" as const },
    ]) {
      expect(blocks(change)).toEqual([false]);
    }
  });

  test("scenarioProblems ignores what does not enter the scenario", () => {
    expect(problemsOf({ hy: NaN, domainY: [1, 0], correlation: 7, relativeRate: NaN })).toEqual([]);
    expect(problemsOf({ calibration: "classical", epsilon: 1 })).toEqual([]);
  });

  test("settled takes a known seed away in the outside view of one's own data only, so nothing is left to warn of", () => {
    const seeded: DensityScenario = { ...own, seed: 7, view: "outside" };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    for (const scenario of [{ ...own, seed: 7 }, { ...start, seed: 7, view: "outside" } as const])
      expect(settled(scenario)).toBe(scenario);
    expect(scenarioProblems(settled(seeded))).toEqual([]);
  });

  test("scenarioProblems accepts the ends of a bandwidth slider that computes exp(log(end))", () => {
    const { min, max } = bandwidthLimits([30, 110]);
    expect(problemsOf({ hy: Math.exp(Math.log(min)) }, plane)).toEqual([]);
    expect(problemsOf({ hy: Math.exp(Math.log(max)) }, plane)).toEqual([]);
    expect(problemsOf({ hy: max * (1 + 1e-15) }, plane)).toEqual([]);
  });
});
