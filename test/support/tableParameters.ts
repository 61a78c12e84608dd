import type { TableReleaseParameters } from "../../src/core/affineHull/fabrication/tableRelease.ts";

/** A release of a table of two columns, for an entry. */
export const tableParameters: TableReleaseParameters = {
  protection: "entry",
  budget: { epsilon: 3, delta: 1e-5, calibration: "analytic" },
  adjacency: 1,
  origin: "corner",
  ranges: [
    [0, 1],
    [0, 1],
  ],
  subspaceDimension: 2,
  depth: 1,
  branches: 1,
  parties: 1,
  steps: 2,
  model: "fabricated",
  testEvery: 0,
  fieldMargin: 0.1,
};

/** What a picture asks for and a release does not. */
export const tablePreview = { epsilon: 3, delta: 0, frames: false, fieldCount: 0, seed: 1 } as const;
