import { tickText } from "../../core/numberFormats.ts";
import type { Edges } from "../frame.ts";
import type { ZeroLines } from "../zeroLines.ts";

/** x and y of the text's middle, in pixels. */
export interface ContourLabel {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

interface DrawnContours {
  readonly values: Float64Array;
  readonly counts: readonly [number, number];
  readonly lines: ZeroLines;
  readonly others: ZeroLines;
  readonly levels: readonly number[];
  readonly place: (i: number, j: number) => readonly [x: number, y: number];
  readonly plane: Edges;
  /** Relative to 11 pixels. */
  readonly em?: number;
}

/** In pixels, for figures of 11 pixels. */
const usual = { figureWidth: 6.2, lineHeight: 13, room: 6 };
const leastLabelDistance = 1.5;
const mostPoints = 1500;
const mostPlaces = 60;

/**
 * Labels contours with room for it: at the point farthest from all other lines and labels, in sizes of the label. A
 * label never covers another contour of the same function, and lines of the other function only for want of a better
 * place.
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
  const foreign = scanned(joined(others.map((line) => pointsOf(line, stride, place))));
  const labels: ContourLabel[] = [];
  levels.forEach((level, k) => {
    const own = joined(owned.filter((line) => line.level === k).map(({ points }) => points));
    if (own.length === 0) return;
    const rivals = scanned(joined(owned.filter((line) => line.level !== k).map(({ points }) => points)));
    const text = tickText(level);
    const half = { width: (text.length * figureWidth + room) / 2, height: lineHeight / 2 };
    let best: { readonly at: readonly [number, number]; readonly score: number } | undefined;
    const every = Math.max(1, Math.ceil(own.length / 2 / mostPlaces));
    for (let p = 0; 2 * p < own.length; p += every) {
      const [x, y] = [own[2 * p]!, own[2 * p + 1]!];
      const isInside =
        x - half.width > plane.left &&
        x + half.width < plane.right &&
        y - half.height > plane.top &&
        y + half.height < plane.bottom;
      if (!isInside) continue;
      const covers = labels.some((other) => {
        const wide = half.width + (other.text.length * figureWidth + room) / 2;
        return Math.max(Math.abs(other.x - x) / wide, Math.abs(other.y - y) / lineHeight) < leastLabelDistance;
      });
      if (covers) continue;
      // In halves of the label's size: at 1 it would cover another line.
      const enough = best?.score ?? -Infinity;
      const free = nearest(rivals, { x, y, half, enough: Math.max(1, enough) });
      if (!(free > Math.max(1, enough))) continue;
      const score = Math.min(free, nearest(foreign, { x, y, half, enough }));
      if (score > enough) best = { at: [x, y], score };
    }
    if (best) labels.push({ x: best.at[0], y: best.at[1], text });
  });
  return labels;
}

/** Places are close, so the last nearest point is likely nearest again. */
interface Scanned {
  readonly points: Float64Array;
  from: number;
}

const scanned = (points: Float64Array): Scanned => ({ points, from: 0 });

/** In halves of the label; stops at a point within `enough`. */
function nearest(
  scan: Scanned,
  at: {
    readonly x: number;
    readonly y: number;
    readonly half: { readonly width: number; readonly height: number };
    readonly enough: number;
  },
): number {
  const { x, y, half, enough } = at;
  const { points } = scan;
  const [perWidth, perHeight] = [1 / half.width, 1 / half.height];
  let least = Infinity;
  let k = scan.from;
  for (let left = points.length; left > 0 && least > enough; left -= 2) {
    const distance = Math.max(Math.abs(points[k]! - x) * perWidth, Math.abs(points[k + 1]! - y) * perHeight);
    if (distance < least) {
      least = distance;
      scan.from = k;
    }
    k = k + 2 < points.length ? k + 2 : 0;
  }
  return least;
}

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

function pointsOf(line: Float64Array, stride: number, place: DrawnContours["place"]): Float64Array {
  const points = new Float64Array(2 * Math.ceil(line.length / 2 / stride));
  for (let k = 0; k < points.length; k += 2) points.set(place(line[k * stride]!, line[k * stride + 1]!), k);
  return points;
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
