import type { Points } from "../src/core/points.ts";

/** The records of a density. Private. */
export interface PointRecords {
  readonly points: Points;
}

/** The records of a boundary: inputs, and labels ±1 or responses. Private. */
export interface LabelledRecords extends PointRecords {
  readonly responses: Float64Array;
}

/** The records of any study, as they cross to a worker. */
export type StudyRecords = PointRecords | LabelledRecords;
