import type { BoundaryParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";

/** A boundary in the unit square, by a support vector machine. */
export const unitBoundary = {
  domain: [
    [0, 1],
    [0, 1],
  ],
  kernel: "gaussian",
  lengthScale: 0.3,
  loss: "hinge",
  lossParameter: 0.5,
  penalty: 0.1,
  solver: "exact",
  drawCount: 1,
  seed: 1,
} as const satisfies BoundaryParameters;
