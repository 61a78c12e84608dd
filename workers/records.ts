import type { Points } from "../src/core/points.ts";

/** The records of a density. Private. */
export interface PointRecords {
  readonly points: Points;
}

/** The records of a boundary: inputs, and labels ±1 or responses. Private. */
export interface LabelledRecords extends PointRecords {
  readonly responses: Float64Array;
}

/** Curves over one public grid. Private. */
export interface CurveRecords {
  /** Row-major values, shape (n, m). */
  readonly curves: Float64Array;
  /** m. */
  readonly pointCount: number;
  /** A code of the person whose curve it is. Shape (n,). */
  readonly personOf: Int32Array | undefined;
}

/** The records of any study, as they cross to a worker. */
export type StudyRecords = PointRecords | LabelledRecords | CurveRecords;
