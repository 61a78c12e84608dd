import { pixelText } from "../../core/numberFormats.ts";
import { pointMassMarks, type PointMassMark } from "./pointMassMarks.ts";
import { axisTicks, fittingTicks } from "../axisTicks.ts";
import { areaOf, clipped, type PlotArea } from "./curveArea.ts";
import { ticksUp } from "./curveFrame.ts";
import { offScaleMarks } from "./curveLabels.ts";
import type { CurvePicture } from "../curvePicture.ts";
import { barsOf } from "./curveRecords.ts";
import { element, exportPalette as palette, svgDocument, text } from "../svgParts.ts";

type Line = (values: Float64Array, stroke: string, look: Readonly<Record<string, string | number>>) => string;

export function curveSvg(picture: CurvePicture, size = { width: 960, height: 500 }): string {
  const frame = { ...size, palette };
  const area = areaOf(picture, frame);
  const bands = picture.bands.map(({ halfWidth, shape }) => {
    const reach = (i: number) => halfWidth * (shape?.[i] ?? 1);
    const upper = clipped(
      picture.release.map((v, i) => v + reach(i)),
      area,
    );
    const below = picture.release.map((v, i) => v - reach(i)).reverse();
    const { across } = area;
    const back = across
      ? clipped(below, { ...area, across: (i) => across(below.length - 1 - i) })
      : mirrored(clipped(below, area), area.left + area.right);
    return element("path", { d: `${upper}${back.replace("M", "L")}Z`, fill: palette.band, "fill-opacity": 0.16 });
  });
  const line: Line = (values, stroke, look) =>
    element("path", { d: clipped(values, area), fill: "none", stroke, ...look });
  const curves = [
    ...picture.draws.map((draw) => line(draw, palette.private, { "stroke-opacity": 0.2 })),
    line(picture.release, palette.private, { "stroke-width": 2.5 }),
    ...(picture.estimate
      ? [line(picture.estimate, palette.ink, { "stroke-width": 1.5, "stroke-dasharray": "6 3" })]
      : []),
  ];
  const columns = picture.columnPen?.svg(picture, area);
  const body = [
    ...(columns ? [] : bands),
    ...scatter(picture, area),
    ...histogram(picture, area),
    ...cloud(picture, line),
    ...(columns ? columns.marks : curves),
    ...pointMassMarks(picture, area).map(pointMassSvg),
    ...offScaleMarks(picture, area).map(({ name, x, y }) => text(x, y, "start", name)),
  ];
  const across = fittingTicks(area.x, Math.min(8, Math.floor(size.width / 80)), picture.units?.x);
  const up = axisTicks(area.y, ticksUp, picture.units?.y, picture.units?.timesY);
  const ticks = [
    ...(columns?.names ?? across.values.map((t) => text(area.x(t), area.bottom + 16, "middle", across.format(t)))),
    ...up.values.map((t) => text(area.left - 6, area.y(t) + 4, "end", up.format(t))),
    element("path", { d: `M${area.left},${area.bottom}H${area.right}`, stroke: palette.muted }),
    ...(columns ? [] : [text(area.right, frame.height - 6, "end", picture.label.x)]),
    text(6, 13, "start", picture.label.y),
  ];
  const { left, top, right, bottom } = area;
  const plane = element("rect", { x: left, y: top, width: right - left, height: bottom - top });
  return svgDocument(
    frame.width,
    frame.height,
    element("clipPath", { id: "plane" }, plane),
    element("g", { "clip-path": "url(#plane)" }, ...body),
    ...ticks,
  );
}

function scatter({ records }: CurvePicture, area: PlotArea): string[] {
  if (records?.kind !== "scatter") return [];
  const look = { r: 3, fill: palette.data, "fill-opacity": 0.75 };
  return Array.from(records.x, (x, i) =>
    element("circle", { cx: pixelText(area.x(x)), cy: pixelText(area.y(records.y[i]!)), ...look }),
  );
}

function pointMassSvg({ x, base, top, original, text: label, anchor }: PointMassMark): string {
  const cx = pixelText(x);
  const stem = { d: `M${cx},${pixelText(base)}V${pixelText(top)}`, stroke: palette.private, "stroke-width": 2.5 };
  const ring = { r: 6, fill: "none", stroke: palette.ink, "stroke-width": 1.5 };
  return [
    element("path", stem),
    element("circle", { cx, cy: pixelText(top), r: 4, fill: palette.private }),
    ...(original === undefined ? [] : [element("circle", { cx, cy: pixelText(original), ...ring })]),
    text(x + (anchor === "start" ? 10 : -10), Math.max(38, top + 4), anchor, label),
  ].join("");
}

function histogram({ records }: CurvePicture, area: PlotArea): string[] {
  if (records?.kind !== "histogram") return [];
  return barsOf(records, area).map(({ left, right, top, base }) => {
    const size = { width: pixelText(right - left), height: pixelText(base - top) };
    const look = { fill: palette.data, "fill-opacity": 0.28 };
    return element("rect", { x: pixelText(left), y: pixelText(top), ...size, ...look });
  });
}

function cloud({ records }: CurvePicture, line: Line): string[] {
  if (records?.kind !== "curves") return [];
  const { values, mean } = records;
  const m = mean.length;
  const curves = Array.from({ length: values.length / m }, (_, i) => values.subarray(i * m, (i + 1) * m));
  return [
    ...curves.map((curve) => line(curve, palette.data, { "stroke-opacity": 0.3, "stroke-width": 0.8 })),
    line(mean, palette.ink, { "stroke-opacity": 0.55, "stroke-width": 1.2, "stroke-dasharray": "1.5 3" }),
  ];
}

function mirrored(path: string, sum: number): string {
  return path.replace(
    /([ML])(-?[\d.]+),/g,
    (_, command: string, x: string) => `${command}${Math.round((sum - Number(x)) * 10) / 10},`,
  );
}
