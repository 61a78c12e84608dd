import type { Frame } from "./frame.ts";

/**
 * The average of several draws, the original before the last edit, or f′ of an attacker, whose f is the original.
 * Private but for the average.
 */
export interface FurtherLine {
  readonly kind: "average" | "before" | "second";
  /** On the grid of the picture. */
  readonly values: Float64Array;
  readonly pen: FurtherPen;
}

export interface FurtherPen {
  /**
   * With names in a corner.
   *
   * @param trace traces a line's path
   * @param share of the width, for contours
   */
  readonly draw: <L extends Pick<FurtherLine, "kind">>(
    context: CanvasRenderingContext2D,
    lines: readonly L[],
    frame: Pick<Frame, "palette" | "em">,
    corner: { readonly left: number; readonly top: number },
    trace: (line: L) => void,
    share?: number,
  ) => void;
}
