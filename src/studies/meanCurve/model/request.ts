import type { MeanCurveParameters } from "../../../core/mean/meanCurveParameters.ts";
import { typedShares } from "../../../panels/controls/typedGroups.ts";
import { centreParameter } from "./centre.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** What the worker is asked for. */
export function requestOf(scenario: MeanCurveScenario): MeanCurveParameters {
  const {
    domain,
    rule,
    kernel,
    noiseKernel,
    range,
    penalty,
    power,
    normBound,
    perPerson,
    person,
    draws,
    seed,
    groups,
    levels,
  } = scenario;
  return {
    domain,
    rule,
    kernel,
    noiseKernel: noiseKernel === "same" ? kernel : noiseKernel,
    range,
    penalty,
    power,
    normBound,
    ...centreParameter(scenario.centre),
    curvesPerPerson: person === "" ? 1 : perPerson,
    drawCount: draws,
    seed,
    ...(groups !== "" && { groups: typedShares(levels) }),
  };
}
