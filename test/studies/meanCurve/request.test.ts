import { describe, expect, test } from "vitest";
import { choiceOf } from "../../../src/studies/meanCurve/model/columns.ts";
import { requestOf } from "../../../src/studies/meanCurve/model/request.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { own, requested, start } from "./scenarios.ts";

describe("requests", () => {
  test("what the worker is asked for changes with what the worker computes, and with nothing else", () => {
    const same: Partial<MeanCurveScenario>[] = [
      { epsilon: 3 },
      { delta: 0.1 },
      { calibration: "classical" },
      { view: "outside" },
      { band: "none" },
      { records: "none" },
      { provenance: { range: "looked" } },
      { show: "slope" },
      { window: [1, 2] },
      { weight: "0:1, 2:3" },
    ];
    for (const change of same) expect(requested({ ...start, ...change })).toBe(requested(start));
    const others: Partial<MeanCurveScenario>[] = [
      { penalty: 0.5 },
      { range: 50 },
      { power: 2 },
      { normBound: 9 },
      { kernel: "matern32" },
      { noiseKernel: "exponential" },
      { points: 12 },
      { domain: [0, 9] },
      { rule: "uniform" },
      { seed: 2 },
      { draws: 3 },
      { data: "mirshani-1" },
      { person: "Diet", perPerson: 2 },
    ];
    for (const change of others) expect(requested({ ...start, ...change })).not.toBe(requested(start));
  });

  test("the noise has the estimator's kernel unless another is chosen; without a person one curve is one person", () => {
    expect(requestOf({ ...start, kernel: "matern52", perPerson: 9 })).toMatchObject({
      kernel: "matern52",
      noiseKernel: "matern52",
      curvesPerPerson: 1,
    });
    expect(requestOf({ ...start, noiseKernel: "exponential", person: "Diet", perPerson: 9 })).toMatchObject({
      noiseKernel: "exponential",
      curvesPerPerson: 9,
    });
    expect(choiceOf({ ...own, value: "" }, { columns: [], rowCount: 0, notices: [] })).toBeUndefined();
  });
});
