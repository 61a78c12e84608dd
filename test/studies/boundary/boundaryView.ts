import { boundaryExamples } from "../../../src/studies/boundary/model/examples.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { BoundaryRecords } from "../../../src/core/records/boundaryRecords.ts";
import { boundaryGrid } from "../../../src/core/erm/boundary/boundarySlice.ts";
import type { BoundaryContract } from "../../../src/core/erm/boundaryContract.ts";
import type { BoundaryRelease } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import type { Answer } from "../../../src/state/session/session.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import type { BoundaryView } from "../../../src/studies/boundary/model/view.ts";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import { boundaryLinks } from "../../../src/studies/boundary/model/links.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { shownOf } from "../presenting.ts";

/** f is this at every place of the boundary's domain but where it jumps; no other number here has these digits. */
export const secret = 0.7319;
/** A coordinate of the first record. */
export const secretPlace = 0.13579;

const base = boundaryLinks(boundaryExamples).decode("#/boundary?data=own").values;
const shared = { ...base, x: "length", response: "kind", epsilon: 1, delta: 1e-5, seed: 7 };

export const classScenario: BoundaryScenario = { ...shared, y: "width", positive: "late", penalty: 0.1, draws: 2 };
export const curveScenario: BoundaryScenario = {
  ...shared,
  task: "regression",
  loss: "huber",
  lossParameter: 0.2,
  domainX: [0, 10],
  range: [20, 60],
};

export const classRecords: BoundaryRecords = {
  points: { dimension: 2, coordinates: Float64Array.of(secretPlace, 0.2, 0.8, 0.9, 0.7, 0.1, 0.4, 0.6) },
  responses: Float64Array.of(-1, 1, 1, -1),
  classNames: ["early", "late"],
  droppedCount: 0,
};
export const curveRecords: BoundaryRecords = {
  points: { dimension: 1, coordinates: Float64Array.of(secretPlace, 5, 9) },
  responses: Float64Array.of(21, 43, 55),
  classNames: undefined,
  droppedCount: 0,
};

const common = {
  lipschitz: 1,
  gapTolerance: 1e-9,
  dualityGap: 8.0246e-10,
  rkhsNorm: 4.6802,
  jitter: 1e-9,
  roundingError: 1e-12,
  covarianceError: 0,
  samplingMethod: "spectral",
  clampedCount: 0,
  clampedResponseCount: 0,
  landmarkCount: undefined,
  start: "public" as const,
};

/** f = ±secret, positive to the right of the middle; unit noise 1 and −1. */
const classGrid = boundaryGrid(2);
const inClassGrid = gridPoints(classGrid).coordinates;
const classRelease: BoundaryRelease = {
  ...common,
  estimate: Float64Array.from({ length: inClassGrid.length / 2 }, (_, i) =>
    inClassGrid[2 * i]! > 0.5 ? secret : -secret,
  ),
  unitNoise: [1, -1].map((v) => new Float64Array(inClassGrid.length / 2).fill(v)),
  sensitivity: 0.05,
  exactSensitivity: 0.05,
  recordCount: 4,
  gridCounts: [200, 200],
  simultaneousQuantile: undefined,
  fitted: Float64Array.of(-secret, secret, secret, -secret),
  support: Uint8Array.of(1, 1, 1, 1),
};
const curveRelease: BoundaryRelease = {
  ...common,
  lipschitz: 0.2,
  estimate: new Float64Array(500).fill(secret),
  unitNoise: [new Float64Array(500).fill(1)],
  sensitivity: 0.05,
  exactSensitivity: 0.05,
  recordCount: 3,
  gridCounts: [500],
  simultaneousQuantile: 2.5,
  fitted: new Float64Array(3).fill(secret),
  support: Uint8Array.of(1, 0, 1),
};

/** The answer to a scenario, whose numbers are made up but tell what is private from what is not. */
export function answerTo(scenario: BoundaryScenario): Answer<BoundaryScenario, BoundaryContract> {
  const plane = scenario.task === "classification";
  return {
    scenario,
    release: plane ? classRelease : curveRelease,
    parameters: requestOf(scenario),
    records: plane ? classRecords : curveRecords,
  };
}

/** The view of a scenario; measured, if predictions of the records are given. */
export function viewOf(scenario: BoundaryScenario, heldOut?: Float64Array): BoundaryView {
  const measured = heldOut && { heldOut, landmarkError: undefined };
  return shownOf(study, answerTo(scenario), scenario, measured).view;
}
