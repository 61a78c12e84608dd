import type { FabricationRequest } from "../../core/releases/fabricationContract.ts";
import type { FabricationScenario } from "./scenario.ts";

/** Points along each axis of the field, and how far it goes beyond the ranges. */
const [fieldCount, fieldMargin] = [100, 0.15];

/** What the worker is asked for. */
export function requestOf(scenario: FabricationScenario): FabricationRequest {
  const { protection, epsilon, delta, adjacency, atom, domainX, domainY, subspaceDimension, depth } = scenario;
  const { origin, branches, parties, steps, tolerance, model, testEvery, seed } = scenario;
  const entry = protection === "entry";
  return {
    protection,
    epsilon,
    delta: entry && atom === "none" ? 0 : delta,
    adjacency: entry ? adjacency : 1,
    ranges: [domainX, domainY],
    origin,
    subspaceDimension,
    depth: Math.min(depth, subspaceDimension),
    branches,
    parties,
    steps,
    ...(tolerance !== "none" && { tolerancePerRow: tolerance }),
    model,
    testEvery,
    fieldCount,
    fieldMargin,
    frames: true,
    seed,
    drawCount: 1,
  };
}
