import { scaleLinear } from "d3";
import { axisTicks, roomForLabels, type AxisUnits } from "../axisTicks.ts";
import { clipped, type PlotArea } from "./curveArea.ts";
import { ticksUp } from "./curveFrame.ts";
import type { CurvePicture } from "../curvePicture.ts";
import { escaped } from "../escaped.ts";
import { element } from "../svgParts.ts";

const size = { width: 1500, height: 750 };

const counts = [3, 4, 5, 6, 7, 8];

/**
 * A curve picture for a plane of unknown size: curves and bands stretch, lines and letters do not. `fitStretched`
 * places parts that need the size.
 */
export function stretchedCurve(picture: CurvePicture): string {
  const { domain, units, release, estimate, bands, label } = picture;
  const area: PlotArea = {
    x: scaleLinear([...domain.x], [0, size.width]),
    y: scaleLinear([...domain.y], [size.height, 0]),
    left: 0,
    right: size.width,
    top: 0,
    bottom: size.height,
  };
  const shareDown = (value: number) => rounded(area.y(value) / size.height);
  const path = (values: Float64Array, name: string) =>
    element("path", { class: name, d: relative(clipped(values, area)) });
  const band = ({ halfWidth, shape }: CurvePicture["bands"][number]) => {
    const reach = (sign: number) => release.map((value, i) => value + sign * halfWidth * (shape?.[i] ?? 1));
    const back = clipped(reach(-1), area).replace("M", "").split("L").reverse().join("L");
    return element("path", { class: "first-band", d: `${relative(`${clipped(reach(1), area)}L${back}`)}Z` });
  };
  const curves = [
    ...bands.map(band),
    path(release, "first-release"),
    ...(estimate ? [path(estimate, "first-estimate")] : []),
  ];
  const box = { viewBox: `0 0 ${size.width} ${size.height}`, preserveAspectRatio: "none" };
  return element(
    "svg",
    {
      class: "first-frame",
      "data-room": roomForLabels(domain.y, ticksUp, units),
      "data-release": shareDown(release.at(-1)!),
      ...(estimate && { "data-estimate": shareDown(estimate.at(-1)!) }),
    },
    element(
      "svg",
      { class: "first-plane" },
      element("svg", { class: "first-curves", ...box }, ...curves),
      acrossMarkup(area, units),
      upMarkup(area, units),
    ),
    element("text", { class: "axis-name below", "text-anchor": "end" }, escaped(label.x)),
    element("text", { class: "axis-name beside" }, escaped(label.y)),
    element("g", { class: "labels" }, ...["private", ...(estimate ? ["original"] : [])].map(nameMarkup)),
  );
}

const nameMarkup = (name: string) => element("text", { class: `label-${name}` }, name);

function acrossMarkup({ x }: PlotArea, units: AxisUnits = {}): string {
  const sets = new Map<string, number[]>();
  for (const count of counts) {
    const { values, format } = axisTicks(x, count, units.x);
    const ticks = values
      .map((value) =>
        point(
          { x: percent(x(value) / size.width), y: "100%" },
          element("line", { x1: 0.5, x2: 0.5, y2: 4 }),
          element("text", { x: 0.5, y: 7, dy: "0.71em" }, escaped(format(value))),
        ),
      )
      .join("");
    sets.set(ticks, [...(sets.get(ticks) ?? []), count]);
  }
  const end = element("line", { class: "domain", x1: 0.5, x2: 0.5, y2: 4 });
  return element(
    "g",
    { class: "axis", "text-anchor": "middle" },
    point({ y: "100%" }, element("line", { class: "domain", x1: 0.5, x2: "100%", y1: 0.5, y2: 0.5 }), end),
    point({ x: "100%", y: "100%" }, end),
    ...[...sets].map(([ticks, of]) => element("g", { "data-ticks": of.join(" ") }, ticks)),
  );
}

function upMarkup({ y }: PlotArea, units: AxisUnits = {}): string {
  const { values, format } = axisTicks(y, ticksUp, units.y, units.timesY);
  const end = element("line", { class: "domain", x2: -4, y1: 0.5, y2: 0.5 });
  return element(
    "g",
    { class: "axis", "text-anchor": "end" },
    element("line", { class: "domain", x1: 0.5, x2: 0.5, y1: 0.5, y2: "100%" }),
    point({}, end),
    point({ y: "100%" }, end),
    ...values.map((value) =>
      point(
        { y: percent(y(value) / size.height) },
        element("line", { x2: -4, y1: 0.5, y2: 0.5 }),
        element("text", { x: -7, y: 0.5, dy: "0.32em" }, escaped(format(value))),
      ),
    ),
  );
}

/** Keeps its share of the plane, while its content keeps its size. */
function point(at: { readonly x?: string; readonly y?: string }, ...children: readonly string[]): string {
  return element("svg", at, ...children);
}

const rounded = (share: number) => Math.round(share * 1e5) / 1e5;

function percent(share: number): string {
  return `${rounded(100 * share)}%`;
}

/** In relative steps of tenths, which compress well. */
function relative(path: string): string {
  const points = path
    .slice(1)
    .split("L")
    .map((text) => text.split(",").map((number) => Math.round(10 * Number(number))));
  return points
    .map(([x, y], i) => {
      const [fromX, fromY] = i === 0 ? [0, 0] : points[i - 1]!;
      return `${i === 0 ? "M" : "l"}${tenths(x! - fromX!)},${tenths(y! - fromY!)}`;
    })
    .join("");
}

function tenths(count: number): string {
  return String(count / 10);
}
