import type { DrawSum } from "../../core/release/scale.ts";
import type { FurtherLine } from "../furtherLines.ts";
import type { PlaneWords } from "../plane.ts";

export type BoundaryKind = "original" | "private" | "draw";

export type Boundary =
  | { readonly values: Float64Array; readonly kind: Exclude<BoundaryKind, "draw"> }
  | { readonly values: Float64Array | DrawSum; readonly kind: "draw" };

/** The outside view passes no true value. */
export interface BoundaryPicture extends PlaneWords {
  readonly counts: readonly [number, number];
  /** v has the colour `level(scale·v)` of a scale from 0 to 1 that diverges at ½. */
  readonly field: { readonly values: Float64Array; readonly scale: number; readonly level: Level } | undefined;
  /** For a drawing without a key. */
  readonly sides?: readonly [below: string, above: string] | undefined;
  /** In the order of painting. */
  readonly boundaries: readonly Boundary[];
  /** Their zeros are drawn over all. */
  readonly further?: readonly FurtherLine[] | undefined;
  readonly points:
    | {
        /** x and y in turn, in units of the domain. */
        readonly coordinates: Float64Array;
        /** ±1. */
        readonly labels: Float64Array;
        readonly support: Uint8Array | undefined;
        readonly chosen: number | undefined;
      }
    | undefined;
  readonly cursor: readonly [x: number, y: number] | undefined;
}

/** Increasing from 0 to 1, nearly constant beyond ±4. */
export type Level = (standardised: number) => number;

export const clampedLevel: Level = (z) => 0.5 + 0.5 * Math.max(-1, Math.min(1, z));
