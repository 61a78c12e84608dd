import { createContext } from "react";
import type { AttackedLine } from "../../core/release/attacking.ts";

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
  /** Functions between which an attacker guesses. */
  readonly pair?: AttackedLine | undefined;
}

export const noFurtherLines: FurtherLinesOfPicture = {};

export const FurtherLines = createContext(noFurtherLines);

/** Shows the functions of an attacker in the picture; undefined for none. */
export const ShowPair = createContext<(pair: AttackedLine | undefined) => void>(() => {});
