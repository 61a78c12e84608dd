import { apart } from "./apart.ts";
import type { Svg } from "../freshDrawing.ts";
import { append } from "../svgElements.ts";

export const originalName = { mechanism: "original", label: "original" };

/** Names stand below narrower pictures. */
const narrow = 520;
const rowOfNames = 18;

export function namesBeside(width: number, count: number): { isBelow: boolean; right: number; below: number } {
  if (width >= narrow) return { isBelow: false, right: 172, below: 0 };
  return { isBelow: true, right: 20, below: 8 + rowOfNames * Math.ceil(count / 2) };
}

export function nameLines(
  svg: Svg,
  names: readonly { readonly mechanism: string; readonly label: string }[],
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const columns = width >= 300 ? 2 : 1;
  names.forEach(({ mechanism, label }, i) => {
    const from = x + (i % columns) * (width / columns);
    const at = y + Math.floor(i / columns) * rowOfNames;
    append(svg, "path", {
      class: mechanism === "original" ? "original above" : "even",
      "data-mechanism": mechanism,
      d: `M${from},${at - 4}h12`,
    });
    append(svg, "text", { class: "end-label", "data-mechanism": mechanism, x: from + 17, y: at }, label);
  });
}

const labelHeight = 15;

export function labelEnds(
  svg: Svg,
  ends: readonly { readonly mechanism: string; readonly label: string; readonly y: number }[],
  { x, top, bottom }: { readonly x: number; readonly top: number; readonly bottom: number },
): void {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  const places = apart(
    sorted.map((end) => end.y),
    labelHeight,
    top + 4,
    bottom - 2,
  );
  sorted.forEach(({ mechanism, label, y }, i) => {
    const at = places[i]!;
    append(svg, "path", { class: "leader", "data-mechanism": mechanism, d: `M${x + 3},${y}L${x + 14},${at}` });
    append(svg, "text", { class: "end-label", "data-mechanism": mechanism, x: x + 18, y: at + 4 }, label);
  });
}
