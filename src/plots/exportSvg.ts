import { pixelText } from "../core/numberFormats.ts";
import { atomMarks } from "./atomMarks.ts";
import type { AtomMark } from "./atomMarks.ts";
import { escaped } from "./escaped.ts";
import { axisTicks } from "./axisTicks.ts";
import { areaOf, clipped, ticksUp } from "./curveArea.ts";
import type { CurvePicture } from "./curvePicture.ts";
import type { PlotArea } from "./curveArea.ts";
import { barsOf } from "./curveRecords.ts";
import type { BoundaryPicture } from "./boundaryPlot.ts";
import { contoursOf, fieldLabels } from "./fieldPlot.ts";
import type { FieldPicture } from "./fieldPlot.ts";
import type { Frame } from "./frame.ts";
import { zeroLines } from "./zeroLines.ts";
import type { ZeroLines } from "./zeroLines.ts";

const palette: Frame["palette"] = {
  theme: "light",
  paper: "#ffffff",
  ink: "#1d1b18",
  muted: "#6a655d",
  grid: "#e4dfd6",
  private: "#d55e00",
  band: "#d55e00",
  data: "#8f8a82",
};

/** A curve picture as a drawing of its own: what is absent from the picture is absent here. */
export function curveSvg(picture: CurvePicture): string {
  const frame = { width: 960, height: 500, palette };
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
    return `<path d="${upper}${back.replace("M", "L")}Z" fill="${palette.band}" fill-opacity="0.16"/>`;
  });
  const line = (values: Float64Array, stroke: string, extra: string) =>
    `<path d="${clipped(values, area)}" fill="none" stroke="${stroke}" ${extra}/>`;
  const body = [
    ...bands,
    ...scatter(picture, area),
    ...histogram(picture, area),
    ...cloud(picture, line),
    ...picture.draws.map((draw) => line(draw, palette.private, 'stroke-opacity="0.2"')),
    line(picture.release, palette.private, 'stroke-width="2.5"'),
    ...(picture.estimate ? [line(picture.estimate, palette.ink, 'stroke-width="1.5" stroke-dasharray="6 3"')] : []),
    ...atomMarks(picture, area).map(atomSvg),
  ];
  const across = axisTicks(area.x, 8, picture.units?.x);
  const up = axisTicks(area.y, ticksUp, picture.units?.y, picture.units?.timesY);
  const ticks = [
    ...across.values.map((t) => text(area.x(t), area.bottom + 16, "middle", across.format(t))),
    ...up.values.map((t) => text(area.left - 6, area.y(t) + 4, "end", up.format(t))),
    `<path d="M${area.left},${area.bottom}H${area.right}" stroke="${palette.muted}"/>`,
    text(area.right, frame.height - 6, "end", picture.label.x),
    text(6, 13, "start", picture.label.y),
  ];
  const clip = `<clipPath id="plane"><rect x="${area.left}" y="${area.top}" width="${area.right - area.left}" height="${area.bottom - area.top}"/></clipPath>`;
  return svg(frame.width, frame.height, `${clip}<g clip-path="url(#plane)">${body.join("")}</g>${ticks.join("")}`);
}

function scatter({ records }: CurvePicture, area: PlotArea): string[] {
  if (records?.kind !== "scatter") return [];
  return Array.from(
    records.x,
    (x, i) =>
      `<circle cx="${pixelText(area.x(x))}" cy="${pixelText(area.y(records.y[i]!))}" r="3" fill="${palette.data}" fill-opacity="0.75"/>`,
  );
}

/** What is counted apart: a stem with its share; of the original a ring. */
function atomSvg({ x, base, top, original, text: said, anchor }: AtomMark): string {
  const at = pixelText(x);
  const ring =
    original === undefined
      ? ""
      : `<circle cx="${at}" cy="${pixelText(original)}" r="6" fill="none" stroke="${palette.ink}" stroke-width="1.5"/>`;
  return `<path d="M${at},${pixelText(base)}V${pixelText(top)}" stroke="${palette.private}" stroke-width="2.5"/><circle cx="${at}" cy="${pixelText(top)}" r="4" fill="${palette.private}"/>${ring}${text(x + (anchor === "start" ? 10 : -10), Math.max(38, top + 4), anchor, said)}`;
}

/** Bars from the base line. */
function histogram({ records }: CurvePicture, area: PlotArea): string[] {
  if (records?.kind !== "histogram") return [];
  return barsOf(records, area).map(
    ({ left, right, top, base }) =>
      `<rect x="${pixelText(left)}" y="${pixelText(top)}" width="${pixelText(right - left)}" height="${pixelText(base - top)}" fill="${palette.data}" fill-opacity="0.28"/>`,
  );
}

/** Curves in grey, their mean dotted. */
function cloud(
  { records }: CurvePicture,
  line: (values: Float64Array, stroke: string, extra: string) => string,
): string[] {
  if (records?.kind !== "curves") return [];
  const { values, mean } = records;
  const m = mean.length;
  const curves = Array.from({ length: values.length / m }, (_, i) => values.subarray(i * m, (i + 1) * m));
  return [
    ...curves.map((curve) => line(curve, palette.data, 'stroke-opacity="0.3" stroke-width="0.8"')),
    line(mean, palette.ink, 'stroke-opacity="0.55" stroke-width="1.2" stroke-dasharray="1.5 3"'),
  ];
}

/** Field pictures side by side, as contours. */
export function fieldSvg(pictures: readonly FieldPicture[]): string {
  const side = 460;
  const groups = pictures.map((picture, i) => {
    const paths = [{ values: picture.values, contour: picture.contour }, ...(picture.over ? [picture.over] : [])].map(
      (field) => {
        const stroke = field.contour === "private" ? palette.private : palette.ink;
        const dash = field.contour === "original" ? ' stroke-dasharray="4 3"' : "";
        return `<path d="${linesPath(contoursOf(field.values, picture), picture.counts, side)}" fill="none" stroke="${stroke}"${dash}/>`;
      },
    );
    const [x0, x1] = picture.domain.x;
    const [y0, y1] = picture.domain.y;
    const square = { left: 0, right: side, top: 0, bottom: side };
    const values = fieldLabels(picture, { ...square, whole: square }).map(
      ({ x, y, text: value }) =>
        `<text x="${pixelText(x)}" y="${pixelText(y + 4)}" text-anchor="middle" font-size="11" fill="${palette.ink}" stroke="${palette.paper}" stroke-width="4" paint-order="stroke">${value}</text>`,
    );
    const labels = [
      text(0, -8, "start", picture.title),
      text(0, side + 16, "start", String(x0)),
      text(side, side + 16, "end", String(x1)),
      text(side / 2, side + 32, "middle", picture.label.x),
      text(-6, side, "end", String(y0)),
      text(-6, 10, "end", String(y1)),
      text(-6, side / 2, "end", picture.label.y),
    ];
    const frame = `<rect width="${side}" height="${side}" fill="none" stroke="${palette.grid}"/>`;
    return `<g transform="translate(${90 + i * (side + 110)},30)">${frame}${paths.join("")}${values.join("")}${labels.join("")}</g>`;
  });
  return svg(pictures.length * (side + 110) + 20, side + 80, groups.join(""));
}

/** A boundary picture: lines where the functions change their sign, and the points if the picture has them. */
export function boundarySvg(picture: BoundaryPicture): string {
  const side = 560;
  const [x0, x1] = picture.domain.x;
  const [y0, y1] = picture.domain.y;
  const lines = picture.boundaries.map(({ values, kind }) => {
    const path = linesPath(zeroLines(values, ...picture.counts), picture.counts, side);
    const look = {
      original: `stroke="${palette.ink}" stroke-width="1.8" stroke-dasharray="7 4"`,
      private: `stroke="${palette.private}" stroke-width="2.6"`,
      draw: `stroke="${palette.private}" stroke-opacity="0.3"`,
      before: `stroke="${palette.muted}"`,
    }[kind];
    return `<path d="${path}" fill="none" ${look}/>`;
  });
  const points = Array.from(picture.points?.labels ?? [], (label, i) => {
    const { coordinates } = picture.points!;
    const x = ((coordinates[2 * i]! - x0) / (x1 - x0)) * side;
    const y = side - ((coordinates[2 * i + 1]! - y0) / (y1 - y0)) * side;
    return label > 0
      ? `<circle cx="${pixelText(x)}" cy="${pixelText(y)}" r="2.5" fill="#0b6b3a"/>`
      : `<rect x="${pixelText(x - 2.5)}" y="${pixelText(y - 2.5)}" width="5" height="5" fill="none" stroke="#5b2c83"/>`;
  });
  const labels = [
    text(0, side + 16, "start", String(x0)),
    text(side, side + 16, "end", String(x1)),
    text(side / 2, side + 32, "middle", picture.label.x),
    text(-6, side, "end", String(y0)),
    text(-6, 10, "end", String(y1)),
    text(-6, side / 2, "end", picture.label.y),
  ];
  const clip = `<clipPath id="plane"><rect width="${side}" height="${side}"/></clipPath>`;
  const frame = `<rect width="${side}" height="${side}" fill="none" stroke="${palette.grid}"/>`;
  return svg(
    side + 130,
    side + 60,
    `<g transform="translate(100,14)">${clip}${frame}<g clip-path="url(#plane)">${points.join("")}${lines.join("")}</g>${labels.join("")}</g>`,
  );
}

/** Path data of lines in grid units, in a square. */
function linesPath(lines: ZeroLines, [nx, ny]: readonly [number, number], side: number): string {
  let data = "";
  for (const line of lines) {
    for (let k = 0; k < line.length; k += 2) {
      data += `${k === 0 ? "M" : "L"}${pixelText((line[k]! * side) / (nx - 1))},${pixelText(side - (line[k + 1]! * side) / (ny - 1))}`;
    }
  }
  return data;
}

/** Path data with each x mirrored: x becomes sum − x. */
function mirrored(path: string, sum: number): string {
  return path.replace(
    /([ML])(-?[\d.]+),/g,
    (_, command: string, x: string) => `${command}${Math.round((sum - Number(x)) * 10) / 10},`,
  );
}

function text(x: number, y: number, anchor: "start" | "middle" | "end", content: string): string {
  return `<text x="${pixelText(x)}" y="${pixelText(y)}" text-anchor="${anchor}">${escaped(content)}</text>`;
}

function svg(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" fill="${palette.muted}"><rect width="100%" height="100%" fill="${palette.paper}"/>${body}</svg>\n`;
}
