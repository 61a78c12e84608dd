import type { Interval } from "../../../core/grids.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { placeText } from "../../../panels/controls/words.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import type { PlaneWindow } from "../../../plots/zoom.ts";
import type { Place } from "../model/editing.ts";
import { regressionPictureOf } from "./pictures.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryView } from "../model/view.ts";

export function sidesOf({ range }: BoundaryScenario, { axes: [x, y] }: BoundaryView): readonly [Interval, Interval] {
  return [[x!.lower, x!.upper], y ? [y.lower, y.upper] : range];
}

export function planeOf(shown: BoundaryScenario, view: BoundaryView): PlaneWindow {
  if (shown.task === "regression") return regressionPictureOf(shown, view, undefined).domain;
  const [x, y] = sidesOf(shown, view);
  return { x, y };
}

export function gridIndex({ axes }: BoundaryView, place: Place): number {
  const index = axes.map(({ lower, upper, count }, k) =>
    Math.round(((place[k]! - lower) / (upper - lower)) * (count - 1)),
  );
  return index[0]! + (index[1] ?? 0) * axes[0]!.count;
}

/** False also if the domain changed after the pointer moved. */
export function isOnGrid({ axes }: BoundaryView, place: Place): boolean {
  return axes.every(({ lower, upper }, k) => place[k]! >= lower && place[k]! <= upper);
}

export function boundaryReadout(shown: BoundaryScenario, view: BoundaryView, cursor: Place): string {
  const { task, x, y, unitX, unitY, response } = shown;
  const [sideX, sideY] = view.axes.map(({ lower, upper }) => upper - lower) as [number, number | undefined];
  const at = gridIndex(view, cursor);
  const plane = task === "classification";
  const parts = [
    `${x} = ${placeText(cursor[0], unitX, sideX)}${plane ? `, ${y} = ${placeText(cursor[1], unitY, sideY)}` : ""}`,
    `private ${plane ? "f" : response} = ${numberText(view.released[at]!)} ± ${numberText(pointwise95 * view.sigma)}`,
    ...(view.original ? [`original ${numberText(view.original[at]!)}`] : []),
  ];
  return parts.join(" · ");
}
