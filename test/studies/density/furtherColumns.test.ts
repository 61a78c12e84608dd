import { describe, expect, test } from "vitest";
import { densityExamples as shippedExamples } from "../../../src/studies/density/model/examples.ts";
import { densityProblems } from "../../../src/studies/density/model/problems.ts";
import { requestOf } from "../../../src/studies/density/model/request.ts";
import { densityLinks } from "../../../src/studies/density/model/links.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { plane } from "./scenarios.ts";

describe("columns that are not drawn", () => {
  const further = [{ name: "z", domain: [0, 10] as const, at: 4 }];
  const space: DensityScenario = { ...plane, route: "bernsteinLaplace", correlation: 0, further };

  test("are smoothed with the others: a product bump, as wide a share of their domain as along the first", () => {
    expect(requestOf(space)).toMatchObject({
      domain: [plane.domainX, plane.domainY, [0, 10]],
      held: [4],
      correlation: 0,
    });
    const [h, , hz] = requestOf(space).bandwidths;
    expect(hz! / 10).toBeCloseTo(h! / (plane.domainX[1] - plane.domainX[0]), 12);
    expect(requestOf(plane)).not.toHaveProperty("held");
    expect(densityProblems(space)).toEqual([]);
  });

  test.each<[string, Partial<DensityScenario>, string, boolean]>([
    ["a Gaussian process", { route: "gaussian" }, "route", true],
    ["a column that is drawn", { further: [{ name: "waiting", domain: [0, 1], at: 0 }] }, "further", true],
    ["a fourth column", { further: [...further, { name: "w", domain: [0, 1], at: 0 }] }, "further", true],
    ["a degree above 20", { size: "byHand", degree: 21 }, "degree", true],
    ["a tilted bump", { correlation: 0.5 }, "correlation", false],
  ])("%s with them is told of beside its control", (_, change, parameter, blocks) => {
    const problems = densityProblems({ ...space, ...change });
    expect(problems.map((problem) => [problem.parameter, problem.blocks])).toContainEqual([parameter, blocks]);
  });

  test("stay in a link, and name no column that an example does not have", () => {
    const shipped = densityLinks(shippedExamples);
    const { values, problems } = shipped.decode("#/density?v=1&data=mixture-3d&further=z: 0..1 at 0.25");
    expect(problems.filter(({ key }) => key === "further")).toEqual([]);
    expect(values.further).toEqual([{ name: "z", domain: [0, 1], at: 0.25 }]);
    expect(shipped.decode(`#${shipped.encode(values).split("#").at(-1)!}`).values.further).toEqual(values.further);
    const unknown = shipped.decode("#/density?v=1&data=mixture-3d&further=height: 0..1 at 0.25");
    expect(unknown.problems.filter(({ key }) => key === "further")).toHaveLength(1);
    expect(unknown.values.further).toEqual([{ name: "z", domain: [0, 1], at: 0.7 }]);
  });
});
