import type { FabricationRequest } from "../../../core/affineHull/fabricationContract.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { mostRecordsOf } from "../../../state/scenario/sharedFields.ts";
import type { FabricationScenario } from "./scenario.ts";

const [fieldCount, fieldMargin] = [100, 0.15];

/** p. */
export function columnCount({ further }: Pick<FabricationScenario, "further">): number {
  return 2 + further.length;
}

export function entriesOfPerson(scenario: Pick<FabricationScenario, "further" | "person" | "perPerson">): number {
  return columnCount(scenario) * (scenario.person === "" ? 1 : scenario.perPerson);
}

export function columnNames({ x, y, further }: Pick<FabricationScenario, "x" | "y" | "further">): readonly string[] {
  return [x, y, ...further.map(({ name }) => name)];
}

export function requestOf(scenario: FabricationScenario): FabricationRequest {
  const { protection, delta, adjacency, atom, domainX, domainY, further, sharing, tolerance, person } = scenario;
  const entry = protection === "entry";
  const subspaceDimension = Math.min(scenario.subspaceDimension, columnCount(scenario));
  return {
    ...pick(scenario, "protection", "epsilon", "origin", "branches", "parties", "steps", "model", "testEvery", "seed"),
    delta: entry && atom !== "delta" ? 0 : delta,
    adjacency: entry ? adjacency : 1,
    ...(entry && atom === "staircase" && { staircase: true }),
    ranges: [domainX, domainY, ...further.map(({ domain }) => domain)],
    ...(further.length > 0 && { heldAt: further.map(({ at }) => at) }),
    subspaceDimension,
    depth: Math.min(scenario.depth, subspaceDimension),
    ...mostRecordsOf(scenario),
    ...(sharing !== "rows" && { sharing }),
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
    ...(tolerance !== "none" && { tolerancePerRow: tolerance }),
    fieldCount,
    fieldMargin,
    frames: true,
    drawCount: 1,
  };
}
