import { tickText } from "../core/numberFormats.ts";
import type { ZeroLines } from "./zeroLines.ts";

/** The value of a contour, written where its line is left free by the others; the middle of the text, in pixels. */
export interface ContourLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Contours on the screen. */
export interface DrawnContours {
  readonly values: Float64Array;
  /** Points of the grid along each axis. */
  readonly counts: readonly [number, number];
  /** In units of the grid, as `levelLines` gives them. */
  readonly lines: ZeroLines;
  /** Lines of another function, which labels keep away from as well. */
  readonly others: ZeroLines;
  readonly levels: readonly number[];
  /** Where a point of the grid is drawn, in pixels. */
  readonly place: (i: number, j: number) => readonly [x: number, y: number];
  /** Within which labels stand. */
  readonly plane: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  /** How large figures are, in those of 11 pixels; 1 if absent. */
  readonly em?: number;
}

/** In pixels: of a figure of 11 pixels, and of a line of them, with room around it. */
const usual = { figureWidth: 6.2, lineHeight: 13, room: 6 };
/** How many points of all lines, and of one level, are looked at. */
const mostPoints = 1500;
const mostPlaces = 60;

/**
 * One label for each contour that leaves room for it: at the point of its line from which all other lines and labels are
 * farthest, in sizes of the label. It never covers another contour of the same function; lines of the other function, which have
 * their own key, only where there is no better place.
 */
export function contourLabels({
  values,
  counts: [nx],
  lines,
  others,
  levels,
  place,
  plane,
  em = 1,
}: DrawnContours): readonly ContourLabel[] {
  const [figureWidth, lineHeight, room] = [em * usual.figureWidth, em * usual.lineHeight, em * usual.room];
  const total = [...lines, ...others].reduce((sum, line) => sum + line.length / 2, 0);
  const stride = Math.max(1, Math.round(total / mostPoints));
  const owned = lines.map((line) => ({
    level: levelOf(line, values, nx, levels),
    points: pointsOf(line, stride, place),
  }));
  const foreign = others.flatMap((line) => pointsOf(line, stride, place));
  const labels: ContourLabel[] = [];
  levels.forEach((level, k) => {
    const own = owned.filter((line) => line.level === k).flatMap(({ points }) => points);
    if (own.length === 0) return;
    const rivals = owned.filter((line) => line.level !== k).flatMap(({ points }) => points);
    const text = tickText(level);
    const half = { width: (text.length * figureWidth + room) / 2, height: lineHeight / 2 };
    let best: { readonly at: readonly [number, number]; readonly score: number } | undefined;
    const every = Math.max(1, Math.ceil(own.length / mostPlaces));
    for (let p = 0; p < own.length; p += every) {
      const [x, y] = own[p]!;
      const isInside =
        x - half.width > plane.left &&
        x + half.width < plane.right &&
        y - half.height > plane.top &&
        y + half.height < plane.bottom;
      if (!isInside) continue;
      // In halves of the label's width and height: below 1 it would cover another line.
      const apart = (bx: number, by: number, wide: number, high: number) =>
        Math.max(Math.abs(bx - x) / wide, Math.abs(by - y) / high);
      const nearest = (points: readonly (readonly [number, number])[]) =>
        points.reduce((least, [bx, by]) => Math.min(least, apart(bx, by, half.width, half.height)), Infinity);
      let free = nearest(rivals);
      for (const other of labels) {
        const wide = half.width + (other.text.length * figureWidth + room) / 2;
        if (apart(other.x, other.y, wide, lineHeight) < 1) free = 0;
      }
      if (!(free > 1)) continue;
      const score = Math.min(free, nearest(foreign));
      if (!best || score > best.score) best = { at: [x, y], score };
    }
    if (best) labels.push({ x: best.at[0], y: best.at[1], text });
  });
  return labels;
}

/** Which level a line is of: the nearest one to the values that it passes between. */
function levelOf(line: Float64Array, values: Float64Array, nx: number, levels: readonly number[]): number {
  const [x, y] = [line[0]!, line[1]!];
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const at = i + j * nx;
  const share = x - i + (y - j);
  const value = values[at]! + (share === 0 ? 0 : share * (values[x > i ? at + 1 : at + nx]! - values[at]!));
  let nearest = 0;
  levels.forEach((level, k) => {
    if (Math.abs(level - value) < Math.abs(levels[nearest]! - value)) nearest = k;
  });
  return nearest;
}

function pointsOf(
  line: Float64Array,
  stride: number,
  place: DrawnContours["place"],
): readonly (readonly [number, number])[] {
  const points: (readonly [number, number])[] = [];
  for (let k = 0; 2 * k < line.length; k += stride) points.push(place(line[2 * k]!, line[2 * k + 1]!));
  return points;
}
