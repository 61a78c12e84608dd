import type { MeanCurveParameters } from "../../core/releases/meanCurve.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** What the worker is asked for. */
export function requestOf(scenario: MeanCurveScenario): MeanCurveParameters {
  const { domain, rule, kernel, noiseKernel, range, penalty, power, normBound, perPerson, person, draws, seed } =
    scenario;
  return {
    domain,
    rule,
    kernel,
    noiseKernel: noiseKernel === "same" ? kernel : noiseKernel,
    range,
    penalty,
    power,
    normBound,
    curvesPerPerson: person === "" ? 1 : perPerson,
    drawCount: draws,
    seed,
  };
}

/** Changes exactly when other curves are meant; undefined while the columns are not chosen. */
export function recordsKey(scenario: MeanCurveScenario): string | undefined {
  const { shape, curve, time, value, person, firstRow, domain, points, perPerson } = scenario;
  if (shape === "long" && (curve === "" || time === "" || value === "")) return undefined;
  return JSON.stringify([shape, curve, time, value, person, firstRow, domain, points, person === "" ? 1 : perPerson]);
}

/** Changes exactly when the worker must be asked again: not with ε, δ, calibration, view or what is shown. */
export function requestKey(scenario: MeanCurveScenario): string {
  return JSON.stringify([scenario.data, recordsKey(scenario), requestOf(scenario)]);
}
