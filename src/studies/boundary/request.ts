import type { BoundaryParameters } from "../../core/releases/boundary.ts";
import { lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** What the worker is asked for. */
export function requestOf(scenario: BoundaryScenario): BoundaryParameters {
  const { task, domainX, domainY, range, kernel, lengthScale, loss, lossParameter, penalty, solver, draws, seed } =
    scenario;
  const plane = task === "classification";
  return {
    domain: plane ? [domainX, domainY] : [domainX],
    ...(plane ? {} : { responseRange: range }),
    kernel,
    lengthScale,
    loss,
    lossParameter: plane ? lossParameterOf(loss).usual : lossParameter,
    penalty,
    solver,
    drawCount: draws,
    seed,
  };
}

/** Changes exactly when other records are meant; undefined while the columns are not chosen. */
export function recordsKey({ task, x, y, response, positive }: BoundaryScenario): string | undefined {
  if (x === "" || response === "") return undefined;
  if (task === "regression") return JSON.stringify([task, x, response]);
  return y === "" || positive === "" ? undefined : JSON.stringify([task, x, y, response, positive]);
}

/** Changes exactly when the worker must be asked again: not with ε, δ, calibration, view or what is shown. */
export function requestKey(scenario: BoundaryScenario): string {
  return JSON.stringify([scenario.data, recordsKey(scenario), requestOf(scenario)]);
}
