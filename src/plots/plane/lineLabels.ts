import type { ZeroLines } from "../zeroLines.ts";

/** In shares of the plane from its lower left corner. */
interface LabelPlace {
  readonly x: number;
  readonly y: number;
  readonly side: "left" | "right";
}

const mostPoints = 80;
const margin = { x: 0.02, y: 0.05 };

/**
 * Places of names for each family of lines, farthest from the others' lines; undefined outside the plane.
 *
 * @param families in units of a grid, as from `levelLines`
 * @param nameShare width of a name as a share of the plane
 */
export function labelPlaces(
  families: readonly ZeroLines[],
  [nx, ny]: readonly [number, number],
  nameShare: number,
): readonly (LabelPlace | undefined)[] {
  const points = families.map((lines) => pointsOf(lines, nx, ny));
  return points.map((own, k) => {
    const others = points.flatMap((each, j) => (j === k ? [] : each));
    let best: { readonly place: LabelPlace; readonly distance: number } | undefined;
    for (const [x, y] of own) {
      if (y < margin.y || y > 1 - margin.y) continue;
      for (const side of ["right", "left"] as const) {
        const middle = x + (side === "right" ? 0.5 : -0.5) * nameShare;
        const end = side === "right" ? x + nameShare : x - nameShare;
        if (end < margin.x || end > 1 - margin.x) continue;
        const distance = Math.min(1, nearest(others, middle, y), 2 * nearest(own, middle, y));
        if (!best || distance > best.distance) best = { place: { x, y, side }, distance };
      }
    }
    return best?.place;
  });
}

function pointsOf(lines: ZeroLines, nx: number, ny: number): readonly (readonly [number, number])[] {
  const count = lines.reduce((sum, line) => sum + line.length / 2, 0);
  const stride = Math.max(1, Math.ceil(count / mostPoints));
  return lines.flatMap((line) => {
    const points: [number, number][] = [];
    for (let k = 0; 2 * k < line.length; k += stride)
      points.push([line[2 * k]! / (nx - 1), line[2 * k + 1]! / (ny - 1)]);
    return points;
  });
}

function nearest(points: readonly (readonly [number, number])[], x: number, y: number): number {
  return Math.sqrt(points.reduce((least, [a, b]) => Math.min(least, (a - x) ** 2 + (b - y) ** 2), Infinity));
}
