import type { BoundaryParameters } from "../../../core/erm/boundary/boundaryParameters.ts";
import { typedShares } from "../../../panels/controls/typedGroups.ts";
import { lossParameterOf } from "./fields.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** What the worker is asked for. */
export function requestOf(scenario: BoundaryScenario): BoundaryParameters {
  const {
    task,
    further,
    domainX,
    domainY,
    range,
    kernel,
    lengthScale,
    loss,
    lossParameter,
    penalty,
    solver,
    draws,
    seed,
  } = scenario;
  const plane = task === "classification";
  return {
    domain: [domainX, ...(plane ? [domainY] : []), ...further.map(({ domain }) => domain)],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
    ...(plane ? {} : { responseRange: range }),
    kernel,
    lengthScale,
    loss,
    lossParameter: plane ? lossParameterOf(loss).usual : lossParameter,
    penalty,
    solver,
    ...(scenario.groups !== "" && { groups: typedShares(scenario.levels) }),
    drawCount: draws,
    seed,
    ...(scenario.person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
