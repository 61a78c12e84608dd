import type { GridAxis } from "../../core/grids.ts";
import { axisValues } from "../../core/releaseFile/releaseFile.ts";
import type { ReleaseFile } from "../../core/releaseFile/releaseFile.ts";
import type { FollowedFunction } from "../follows/whatFollows.ts";

/**
 * What a release file shows, as a function on a regular grid of one or two axes; undefined where it is something else,
 * such as a table, or where its numbers are too far apart for a picture.
 */
export interface ReleasedFunction extends FollowedFunction {
  readonly grid: readonly GridAxis[];
  readonly valueName: string;
}

/** Names as a person reads them, with their units. */
export function withUnit(name: string, unit: string): string {
  return unit === "" ? name : `${name} (${unit})`;
}

export function releasedFunction({ view }: ReleaseFile): ReleasedFunction | undefined {
  const grid = view.axes.map(({ coordinates }) => coordinates);
  const plain = grid.every(
    (axis) => axis.kind === "regular" && axis.count >= 2 && Number.isFinite(axis.upper - axis.lower),
  );
  if (!plain || grid.length < 1 || grid.length > 2) return undefined;
  const axes = view.axes.map(axisValues);
  if (!axes.every((axis) => axis.every((value, i) => i === 0 || value > axis[i - 1]!))) return undefined;
  const released = Float64Array.from(view.values);
  const largest = released.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const halfWidths = view.bands.map((band) => band.halfWidth);
  if (!(Math.max(largest, ...halfWidths) < 1e300)) return undefined;
  return {
    names: view.axes.map(({ name, unit }, k) => withUnit(name === "" ? `axis ${k + 1}` : name, unit)),
    axes,
    grid: grid as unknown as readonly GridAxis[],
    released,
    halfWidth: halfWidths.length === 0 ? undefined : Math.max(...halfWidths),
    valueName: withUnit(view.valueName === "" ? "value" : view.valueName, view.valueUnit),
  };
}
