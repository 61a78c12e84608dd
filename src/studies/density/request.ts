import type { DensityParameters } from "../../core/releases/density.ts";
import type { DensityScenario } from "./scenario.ts";

/** What the worker is asked for. In one dimension, and on the Sobolev route, the kernel has no correlation. */
export function requestOf(scenario: DensityScenario): DensityParameters {
  const { y, domainX, domainY, h, hy, correlation, route, relativeRate, draws, seed, person } = scenario;
  const plane = y !== "";
  return {
    domain: plane ? [domainX, domainY] : [domainX],
    bandwidths: plane ? [h, hy] : [h],
    correlation: plane && route === "gaussian" ? correlation : 0,
    route,
    relativeRate: route === "sobolev" ? relativeRate : 1,
    drawCount: draws,
    seed,
    ...(person !== "" && { recordsPerPerson: scenario.perPerson }),
  };
}
