import type { GridAxis } from "../../core/grids.ts";
import { releasedPolynomialDeviation } from "../../core/bernstein/polynomialDeviation.ts";
import { axisValues, type ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { releasedDeviation } from "../../core/release/file/releasedDeviation.ts";
import { drawnUnit, withUnit } from "../../core/release/file/writtenUnit.ts";
import type { ColumnRange } from "../../core/columnRanges.ts";
import { columnsOfFile } from "../inference/columnMeans.ts";
import { axisName } from "../../plots/axisTicks.ts";
import type { FollowedFunction } from "../postProcessing/whatFollows.ts";
import type { ReleaseLook } from "../study/releaseLook.ts";

/** A function on a regular grid of one or two axes, and one for groups. */
export interface ReleasedFunction extends FollowedFunction {
  readonly grid: readonly GridAxis[];
  readonly valueName: string;
  readonly columns?: readonly ColumnRange[] | undefined;
}

/** Undefined for others, and for numbers too large for a picture. */
export function releasedFunction(file: ReleaseFile): ReleasedFunction | undefined {
  const { view } = file;
  const axes = view.axes.map(axisValues);
  // Uneven points are drawn where they were mapped to.
  const { levels } = view.axes.length > 1 ? view.axes.at(-1)! : {};
  const inner = view.axes.length - (levels ? 1 : 0);
  const isLine = inner === 1 && view.carried !== undefined;
  const isPlain = view.axes.every(
    ({ coordinates }, k) =>
      (coordinates.kind === "regular" || isLine) &&
      axes[k]!.length >= 2 &&
      Number.isFinite(axes[k]!.at(-1)! - axes[k]![0]!),
  );
  if (!isPlain || inner < 1 || inner > 2) return undefined;
  const grid = axes.map((axis) => ({ lower: axis[0]!, upper: axis.at(-1)!, count: axis.length }));
  if (!axes.every((axis) => axis.every((value, i) => i === 0 || value > axis[i - 1]!))) return undefined;
  const released = Float64Array.from(view.values);
  const largest = released.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const halfWidths = view.bands.map((band) => band.halfWidth);
  const widest = view.bands.reduce<(typeof view.bands)[number] | undefined>(
    (most, band) => (most && most.halfWidth >= band.halfWidth ? most : band),
    undefined,
  );
  if (!(Math.max(largest, ...halfWidths) < 1e300)) return undefined;
  const polynomial = releasedPolynomialDeviation(file);
  return {
    names: view.axes.map(({ name, unit }, k) =>
      axisName(name === "" ? `axis ${k + 1}` : name, drawnUnit(unit), [grid[k]!.lower, grid[k]!.upper]),
    ),
    units: view.axes.map(({ unit }) => drawnUnit(unit)),
    axes,
    grid,
    released,
    levels,
    halfWidth: widest?.halfWidth,
    shape: widest?.shape && Float64Array.from(widest.shape),
    deviationOf: releasedDeviation(file) ?? polynomial?.deviationOf,
    pointwiseFactor: polynomial?.factor,
    valueName: valueNameOf(view),
    columns: columnsOfFile(file),
  };
}

export function followedFunction(file: ReleaseFile, { table, density }: ReleaseLook): ReleasedFunction | undefined {
  const shown = table ? undefined : releasedFunction(file);
  return shown && !shown.columns ? { ...shown, isDensity: density } : undefined;
}

/** A density is a share per unit of its axis, as in previews. */
function valueNameOf({ valueName, valueUnit }: ReleaseFile["view"]): string {
  const per = valueName === "density" ? /^1\/([^(]+)$/.exec(valueUnit) : null;
  return per ? `share per ${per[1]!}` : withUnit(valueName === "" ? "value" : valueName, valueUnit);
}

export function columnsOf({ sheet, view: { axes } }: ReleaseFile): readonly string[] | undefined {
  const names = sheet.parameters.find(({ name }) => name === "columns")?.value.split("; ");
  return axes.length === 2 && names?.length === axisValues(axes[0]!).length ? names : undefined;
}
