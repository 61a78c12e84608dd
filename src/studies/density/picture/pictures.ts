import { countText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { valuesOf } from "../../../core/release/scale.ts";
import { planeOf } from "../../../core/grids.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import type { FieldPicture } from "../../../plots/plane/fieldPlot.ts";
import { axisName } from "../../../plots/axisTicks.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { isPolynomial, type DensityView } from "../model/view.ts";
import { recordsPicture } from "./shownRecords.ts";
import type { DensityScenario } from "../model/scenario.ts";

export function peakOf(values: Float64Array): number {
  return maximum([values]);
}

const truthShare = 2;

/** Half width of a band with 95 % of the noise at a grid point. */
export function pointwiseHalfWidth(view: DensityView, index?: number): number {
  if (!isPolynomial(view)) {
    const { deviation } = view.shapes ?? {};
    return pointwise95 * view.sigma * (index === undefined || !deviation ? 1 : deviation[index]!);
  }
  const { pointwiseFactor, shape } = view.facts.polynomial;
  return pointwiseFactor * view.sigma * (index === undefined ? 1 : shape[index]!);
}

export function curvePictureOf(
  {
    x: name,
    unitX,
    band,
    records,
    display,
    atom,
    further,
  }: Pick<DensityScenario, "x" | "unitX" | "band" | "records" | "display" | "atom" | "further">,
  view: DensityView,
): CurvePicture {
  const [axis] = view.axes as [(typeof view.axes)[number]];
  const [x] = coordinatesOf(view.axes) as [Float64Array];
  const named = [
    { name: "simultaneous", halfWidth: view.simultaneous ?? 0, shape: view.shapes?.simultaneous },
    {
      name: "pointwise",
      halfWidth: pointwiseHalfWidth(view),
      shape: isPolynomial(view) ? view.facts.polynomial.shape : view.shapes?.deviation,
    },
  ];
  const bands = named.filter(({ name }) => band === "both" || band === name);
  const fan = display === "fan" ? view.others.map(valuesOf) : [];
  const shown = view.original ? [view.released, view.original] : [view.released];
  // Noise may leave the plane, so that the truth keeps its height.
  const farthest = view.original ? truthShare * maximum([view.original]) : Infinity;
  const highest = Math.min(farthest, maximum([...shown, ...fan]));
  // The band must not push the curve into a corner.
  const room = Math.min(highest * 0.35, Math.max(0, ...bands.map(widthOf)));
  const upper = niceUpper((highest + room) * 1.02);
  const lowest = Math.max(-0.4 * farthest, minimum([view.released, ...fan])) - room;
  const per = perOf({ unitX, further }, view);
  const lower = lowest < -0.02 * upper ? -niceUpper(-lowest) : -0.04 * upper;
  return {
    x,
    uneven: axis.at !== undefined,
    release: view.released,
    estimate: view.original,
    draws: fan,
    bands,
    records: recordsPicture(records, view, atom),
    pointMasses: view.extra?.flatMap(({ at, released, original, deviation }) =>
      at === undefined ? [] : [{ at, share: released, original, halfWidth: pointwise95 * deviation }],
    ),
    domain: { x: [axis.lower, axis.upper], y: [Math.max(lower, -upper), upper] },
    label: {
      x: axisName(name, unitX, [axis.lower, axis.upper]),
      y: further.length > 0 ? "density" : densityName(unitX, per),
    },
    units: { x: unitX, timesY: per },
  };
}

function widthOf({ halfWidth, shape }: CurvePicture["bands"][number]): number {
  return shape ? halfWidth * Float64Array.from(shape).sort()[shape.length >> 1]! : halfWidth;
}

export function fieldPicturesOf(
  scenario: Pick<DensityScenario, "x" | "y" | "unitX" | "unitY" | "records" | "layout">,
  view: DensityView,
): readonly FieldPicture[] {
  const plane = planeOf(view.axes);
  const shared = {
    ...plane,
    colourUpper: niceUpper(maximum(view.original ? [view.released, view.original] : [view.released])),
    // Records are not known to lie on a slice.
    points:
      scenario.records === "none" || view.inside?.points.dimension !== 2 ? undefined : view.inside.points.coordinates,
    label: {
      x: axisName(scenario.x, scenario.unitX, plane.domain.x),
      y: axisName(scenario.y, scenario.unitY, plane.domain.y),
    },
    units: { x: scenario.unitX, y: scenario.unitY },
  };
  const released = { ...shared, title: "private", values: view.released, contour: "private" as const, over: undefined };
  if (!view.original) return [released];
  const original = { values: view.original, contour: "original" as const };
  if (scenario.layout === "overlay") return [{ ...released, title: "private, contours of both", over: original }];
  return [
    { ...shared, ...original, title: "original", over: undefined },
    { ...released, points: undefined },
  ];
}

/** 1 for a slice, whose values are not shares of one unit. */
export function perOf({ unitX, further }: Pick<DensityScenario, "unitX" | "further">, { axes }: DensityView): number {
  return unitX === "time" || further.length > 0 ? 1 : unitsPerShare(axes[0]!);
}

function densityName(unit: string, per: number): string {
  const many = per === 1 ? "" : `${countText(per)} `;
  if (unit === "date") return `share per ${per === 1 ? "day" : `${many}days`}`;
  if (unit === "time") return "share per hour";
  if (unit === "" && per === 1) return "density";
  return `share per ${many}${unit}`.trimEnd();
}

/** A power of ten for a long axis, against mostly zeros; from the declared domain alone. */
export function unitsPerShare({ lower, upper }: { readonly lower: number; readonly upper: number }): number {
  const power = Math.floor(Math.log10((upper - lower) / 5));
  return power >= 2 && power <= 12 ? 10 ** power : 1;
}

function maximum(curves: readonly Float64Array[]): number {
  let most = 0;
  for (const values of curves) most = Math.max(most, highestOf(values));
  return most;
}

/** Cached: of two fields only one moves with ε. */
function highestOf(values: Float64Array): number {
  const known = knownHighest.get(values);
  if (known !== undefined) return known;
  const most = highestOfAll(values);
  knownHighest.set(values, most);
  return most;
}

function highestOfAll(values: Float64Array): number {
  let most = 0;
  for (let i = 0; i < values.length; i++) if (values[i]! > most) most = values[i]!;
  return most;
}

const knownHighest = new WeakMap<Float64Array, number>();

function minimum(curves: readonly Float64Array[]): number {
  let least = 0;
  for (const values of curves) for (let i = 0; i < values.length; i++) if (values[i]! < least) least = values[i]!;
  return least;
}
