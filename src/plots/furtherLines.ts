import type { Frame } from "./frame.ts";

/**
 * A line besides those of a picture: the average of several draws, the original before the last edit, or f′ of an
 * attacker, whose f is the original. Private but for the average.
 */
export interface FurtherLine {
  readonly kind: "average" | "before" | "second";
  /** On the grid of the picture. */
  readonly values: Float64Array;
  readonly pen: FurtherPen;
}

export interface FurtherPen {
  /** @param share of the width, for contours */
  readonly stroke: (
    context: CanvasRenderingContext2D,
    kind: FurtherLine["kind"],
    frame: Pick<Frame, "palette" | "em">,
    share?: number,
  ) => void;
  readonly name: (
    context: CanvasRenderingContext2D,
    kinds: readonly FurtherLine["kind"][],
    frame: Pick<Frame, "palette" | "em">,
    corner: { readonly left: number; readonly top: number },
  ) => void;
}

/** @param trace traces the path of a line */
export function drawFurther<L extends Pick<FurtherLine, "kind" | "pen">>(
  context: CanvasRenderingContext2D,
  lines: readonly L[] = [],
  frame: Pick<Frame, "palette" | "em">,
  corner: { readonly left: number; readonly top: number },
  trace: (line: L) => void,
  share?: number,
): void {
  for (const line of lines) {
    trace(line);
    line.pen.stroke(context, line.kind, frame, share);
  }
  const kinds = lines.map(({ kind }) => kind);
  lines[0]?.pen.name(context, kinds, frame, corner);
  const { dataset } = context.canvas;
  if (kinds.length > 0 || dataset["further"]) dataset["further"] = kinds.join(" ");
}
