import { createContext } from "react";

/** A record's change of the shown function, by the last edit. Private. */
export interface InfluenceOfOne {
  /** The original before and after, on the grid of the picture. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly kind: "moved" | "added" | "removed";
  /** Its row before and after; empty where there is none. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Lines besides those of a picture; none outside of own data. */
export interface FurtherLinesOfPicture {
  /** Average of several draws. */
  readonly average?: Float64Array | undefined;
  /** The record edited last, until the next change. */
  readonly influence?: InfluenceOfOne | undefined;
}

export const noFurtherLines: FurtherLinesOfPicture = {};

export const FurtherLines = createContext(noFurtherLines);
