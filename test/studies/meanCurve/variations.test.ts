import { describe, expect, test } from "vitest";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { exampleScenario } from "../../../src/studies/meanCurve/model/links.ts";
import { exampleOf } from "../../../src/studies/meanCurve/model/scenario.ts";
import { isShown, variationsOf } from "../../../src/studies/meanCurve/model/variations.ts";
import { dataSets, links, own, scenarioProblems, start } from "./scenarios.ts";

describe("variations", () => {
  test.each(dataSets)("%s is one of the variations of its example, or varies from it; each can be drawn", (data) => {
    const { example } = exampleOf(meanCurveExamples, data)!;
    const scenario = { ...start, ...exampleScenario(meanCurveExamples, data) };
    const variations = variationsOf(meanCurveExamples, scenario);
    expect(variations).toHaveLength(example.variations.length);
    for (const { change } of variations) {
      const varied = { ...scenario, ...change };
      expect(scenarioProblems(varied)).toEqual([]);
      expect(variations.filter((variation) => isShown(varied, variation))).toHaveLength(1);
    }
    expect(links.decode(links.encode(scenario)).values).toEqual(scenario);
  });

  test("those of scenario 5 vary ε at δ = 0.1 and δ at ε = 1, and keep the rest as it is now", () => {
    const scenario = {
      ...start,
      ...exampleScenario(meanCurveExamples, "mirshani-5"),
      penalty: 0.3,
    };
    const changes = variationsOf(meanCurveExamples, scenario).map(({ change }) => change);
    expect(changes[0]).toEqual({ epsilon: 5, delta: 0.1 });
    expect(changes.at(-1)).toEqual({ epsilon: 1, delta: 1e-6 });
  });

  test("those of one's own data vary φ", () => {
    expect(variationsOf(meanCurveExamples, own).map(({ change }) => Object.keys(change))).toEqual(
      Array.from({ length: 5 }, () => ["penalty"]),
    );
  });
});
