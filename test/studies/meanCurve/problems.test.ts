import { describe, expect, test } from "vitest";
import { problemsOf } from "../../../src/state/scenario/problems.ts";
import { settled } from "../../../src/state/scenario/sharedFields.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { own, scenarioProblems, start, wrongIn } from "./scenarios.ts";

describe("scenarioProblems", () => {
  test.each([
    [{ normBound: 0 }, "normBound"],
    [{ normBound: NaN }, "normBound"],
    [{ penalty: 0 }, "penalty"],
    [{ power: 0.99 }, "power"],
    [{ range: 0 }, "range"],
    [{ points: 1 }, "points"],
    [{ points: 2.5 }, "points"],
    [{ domain: [1, 1] as const }, "domain"],
    [{ person: "p", perPerson: 0 }, "perPerson"],
    [{ draws: 0 }, "draws"],
    [{ epsilon: 0 }, "epsilon"],
    [{ delta: 1 }, "delta"],
    [{ calibration: "classical" as const, epsilon: 2 }, "calibration"],
  ])("%j is reported beside its control", (change, parameter) => {
    expect(wrongIn(change)).toContain(parameter);
  });

  test("columns of a long table must be chosen, and differ", () => {
    expect(wrongIn({ curve: "" }, own)).toContain("curve");
    expect(wrongIn({ time: "" }, own)).toContain("time");
    expect(wrongIn({ value: "when" }, own)).toContain("value");
    expect(wrongIn({}, own)).toEqual([]);
  });

  test("a known seed of one's own data seen from outside is taken away, so nothing is left to warn of", () => {
    const seeded: MeanCurveScenario = { ...own, view: "outside", seed: 3 };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    expect(wrongIn({}, settled(seeded))).toEqual([]);
  });

  test("what the worker found wrong is said beside its control", () => {
    const failure = { kind: "parameter", parameter: "range", message: "too small" } as const;
    expect(problemsOf(scenarioProblems(start), undefined, failure).get("range")).toBe("too small");
  });
});
