import type { BoundaryParameters } from "../../../core/erm/boundary/boundaryParameters.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { mostRecordsOf } from "../../../state/scenario/sharedFields.ts";
import { lossParameterOf } from "./fields.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function requestOf(scenario: BoundaryScenario): BoundaryParameters {
  const { task, further, domainX, domainY, range, loss, lossParameter, groups, levels, person, perPerson } = scenario;
  const plane = task === "classification";
  return {
    ...pick(scenario, "kernel", "lengthScale", "loss", "penalty", "solver", "seed"),
    domain: [domainX, ...(plane ? [domainY] : []), ...further.map(({ domain }) => domain)],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
    ...(plane ? {} : { responseRange: range }),
    lossParameter: plane ? lossParameterOf(loss).usual : lossParameter,
    ...(groups !== "" && { groups: typedShares(levels) }),
    ...mostRecordsOf(scenario),
    drawCount: scenario.draws,
    ...(person !== "" && { recordsPerPerson: perPerson }),
  };
}
