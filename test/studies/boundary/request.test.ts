import { describe, expect, test } from "vitest";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { start, curve, requested } from "./scenarios.ts";

describe("requestOf", () => {
  test("requestOf(classification) has two inputs and no range", () => {
    expect(requestOf(start)).toEqual({
      domain: [
        [0, 1],
        [0, 1],
      ],
      kernel: "gaussian",
      lengthScale: 0.3,
      loss: "hinge",
      lossParameter: 0.5,
      penalty: 0.01,
      solver: "exact",
      drawCount: 1,
      seed: 1,
    });
  });

  test("requestOf(regression) has one input, the declared range and the loss's parameter", () => {
    expect(requestOf(curve)).toMatchObject({
      domain: [[0, 30]],
      responseRange: [0, 120],
      loss: "pinball",
      lossParameter: 0.75,
    });
  });

  test("requestOf holds neither ε, δ, calibration nor view: noise is scaled on the page", () => {
    expect(Object.keys(requestOf(curve)).sort()).toEqual([
      "domain",
      "drawCount",
      "kernel",
      "lengthScale",
      "loss",
      "lossParameter",
      "penalty",
      "responseRange",
      "seed",
      "solver",
    ]);
  });
});

describe("what the worker is asked for", () => {
  const shown: readonly Partial<BoundaryScenario>[] = [
    { epsilon: 7 },
    { delta: 0.3 },
    { calibration: "classical" },
    { view: "outside" },
    { field: "none" },
    { band: "both" },
    { records: "support" },
    { provenance: { penalty: "looked" } },
  ];

  test.each<Partial<BoundaryScenario>>([...shown, { range: [3, 4] }, { lossParameter: 0.9 }])(
    "what the worker is asked for does not change with %j in a classification",
    (change) => {
      expect(requested({ ...start, ...change })).toBe(requested(start));
    },
  );

  test.each<Partial<BoundaryScenario>>([...shown, { y: "left over" }, { positive: "left over" }, { domainY: [3, 4] }])(
    "what the worker is asked for does not change with %j in a regression",
    (change) => {
      expect(requested({ ...curve, ...change })).toBe(requested(curve));
    },
  );

  const asked: readonly Partial<BoundaryScenario>[] = [
    { data: "own" },
    { x: "other" },
    { response: "other" },
    { domainX: [0, 7] },
    { kernel: "matern32" },
    { lengthScale: 0.7 },
    { penalty: 0.7 },
    { solver: "landmarks" },
    { seed: 8 },
    { seed: "secure" },
    { draws: 2 },
  ];

  test.each<Partial<BoundaryScenario>>([
    ...asked,
    { y: "other" },
    { positive: "a" },
    { domainY: [0, 7] },
    { loss: "logistic" },
    { task: "regression" },
  ])("what the worker is asked for changes with %j in a classification", (change) => {
    expect(requested({ ...start, ...change })).not.toBe(requested(start));
  });

  test.each<Partial<BoundaryScenario>>([...asked, { range: [0, 7] }, { loss: "huber" }, { lossParameter: 0.5 }])(
    "what the worker is asked for changes with %j in a regression",
    (change) => {
      expect(requested({ ...curve, ...change })).not.toBe(requested(curve));
    },
  );
});
