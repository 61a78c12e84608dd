import type { ScaleLinear } from "d3";
import { pixelText } from "../../core/numberFormats.ts";
import type { CurvePicture, NamedTicks } from "../curvePicture.ts";
import type { Frame } from "../frame.ts";
import type { Plane } from "../plane.ts";
import { element, exportPalette, text } from "../svgParts.ts";
import { isLow } from "./curveFrame.ts";

/** In pixels. */
interface ColumnMark {
  readonly x: number;
  readonly release: number;
  readonly original: number | undefined;
  readonly draws: readonly number[];
  readonly bars: readonly (readonly [top: number, bottom: number])[];
}

const barWidth = 10;

function columnMarks({ x: places, release, estimate, draws, bands }: CurvePicture, { x, y }: Plane) {
  return Array.from(release, (value, i): ColumnMark => ({
    x: x(places[i]!),
    release: y(value),
    original: estimate && y(estimate[i]!),
    draws: draws.map((draw) => y(draw[i]!)),
    bars: bands.map(({ halfWidth }) => [y(value + halfWidth), y(value - halfWidth)]),
  }));
}

const leastNameWidth = 42;
const digitWidth = 7;
const rowHeight = 14;

/** At 1, 2, …, in one row or two, cut to the room. */
function namedTicks(scale: ScaleLinear<number, number>, names: readonly string[], mostRows: 1 | 2 = 2): NamedTicks {
  const step = scale(2) - scale(1);
  const widest = digitWidth * (1 + names.reduce((most, { length }) => Math.max(most, length), 0));
  const rows = widest > step ? mostRows : 1;
  const every = Math.max(1, Math.ceil(leastNameWidth / (rows * step)));
  const cut = cutNames(names, Math.max(1, Math.floor((rows * every * step) / digitWidth) - 1));
  const [first, last] = scale.domain() as [number, number];
  const isShown = (place: number) => (place - 1) % every === 0 && place >= first && place <= last;
  return {
    values: names.map((_, i) => i + 1).filter(isShown),
    format: (place) => cut[place - 1]!,
    down: (place) => (((place - 1) / every) % rows) * rowHeight,
  };
}

/** Different names stay different where they can. */
function cutNames(names: readonly string[], longest: number): readonly string[] {
  const cut = (name: string, kept: number) =>
    name.length > longest ? `${name.slice(0, longest - 1 - kept)}…${name.slice(name.length - kept)}` : name;
  const atEnds = names.map((name) => cut(name, 0));
  return new Set(atEnds).size === names.length ? atEnds : names.map((name) => cut(name, Math.floor((longest - 1) / 2)));
}

function drawColumns(
  context: CanvasRenderingContext2D,
  picture: CurvePicture,
  { palette, em = 1 }: Frame,
  area: Plane,
): void {
  for (const { x, release, original, draws, bars } of columnMarks(picture, area)) {
    context.fillStyle = palette.band;
    for (const [top, bottom] of bars) context.fillRect(x - barWidth / 2, top, barWidth, bottom - top);
    context.fillStyle = palette.private;
    for (const y of draws) context.fillRect(x - barWidth / 2, y, barWidth, 1);
    context.beginPath();
    context.arc(x, release, 4 * em, 0, 2 * Math.PI);
    context.fill();
    if (original === undefined) continue;
    context.strokeStyle = palette.ink;
    context.lineWidth = 1.5 * em;
    context.beginPath();
    context.arc(x, original, 6 * em, 0, 2 * Math.PI);
    context.stroke();
  }
}

function columnSvg({ x, release, original, bars }: ReturnType<typeof columnMarks>[number]): string {
  const left = pixelText(x - barWidth / 2);
  const ring = { r: 6, fill: "none", stroke: exportPalette.ink, "stroke-width": 1.5 };
  return [
    ...bars.map(([top, bottom]) =>
      element("rect", {
        x: left,
        y: pixelText(top),
        width: barWidth,
        height: pixelText(bottom - top),
        fill: exportPalette.band,
        "fill-opacity": 0.16,
      }),
    ),
    element("circle", { cx: pixelText(x), cy: pixelText(release), r: 4, fill: exportPalette.private }),
    ...(original === undefined ? [] : [element("circle", { cx: pixelText(x), cy: pixelText(original), ...ring })]),
  ].join("");
}

export const columnPen: NonNullable<CurvePicture["columnPen"]> = {
  draw: drawColumns,
  ticks: (names, frame, { x }) => namedTicks(x, names, isLow(frame) ? 1 : 2),
  svg: (picture, area) => {
    const { values, format, down } = namedTicks(area.x, picture.columns ?? []);
    return {
      marks: columnMarks(picture, area).map(columnSvg),
      names: values.map((t) => text(area.x(t), area.bottom + 16 + down(t), "middle", format(t))),
    };
  },
};
