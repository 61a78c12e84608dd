import { columnPen } from "../../plots/curve/columnMarks.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { clampedLevel, type BoundaryPicture } from "../../plots/plane/boundaryPicture.ts";
import type { CurvePicture } from "../../plots/curvePicture.ts";
import { boundarySvg } from "../../plots/plane/boundarySvg.ts";
import { boundariesSvg, curvesSvg, type GroupPicture, type GroupPlane } from "../../plots/small/curvesSvg.ts";
import { tableSvg } from "../../plots/plane/tableSvg.ts";
import type { TablePicture } from "../../plots/plane/tablePlot.ts";
import { fieldSvg } from "../../plots/plane/fieldSvg.ts";
import { curveSvg } from "../../plots/curve/curveSvg.ts";
import type { FieldPicture } from "../../plots/plane/fieldPlot.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { partOf } from "../postProcessing/whatFollows.ts";
import { fullestValue, sidesIn } from "./classSides.ts";
import { columnsOf, releasedFunction, type ReleasedFunction } from "./releasedFunction.ts";
import type { ReleaseLook } from "../study/releaseLook.ts";
import { drawnUnit } from "../../core/release/file/writtenUnit.ts";
import { planeOf } from "../../core/grids.ts";
import { axisName } from "../../plots/axisTicks.ts";
import { unitsOfColumns } from "../study/releaseWords.ts";

export type ReleasedPicture =
  | { readonly kind: "curve"; readonly picture: CurvePicture }
  | { readonly kind: "groups"; readonly groups: readonly GroupPicture[] }
  | { readonly kind: "planes"; readonly groups: readonly GroupPlane[] }
  | { readonly kind: "field"; readonly picture: FieldPicture }
  | { readonly kind: "boundary"; readonly picture: BoundaryPicture }
  | {
      readonly kind: "table";
      readonly picture: TablePicture;
      readonly columns: readonly string[];
      readonly rows: Float64Array;
    };

export function releasedPicture(file: ReleaseFile, look: ReleaseLook): ReleasedPicture | undefined {
  if (look.table) return tableOf(file, columnsOf(file));
  const shown = releasedFunction(file);
  if (!shown) return undefined;
  if (shown.levels && shown.axes.length === 3) return { kind: "planes", groups: planesOf(file, shown, shown.levels) };
  if (shown.levels) return { kind: "groups", groups: groupsOf(file, shown, shown.levels) };
  if (shown.grid.length === 1) return { kind: "curve", picture: curveOf(file, shown) };
  return look.boundary
    ? { kind: "boundary", picture: boundaryOf(file, shown) }
    : { kind: "field", picture: fieldOf(file, shown) };
}

export function releasedSvg(drawn: ReleasedPicture): string {
  if (drawn.kind === "curve") return curveSvg(drawn.picture);
  if (drawn.kind === "groups") return curvesSvg(drawn.groups);
  if (drawn.kind === "planes") return boundariesSvg(drawn.groups);
  if (drawn.kind === "table") return tableSvg(drawn.picture);
  return drawn.kind === "field" ? fieldSvg([drawn.picture]) : boundarySvg(drawn.picture);
}

/** @param first index of the first value in the file; all if absent */
function curveOf(
  { view }: ReleaseFile,
  { axes, grid, released, names, units, valueName, columns }: ReleasedFunction,
  first?: number,
): CurvePicture {
  const bands = view.bands
    .map(({ name, halfWidth, shape: all }) => {
      const shape = all && Float64Array.from(first === undefined ? all : all.slice(first, first + released.length));
      return { name, halfWidth, shape };
    })
    .sort((a, b) => b.halfWidth - a.halfWidth);
  const [{ lower, upper }] = grid as [ReleasedFunction["grid"][number]];
  return {
    x: axes[0]!,
    uneven: columns !== undefined || view.axes[0]!.coordinates.kind === "points",
    columns: columns?.map(({ name }) => name),
    columnPen: columns && columnPen,
    release: released,
    estimate: undefined,
    draws: [],
    bands,
    records: undefined,
    pointMasses: view.beside?.flatMap(({ at, value, halfWidth }) =>
      at === undefined ? [] : [{ at, share: value, original: undefined, halfWidth }],
    ),
    domain: {
      x: columns ? [lower - 0.5, upper + 0.5] : [lower, upper],
      y: heightOf(released, bands[0]?.halfWidth ?? 0),
    },
    label: { x: names[0]!, y: valueName },
    units: units && { x: units[0]! },
  };
}

function groupsOf(file: ReleaseFile, shown: ReleasedFunction, levels: readonly string[]): readonly GroupPicture[] {
  const { domain } = curveOf(file, shown);
  return levels.map((title, k) => ({
    title,
    picture: { ...curveOf(file, { ...shown, ...partOf(shown, k) }, k * shown.axes[0]!.length), domain },
  }));
}

function planesOf(file: ReleaseFile, shown: ReleasedFunction, levels: readonly string[]): readonly GroupPlane[] {
  return levels.map((title, k) => ({ title, picture: boundaryOf(file, { ...shown, ...partOf(shown, k) }) }));
}

/** The whole band, unless it exceeds the curve by the curve's height. */
function heightOf(values: Float64Array, halfWidth: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const room = Math.min(high - low, halfWidth);
  return [low - room - 0.02 * (high - low), high + room + 0.02 * (high - low)];
}

function namedPlane({ grid, names, units }: ReleasedFunction) {
  return {
    ...planeOf(grid),
    label: { x: names[0]!, y: names[1]! },
    units: units && { x: units[0]!, y: units[1]! },
  };
}

function fieldOf({ view }: ReleaseFile, shown: ReleasedFunction): FieldPicture {
  const highest = shown.released.reduce((most, value) => Math.max(most, value), 0);
  return {
    ...namedPlane(shown),
    title: view.title.slice(0, 60),
    values: shown.released,
    contour: "private",
    colourUpper: niceUpper(highest),
    over: undefined,
    points: undefined,
  };
}

function tableOf({ view, sheet }: ReleaseFile, columns: readonly string[] | undefined): ReleasedPicture | undefined {
  if (!columns || columns.length < 2) return undefined;
  const p = columns.length;
  const rows = Float64Array.from(view.values);
  const coordinates = Float64Array.from({ length: (2 * rows.length) / p }, (_, k) => rows[(k >> 1) * p + (k % 2)]!);
  const extentOf = (axis: 0 | 1): readonly [number, number] => {
    let [low, high] = [Infinity, -Infinity];
    for (let k = axis; k < coordinates.length; k += 2) {
      low = Math.min(low, coordinates[k]!);
      high = Math.max(high, coordinates[k]!);
    }
    if (!(high > low)) [low, high] = [low - 1, high + 1];
    const room = 0.04 * (high - low);
    return [low - room, high + room];
  };
  const domain = { x: extentOf(0), y: extentOf(1) };
  const units = sheet.parameters.find(({ name }) => name === unitsOfColumns)?.value.split("; ") ?? [];
  const [x, y] = [0, 1].map((k) => drawnUnit(units[k] ?? "")) as [string, string];
  return {
    kind: "table",
    columns,
    rows,
    picture: {
      title: "",
      domain,
      ranges: domain,
      label: { x: axisName(columns[0]!, x, domain.x), y: axisName(columns[1]!, y, domain.y) },
      units: { x, y },
      field: undefined,
      clouds: [{ kind: "fabricated", coordinates, classOf: undefined }],
      cursor: undefined,
    },
  };
}

function boundaryOf(file: ReleaseFile, shown: ReleasedFunction): BoundaryPicture {
  const values = shown.released;
  return {
    ...namedPlane(shown),
    sides: sidesIn(file),
    field: { values, scale: 1 / fullestValue(file), level: clampedLevel },
    boundaries: [{ values, kind: "private" }],
    points: undefined,
    cursor: undefined,
  };
}
