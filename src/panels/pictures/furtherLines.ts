import { createContext } from "react";
import type { InfluenceOfOne } from "./influence.ts";

/** Lines besides those of a picture; none outside of own data. */
export interface FurtherLinesOfPicture {
  /** Average of several draws. */
  readonly average?: Float64Array | undefined;
  /** The record edited last, until the next change. */
  readonly influence?: InfluenceOfOne | undefined;
}

export const noFurtherLines: FurtherLinesOfPicture = {};

export const FurtherLines = createContext(noFurtherLines);
