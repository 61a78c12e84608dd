import type { FurtherLine, FurtherPen } from "./furtherLines.ts";
import type { Frame } from "./frame.ts";

const names = { average: "━ average", before: "┈ before", second: "┅ f′" } as const;
const widths = { average: 4, before: 1.8, second: 2 } as const;
const dashes = { average: [], before: [0.1, 4.5], second: [2, 4] } as const;

/** Strokes the traced path; contours, which are many, are thinner. */
function stroke(
  context: CanvasRenderingContext2D,
  kind: FurtherLine["kind"],
  { palette, em = 1 }: Pick<Frame, "palette" | "em">,
  share = 1,
): void {
  context.save();
  context.strokeStyle = kind === "before" ? palette.ink : palette.second;
  context.lineWidth = share * em * widths[kind];
  context.globalAlpha = kind === "average" ? 0.75 : 1;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.setLineDash(dashes[kind].map((dash) => dash * em));
  context.stroke();
  context.restore();
}

/** Names lines in the upper left corner. */
function name(
  context: CanvasRenderingContext2D,
  kinds: readonly FurtherLine["kind"][],
  { palette: { ink, paper, second }, em = 1 }: Pick<Frame, "palette" | "em">,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  context.save();
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.font = `600 ${13 * em}px system-ui, sans-serif`;
  context.strokeStyle = paper;
  context.lineWidth = 4 * em;
  context.lineJoin = "round";
  kinds.forEach((kind, k) => {
    const place = [left + 8 * em, top + (16 + 17 * k) * em] as const;
    context.strokeText(names[kind], ...place);
    context.fillStyle = kind === "before" ? ink : second;
    context.fillText(names[kind], ...place);
  });
  context.restore();
}

export const furtherPen: FurtherPen = {
  draw: (context, lines, frame, corner, trace, share) => {
    for (const line of lines) {
      trace(line);
      stroke(context, line.kind, frame, share);
    }
    const kinds = lines.map(({ kind }) => kind);
    name(context, kinds, frame, corner);
    context.canvas.dataset["further"] = kinds.join(" ");
  },
};
