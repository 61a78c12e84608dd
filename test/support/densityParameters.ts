import type { DensityParameters } from "../../src/core/density/densityParameters.ts";

/** A private density on the unit interval, as plain as it can be. */
export const unitDensity: DensityParameters = {
  domain: [[0, 1]],
  bandwidths: [0.1],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  drawCount: 1,
  seed: 1,
};

/** Fifty records, evenly spread. */
export const fiftyRecords = {
  points: { dimension: 1, coordinates: Float64Array.from({ length: 50 }, (_, i) => i / 50) },
  droppedCount: 0,
};
