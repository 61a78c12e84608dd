import { describe, expect, test } from "vitest";
import type { EngineFailure } from "../../../src/engine/outcome.ts";
import { calibrate } from "../../../src/state/presented/budgetInForce.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { gaussianMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { problemsOf } from "../../../src/state/scenario/problems.ts";
import { settled } from "../../../src/state/scenario/sharedFields.ts";
import { boundaryProblems } from "../../../src/studies/boundary/model/problems.ts";
import { boundaryFields } from "../../../src/studies/boundary/model/fields.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { start, curve, own, scenarioProblems, wrongIn } from "./scenarios.ts";

describe("scenarioProblems", () => {
  test("scenarioProblems(a whole scenario) is empty", () => {
    for (const scenario of [start, curve, own]) expect(scenarioProblems(scenario)).toEqual([]);
  });

  const backwards = (name: string, ends: string) => `${name} must end above where it begins; got ${ends}.`;
  const unbounded = (name: string, ends: string) => `${name} needs two distinct ends within ±1e15; got ${ends}.`;

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ x: "" }, "x", "Choose the column of the first input."],
    [{ y: "" }, "y", "Choose the column of the second input."],
    [{ y: "x" }, "y", "Choose a second input other than the first."],
    [{ response: "" }, "response", "Choose the column of the labels."],
    [{ response: "y" }, "response", "Choose a column other than the inputs."],
    [{ positive: "" }, "positive", "Choose the class that counts as positive."],
    [{ domainX: [1, 0] }, "domainX", backwards("The domain", "1 to 0")],
    [{ domainX: [NaN, 1] }, "domainX", unbounded("The domain", "NaN to 1")],
    [{ domainY: [0, Infinity] }, "domainY", unbounded("The domain", "0 to Infinity")],
    [{ domainY: [2, 2] }, "domainY", backwards("The domain", "2 to 2")],
    [{ lengthScale: 0 }, "lengthScale", "ℓ must be between 0.02 and 2; got 0."],
    [{ lengthScale: NaN }, "lengthScale", "ℓ must be between 0.02 and 2; got NaN."],
    [{ penalty: 0 }, "penalty", "λ must be between 0.0001 and 10; got 0."],
    [{ penalty: NaN }, "penalty", "λ must be between 0.0001 and 10; got NaN."],
    [{ draws: 51 }, "draws", "The number of draws must be a whole number from 1 to 50; got 51."],
    [{ draws: NaN }, "draws", "The number of draws must be a whole number from 1 to 50; got NaN."],
  ])("scenarioProblems(%j) names %s, and blocks", (change, parameter, sentence) => {
    expect(wrongIn(change)).toEqual([{ parameter, sentence, blocks: true }]);
  });

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ x: "" }, "x", "Choose the column of the input."],
    [{ response: "" }, "response", "Choose the column of the responses."],
    [{ response: "speed" }, "response", "Choose a column other than the inputs."],
    [{ range: [5, 5] }, "range", backwards("The range", "5 to 5")],
    [{ lossParameter: 1 }, "lossParameter", "The loss’s parameter must be between 0.02 and 0.98; got 1."],
    [{ lossParameter: NaN }, "lossParameter", "The loss’s parameter must be between 0.02 and 0.98; got NaN."],
    [{ loss: "huber", lossParameter: 0 }, "lossParameter", "The loss’s parameter must be between 0.01 and 2; got 0."],
    [
      { loss: "epsilonInsensitive", lossParameter: -1 },
      "lossParameter",
      "The loss’s parameter must be between 0 and 1; got -1.",
    ],
  ])("scenarioProblems(a regression with %j) names %s, and blocks", (change, parameter, sentence) => {
    expect(wrongIn(change, curve)).toEqual([{ parameter, sentence, blocks: true }]);
  });

  test.each<[Partial<BoundaryScenario>, keyof BoundaryScenario, string]>([
    [{ epsilon: 0 }, "epsilon", "ε must be between 0.001 and 50; got 0."],
    [{ epsilon: NaN }, "epsilon", "ε must be between 0.001 and 50; got NaN."],
    [{ delta: 1 }, "delta", "δ must be between 1e-15 and 0.5; got 1."],
    [
      { calibration: "classical", epsilon: 1.5 },
      "calibration",
      "The classical calibration is proved for ε up to 1 only, and ε is 1.5: choose the exact one, or a smaller ε.",
    ],
  ])("scenarioProblems(%j) names %s, and the worker can still be asked", (change, parameter, sentence) => {
    expect(wrongIn(change)).toEqual([{ parameter, sentence, blocks: false }]);
  });

  test("scenarioProblems ignores what does not enter the scenario", () => {
    expect(wrongIn({ range: [1, 0], lossParameter: NaN })).toEqual([]);
    expect(wrongIn({ y: "", positive: "", domainY: [1, 0] }, curve)).toEqual([]);
    expect(wrongIn({ loss: "epsilonInsensitive", lossParameter: 0 }, curve)).toEqual([]);
    expect(wrongIn({ calibration: "classical", epsilon: 1 })).toEqual([]);
  });

  test("settled takes a known seed away in the outside view of one's own data only, so nothing is left to warn of", () => {
    const seeded: BoundaryScenario = { ...own, seed: 7, view: "outside" };
    expect(settled(seeded)).toEqual({ ...seeded, seed: "secure" });
    for (const scenario of [{ ...own, seed: 7 }, { ...start, seed: 7, view: "outside" } as const])
      expect(settled(scenario)).toBe(scenario);
    expect(scenarioProblems(settled(seeded))).toEqual([]);
  });

  test("scenarioProblems accepts the ends of a slider that computes exp(log(end))", () => {
    const { min, max } = boundaryFields.lengthScale.limits;
    expect(wrongIn({ lengthScale: Math.exp(Math.log(min)) * (1 - 1e-15) })).toEqual([]);
    expect(wrongIn({ lengthScale: max * (1 + 1e-15) })).toEqual([]);
  });

  test("problemsOf puts the worker's failure beside its control, and the scenario's own sentence before it", () => {
    const failure: EngineFailure = {
      kind: "parameter",
      parameter: "penalty",
      message: "penalty must be positive and finite; got 0",
    };
    const problems = (change: Partial<BoundaryScenario>, failed?: EngineFailure) => {
      const scenario = { ...start, ...change };
      const calibrated = calibrate(scenario, gaussianMechanism);
      const refused = calibrated instanceof ParameterError ? calibrated : undefined;
      return problemsOf(scenarioProblems(scenario), refused, failed);
    };
    expect(problems({}, failure).get("penalty")).toBe(failure.message);
    expect(problems({ penalty: 0 }, failure).get("penalty")).toBe("λ must be between 0.0001 and 10; got 0.");
    expect(problems({ calibration: "classical", epsilon: 2 }).get("calibration")).toMatch(/^The classical/);
    expect([...problems({})]).toEqual([]);
  });

  test.each([
    ["exact", 10_000, undefined],
    [
      "exact",
      10_001,
      "10,001 records are too many for the exact fit, which takes 10,000: choose the fit on public landmarks.",
    ],
    ["landmarks", 50_000, undefined],
    [
      "landmarks",
      100_000,
      "100,000 records are too many: the exact fit takes 10,000, the fit on landmarks 50,000. Load a random sample of the rows.",
    ],
  ] as const)("boundaryProblems with the %s fit of %i records says %j", (solver, recordCount, sentence) => {
    const records = {
      points: { dimension: 2, coordinates: new Float64Array(2 * recordCount) },
      responses: new Float64Array(recordCount),
      classNames: ["a", "b"],
      droppedCount: 0,
    } as const;
    const problems = boundaryProblems({ ...start, solver }, records);
    expect(problems).toEqual(sentence === undefined ? [] : [{ parameter: "solver", sentence, blocks: false }]);
  });
});
