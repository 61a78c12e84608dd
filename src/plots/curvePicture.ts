import type { AxisUnits } from "./axisTicks.ts";
import type { Extent, Frame } from "./frame.ts";
import type { FurtherLine } from "./furtherLines.ts";
import type { Plane } from "./plane.ts";

export interface OffScale {
  readonly count: number;
  readonly farthest: number;
}

export interface NamedTicks {
  readonly values: readonly number[];
  readonly format: (place: number) => string;
  /** Pixels below the first row. */
  readonly down: (place: number) => number;
}

interface ColumnPen {
  readonly draw: (context: CanvasRenderingContext2D, picture: CurvePicture, frame: Frame, area: Plane) => void;
  readonly ticks: (names: readonly string[], frame: Frame, area: Plane) => NamedTicks;
  readonly svg: (
    picture: CurvePicture,
    area: Plane,
  ) => { readonly marks: readonly string[]; readonly names: readonly string[] };
}

/** A private curve and its surroundings; the outside view passes no true value. */
export interface CurvePicture {
  /** Increasing; evenly spaced unless `uneven`. */
  readonly x: Float64Array;
  readonly uneven?: boolean | undefined;
  readonly release: Float64Array;
  readonly estimate: Float64Array | undefined;
  readonly draws: readonly Float64Array[];
  readonly further?: readonly FurtherLine[] | undefined;
  /** Widest first; `shape` is the share of the half width at each point. */
  readonly bands: readonly {
    readonly name: string;
    readonly halfWidth: number;
    readonly shape?: Float64Array | undefined;
  }[];
  readonly records:
    | {
        readonly kind: "rug";
        readonly values: Float64Array;
        readonly spikes: readonly { readonly value: number; readonly share: number }[];
      }
    | {
        readonly kind: "histogram";
        readonly lower: number;
        readonly width: number;
        readonly densities: Float64Array;
      }
    | {
        readonly kind: "curves";
        readonly values: Float64Array;
        readonly mean: Float64Array;
        /** Vertical axis; curves outside are off scale. */
        readonly extent: Extent;
        readonly above?: OffScale | undefined;
        readonly below?: OffScale | undefined;
      }
    | {
        readonly kind: "scatter";
        readonly x: Float64Array;
        readonly y: Float64Array;
        readonly to: Float64Array | undefined;
        readonly support: Uint8Array | undefined;
        readonly chosen: number | undefined;
      }
    | undefined;
  /** Inside with the true share. */
  readonly pointMasses?:
    | readonly {
        readonly at: number;
        readonly share: number;
        readonly original: number | undefined;
        readonly halfWidth: number;
      }[]
    | undefined;
  /** Separate values, as points with bars. */
  readonly columns?: readonly string[] | undefined;
  readonly columnPen?: ColumnPen | undefined;
  readonly domain: { readonly x: Extent; readonly y: Extent };
  readonly label: { readonly x: string; readonly y: string };
  readonly units?: AxisUnits | undefined;
}
