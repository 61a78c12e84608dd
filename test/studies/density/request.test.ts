import { describe, expect, test } from "vitest";
import { requestOf } from "../../../src/studies/density/model/request.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { densityFrame } from "../../../src/core/density/densityFrame.ts";
import { plannedDensity, refusedPlan, smoothedAxis } from "../../../src/studies/density/model/planned.ts";
import { start, plane, requested } from "./scenarios.ts";

describe("requestOf", () => {
  test("requestOf(line) has one coordinate and no correlation", () => {
    expect(requestOf({ ...start, correlation: 0.5, relativeRate: 3 })).toEqual({
      domain: [[0, 1]],
      bandwidths: [0.1],
      correlation: 0,
      route: "gaussian",
      relativeRate: 1,
      drawCount: 5,
      seed: 3,
    });
  });

  test("requestOf(plane) has two, and a correlation on the Gaussian route only", () => {
    expect(requestOf(plane)).toMatchObject({
      domain: [
        [0.5, 6],
        [30, 110],
      ],
      bandwidths: [0.3, 5],
      correlation: 0.5,
    });
    expect(requestOf({ ...plane, route: "sobolev", relativeRate: 2 })).toMatchObject({
      correlation: 0,
      relativeRate: 2,
    });
  });
});

test.each(["log", "squareRoot", "logit"] as const)("a plan is on the line that is smoothed: %s", (scale) => {
  const scenario: DensityScenario = { ...start, scale, domainX: [0.02, 0.9] };
  expect(refusedPlan(scenario)).toBeUndefined();
  const { domain } = plannedDensity(scenario, { kind: "drawn", heights: [0, 1, 0] });
  expect(domain).toEqual(densityFrame(requestOf(scenario))!.domain);
  const { back, name } = smoothedAxis(scenario);
  expect(back(domain)).toEqual([0.02, 0.9]);
  expect(name).not.toBe(start.x);
});

describe("what the worker is asked for", () => {
  test.each<Partial<DensityScenario>>([
    { epsilon: 7 },
    { delta: 0.3 },
    { calibration: "classical" },
    { post: "density" },
    { view: "outside" },
    { display: "animation" },
    { band: "both" },
    { records: "histogram" },
    { layout: "overlay" },
    { hy: 0.7 },
    { domainY: [4, 5] },
    { correlation: 0.3 },
    { relativeRate: 2 },
  ])("what the worker is asked for does not change with %j on a line", (change) => {
    expect(requested({ ...start, ...change })).toBe(requested(start));
  });

  test.each<Partial<DensityScenario>>([
    { data: "own" },
    { x: "waiting" },
    { y: "" },
    { domainX: [0, 7] },
    { domainY: [0, 200] },
    { h: 0.2 },
    { hy: 6 },
    { correlation: 0.3 },
    { route: "sobolev" },
    { seed: 8 },
    { seed: "secure" },
    { draws: 2 },
  ])("what the worker is asked for changes with %j in the plane", (change) => {
    expect(requested({ ...plane, ...change })).not.toBe(requested(plane));
  });
});
