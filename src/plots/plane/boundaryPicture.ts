import type { DrawSum } from "../../core/release/scale.ts";
import type { AxisUnits } from "../axisTicks.ts";
import type { Extent } from "../frame.ts";
import type { PlaneWindow } from "../zoom.ts";

/** "before": the original before a hand changed a record. */
export type BoundaryKind = "original" | "private" | "draw" | "before";

/** A field whose zeros are drawn; of further draws nothing else is, so that they may come as sums. */
export type Boundary =
  | { readonly values: Float64Array; readonly kind: Exclude<BoundaryKind, "draw"> }
  | { readonly values: Float64Array | DrawSum; readonly kind: "draw" };

/** What is drawn of a decision function. What is absent is not drawn: the outside view passes no true value. */
export interface BoundaryPicture {
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Extent; readonly y: Extent };
  /** The part of the domain that is shown; all of it if absent. */
  readonly window?: PlaneWindow | undefined;
  readonly label: { readonly x: string; readonly y: string };
  readonly units?: AxisUnits;
  /** Colours: a value v is drawn at `level(scale·v)` of a scale from 0 to 1 that diverges at ½. */
  readonly field: { readonly values: Float64Array; readonly scale: number; readonly level: Level } | undefined;
  /** What stands on the sides of the private boundary, for a drawing that has no key beside it. */
  readonly sides?: readonly [below: string, above: string] | undefined;
  /** Fields whose zeros are drawn, in the order in which they are painted. */
  readonly boundaries: readonly Boundary[];
  readonly points:
    | {
        /** x and y in turn, in units of the domain. */
        readonly coordinates: Float64Array;
        /** ±1. */
        readonly labels: Float64Array;
        /** 1 where a ring marks a support vector. */
        readonly support: Uint8Array | undefined;
        /** The point that is held or chosen. */
        readonly chosen: number | undefined;
      }
    | undefined;
  /** A crosshair, in units of the domain. */
  readonly cursor: readonly [x: number, y: number] | undefined;
}

/** An increasing function with values from 0 to 1, as good as constant below −4 and above 4; one function for all frames. */
export type Level = (standardised: number) => number;
