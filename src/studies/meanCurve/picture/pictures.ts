import type { GridAxis } from "../../../core/grids.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { valuesOf } from "../../../core/release/scale.ts";
import { slopeUnit } from "../../../core/release/file/writtenUnit.ts";
import { columnPen } from "../../../plots/curve/columnMarks.ts";
import type { CurvePicture, OffScale } from "../../../plots/curvePicture.ts";
import type { Extent } from "../../../plots/frame.ts";
import { axisName } from "../../../plots/axisTicks.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import type { MeanCurveView } from "../model/view.ts";
import { separateColumns } from "../model/separateColumns.ts";
import { hasSlopes, slopesOf } from "../model/functionals.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";

export function meanCurvePictureOf(scenario: MeanCurveScenario, view: MeanCurveView): CurvePicture {
  return scenario.show === "slope" && hasSlopes(scenario, view)
    ? slopePictureOf(scenario, view)
    : meanPictureOf(scenario, view);
}

export function meanPictureOf(scenario: MeanCurveScenario, view: MeanCurveView): CurvePicture {
  const { inside, original, released, axes } = view;
  const others = view.others.map(valuesOf);
  const [{ lower, upper }] = axes as [GridAxis];
  const { band } = scenario;
  const names = namesOf(scenario);
  const bands = [
    { name: "simultaneous", halfWidth: view.simultaneous ?? 0 },
    { name: "pointwise", halfWidth: pointwise95 * view.sigma },
  ].filter(({ name }) => band === "both" || band === name);
  const cloud = inside && scenario.records === "curves" ? cloudOf(inside.records.curves, inside.rawMean) : undefined;
  const limits = inside && cloudOf(inside.records.curves, inside.rawMean).limits;
  const plainMean = limits ? [inside.rawMean.filter((value) => value >= limits[0] && value <= limits[1])] : [];
  const lines = extentOf([released, ...others, ...(original ? [original] : []), ...plainMean]);
  const truth = inside && extentOf([...plainMean, ...(original ? [original] : [])]);
  const kept = truth ? within(lines, truth) : lines;
  const extent = cloud ? extentOf([Float64Array.of(...kept, ...cloud.extent)]) : kept;
  const y = withRoom(extent, bands, truth);
  const columns = separateColumns(scenario)?.map(({ name }) => name);
  return {
    x: coordinatesOf(axes)[0]!,
    ...(columns && { columns, columnPen, uneven: true }),
    release: released,
    estimate: original,
    draws: others,
    bands,
    records: cloud && stretched(cloud, y),
    domain: { x: columns ? [lower - 0.5, upper + 0.5] : [lower, upper], y },
    label: { x: axisName(names.x, scenario.unitX, [lower, upper]), y: axisName(names.y, scenario.unitY) },
    units: { x: scenario.unitX, y: scenario.unitY },
  };
}

/** No simultaneous band is known for slopes. */
function slopePictureOf(scenario: MeanCurveScenario, view: MeanCurveView): CurvePicture {
  const { times, slopes, standardDeviation } = slopesOf(scenario, view);
  const release = slopes(view.released);
  const draws = view.others.map((draw) => slopes(valuesOf(draw)));
  const estimate = view.original && slopes(view.original);
  const bands = scenario.band === "none" ? [] : [{ name: "pointwise", halfWidth: pointwise95 * standardDeviation }];
  const { x, y } = namesOf(scenario);
  const { unitX, unitY } = scenario;
  return {
    x: times,
    release,
    estimate,
    draws,
    bands,
    records: undefined,
    domain: {
      x: [times[0]!, times.at(-1)!],
      y: withRoom(extentOf([release, ...draws, ...(estimate ? [estimate] : [])]), bands),
    },
    label: { x: axisName(x, unitX, [times[0]!, times.at(-1)!]), y: axisName(`slope of ${y}`, slopeUnit(unitX, unitY)) },
    units: { x: unitX },
  };
}

function namesOf(scenario: MeanCurveScenario): CurvePicture["label"] {
  if (separateColumns(scenario)) return { x: "column", y: "share of its range" };
  const { time, value } = scenario;
  return { x: time === "" ? "time" : time, y: value === "" ? "value" : value };
}

/** Noise may leave the plane, so that the truth keeps a third of its height. */
function within([low, high]: readonly [number, number], [least, most]: readonly [number, number]): [number, number] {
  const room = most - least;
  return [Math.max(low, least - room), Math.min(high, most + room)];
}

/** Least share of the height for the truth below a whole band. */
const leastShare = 0.25;

/**
 * Room for a whole band, unless it pushes the truth into a corner.
 *
 * @param truth extent that stays visible; all curves if absent
 */
function withRoom(
  [low, high]: readonly [number, number],
  bands: CurvePicture["bands"],
  truth: readonly [number, number] = [low, high],
): [number, number] {
  const spare = (truth[1] - truth[0]) / leastShare - (high - low);
  const most = Math.max(spare / 2, 0.35 * (high - low));
  const room = Math.min(most, Math.max(0, ...bands.map(({ halfWidth }) => halfWidth)));
  return roundedOut(low - room, high + room);
}

type Cloud = Extract<CurvePicture["records"], { kind: "curves" }> & { readonly limits: Extent };

const clouds = new WeakMap<Float64Array, Cloud>();

/** Cached per data set, so that a cloud is drawn once. */
function cloudOf(values: Float64Array, mean: Float64Array): Cloud {
  const known = clouds.get(values);
  if (known) return known;
  const cloud = { kind: "curves" as const, values, mean, ...scaleOf(values, mean.length) };
  clouds.set(values, cloud);
  return cloud;
}

const lastStretched = new WeakMap<Cloud, Cloud>();

/** Stretched over an axis that curves leave, to be cut at its ends. */
function stretched(cloud: Cloud, extent: Extent): Cloud {
  if (!cloud.above && !cloud.below) return cloud;
  const last = lastStretched.get(cloud);
  if (String(last?.extent) === String(extent)) return last!;
  const whole = { ...cloud, extent };
  lastStretched.set(cloud, whole);
  return whole;
}

const fewestCurves = 8;
/** Beyond the middle nine tenths of the curves, in their height. */
const reach = 2;

/** The axis of all curves, except a few that would squeeze the others. */
function scaleOf(values: Float64Array, m: number): Pick<Cloud, "extent" | "limits" | "above" | "below"> {
  const n = values.length / m;
  const ends = Array.from({ length: n }, (_, i) => extremesOf([values.subarray(i * m, (i + 1) * m)]));
  const tail = Math.max(1, Math.floor(n / 20));
  const low = Float64Array.from(ends, ([least]) => least).sort()[tail]!;
  const high = Float64Array.from(ends, ([, most]) => most).sort()[n - 1 - tail]!;
  const all = extentOf([values]);
  if (n < fewestCurves || !(high > low)) return { extent: all, limits: all };
  const limits = [low - reach * (high - low), high + reach * (high - low)] as const;
  const above = ends.filter(([, most]) => most > limits[1]);
  const below = ends.filter(([least]) => least < limits[0]);
  const within = ends.filter(([least, most]) => least >= limits[0] && most <= limits[1]);
  return {
    extent: extentOf([Float64Array.from(within.flat())]),
    limits,
    above: offScaleOf(above.map(([, most]) => most)),
    below: offScaleOf(below.map(([least]) => least)),
  };
}

function offScaleOf(ends: readonly number[]): OffScale | undefined {
  const [first = 0] = ends;
  const farthest = ends.reduce((most, end) => (Math.abs(end) > Math.abs(most) ? end : most), first);
  return ends.length === 0 ? undefined : { count: ends.length, farthest };
}

export function extentOf(arrays: readonly Float64Array[]): [number, number] {
  const [low, high] = extremesOf(arrays);
  return high > low ? [low, high] : [low - 1, low + 1];
}

function extremesOf(arrays: readonly Float64Array[]): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const values of arrays) {
    for (let i = 0; i < values.length; i++) {
      if (values[i]! < low) low = values[i]!;
      if (values[i]! > high) high = values[i]!;
    }
  }
  return [low, high];
}

/** Widened to round steps, so that an axis stands still in a drag. */
function roundedOut(low: number, high: number): [number, number] {
  const step = 10 ** Math.floor(Math.log10(high - low)) / 4;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}
