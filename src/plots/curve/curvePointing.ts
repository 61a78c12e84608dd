import type { PlotArea } from "./curveArea.ts";
import type { CurvePicture } from "../curvePicture.ts";

const scatterReach = 14;

interface Shown {
  readonly picture: CurvePicture;
  readonly area: PlotArea;
}

export function gridPointAt({ picture, area }: Shown, across: number): number {
  const [first, last] = picture.domain.x;
  const value = area.x.invert(across);
  if (picture.uneven === true) return nearestIn(picture.x, value);
  const i = Math.round(((value - first) / (last - first)) * (picture.x.length - 1));
  return Math.min(picture.x.length - 1, Math.max(0, i));
}

/** In data units; undefined outside the plane. */
export function placeIn(area: PlotArea, across: number, down: number): readonly [x: number, y: number] | undefined {
  const within = across >= area.left && across <= area.right && down >= area.top && down <= area.bottom;
  return within ? [area.x.invert(across), area.y.invert(down)] : undefined;
}

/** Undefined out of reach, and for other pictures. */
export function scatterPointAt(
  { picture: { records }, area }: Shown,
  across: number,
  down: number,
): number | undefined {
  if (records?.kind !== "scatter") return undefined;
  const { x, y } = records;
  let nearest: number | undefined;
  let least = scatterReach ** 2;
  for (let i = 0; i < x.length; i++) {
    const distance = (area.x(x[i]!) - across) ** 2 + (area.y(y[i]!) - down) ** 2;
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

function nearestIn(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle;
  }
  return value - values[low]! <= values[high]! - value ? low : high;
}
