import { wholePercentText } from "../../core/numberFormats.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { PlotArea } from "./curveArea.ts";
import type { Frame } from "../frame.ts";

const rugLimit = 2000;
const rugHeight = 10;

export function drawRecords(
  context: CanvasRenderingContext2D,
  { records }: CurvePicture,
  { palette }: Frame,
  area: PlotArea,
): void {
  context.fillStyle = palette.data;
  if (records?.kind === "scatter") {
    drawScatter(context, records, palette, area);
  } else if (records?.kind === "histogram") {
    context.globalAlpha = 0.28;
    for (const { left, right, top, base } of barsOf(records, area))
      context.fillRect(left, top, right - left, base - top);
  }
  context.globalAlpha = 1;
}

export function barsOf(
  { lower, width, densities }: Extract<CurvePicture["records"], { kind: "histogram" }>,
  area: PlotArea,
): { readonly left: number; readonly right: number; readonly top: number; readonly base: number }[] {
  const base = area.y(0);
  const within = (place: number) => Math.min(area.right, Math.max(area.left, place));
  return Array.from(densities, (density, i) => ({
    left: within(area.x(lower + i * width)),
    right: Math.max(within(area.x(lower + i * width)), within(area.x(lower + (i + 1) * width)) - 1),
    top: area.y(density),
    base,
  })).filter(({ top, right, left }) => top < base && right > left);
}

export function rugStride(recordCount: number): number {
  return Math.max(1, Math.ceil(recordCount / rugLimit));
}

/** A line per record, or per several; values that many share have a longer, labelled line. */
export function paintRug(
  context: CanvasRenderingContext2D,
  { values, spikes }: Extract<CurvePicture["records"], { kind: "rug" }>,
  { data, muted }: Frame["palette"],
  { x, left, right, top, bottom }: PlotArea,
): void {
  context.fillStyle = data;
  context.globalAlpha = Math.max(0.15, Math.min(0.7, 60 / Math.min(values.length, rugLimit)));
  const stride = rugStride(values.length);
  for (let i = 0; i < values.length; i += stride) context.fillRect(x(values[i]!) - left - 0.5, 0, 1.2, rugHeight);
  context.globalAlpha = 1;
  context.font = "11px system-ui, sans-serif";
  for (const { at, height, text, atEnd } of spikeMarks(spikes, { x, left, right, top, bottom })) {
    context.fillStyle = data;
    context.fillRect(at - 1, rugHeight - height, 2.5, height);
    context.fillStyle = muted;
    context.textAlign = atEnd ? "end" : "start";
    context.fillText(text, at + (atEnd ? -5 : 5), rugHeight - height + 9);
  }
}

interface SpikeMark {
  readonly at: number;
  readonly height: number;
  /** Empty if a nearby longer line has the label. */
  readonly text: string;
  readonly atEnd: boolean;
}

const [textWidth, textHeight] = [34, 12];

/** Values that many records share; of overlapping labels the largest share's remains. */
export function spikeMarks(
  spikes: Extract<CurvePicture["records"], { kind: "rug" }>["spikes"],
  { x, left, right, top, bottom }: Pick<PlotArea, "x" | "left" | "right" | "top" | "bottom">,
): readonly SpikeMark[] {
  const labelled: SpikeMark[] = [];
  return spikes
    .toSorted((one, other) => other.share - one.share)
    .map(({ value, share }) => {
      const at = Math.min(right, Math.max(left, x(value))) - left;
      const height = rugHeight + share * (bottom - top - 2 * rugHeight);
      const atEnd = at > right - left - 40;
      const isCovered = labelled.some(
        (other) => Math.abs(other.at - at) < textWidth && Math.abs(other.height - height) < textHeight,
      );
      const mark = { at, height, text: isCovered ? "" : wholePercentText(share), atEnd };
      if (!isCovered) labelled.push(mark);
      return mark;
    });
}

export type CurvesInPicture = Extract<CurvePicture["records"], { kind: "curves" }>;

const cloudLimit = 400;
const pointsPerCurve = 150;

export function paintCloud(
  context: CanvasRenderingContext2D,
  { values, mean, extent: [low, high] }: CurvesInPicture,
  { data, ink }: Frame["palette"],
  width: number,
  height: number,
): void {
  const m = mean.length;
  const n = values.length / m;
  const every = Math.max(1, Math.floor(m / pointsPerCurve));
  const trace = (curve: Float64Array) => {
    context.beginPath();
    for (let i = 0; i < m; i += every)
      context.lineTo((i * width) / (m - 1), (height * (high - curve[i]!)) / (high - low));
    context.lineTo(width, (height * (high - curve[m - 1]!)) / (high - low));
    context.stroke();
  };
  context.strokeStyle = data;
  context.lineWidth = 0.8;
  context.globalAlpha = Math.max(0.12, Math.min(0.5, 12 / Math.min(n, cloudLimit)));
  const stride = Math.max(1, Math.ceil(n / cloudLimit));
  for (let i = 0; i < n; i += stride) trace(values.subarray(i * m, (i + 1) * m));
  context.strokeStyle = ink;
  context.globalAlpha = 0.55;
  context.lineWidth = 1.2;
  context.setLineDash([1.5, 3]);
  trace(mean);
  context.setLineDash([]);
}

function drawScatter(
  context: CanvasRenderingContext2D,
  { x, y, to, support, chosen }: Extract<CurvePicture["records"], { kind: "scatter" }>,
  { data, ink }: Frame["palette"],
  area: PlotArea,
): void {
  const radius = x.length > 500 ? 1.8 : 3;
  context.strokeStyle = data;
  context.lineWidth = 0.8;
  for (let i = 0; i < x.length; i++) {
    const px = area.x(x[i]!);
    const py = area.y(y[i]!);
    if (to) {
      context.globalAlpha = 0.6;
      context.beginPath();
      context.moveTo(px, py);
      context.lineTo(px, area.y(to[i]!));
      context.stroke();
    }
    context.globalAlpha = 0.75;
    context.beginPath();
    context.arc(px, py, radius, 0, 2 * Math.PI);
    context.fill();
    if (support?.[i] === 1 || i === chosen) {
      context.strokeStyle = ink;
      context.lineWidth = i === chosen ? 2 : 0.8;
      context.beginPath();
      context.arc(px, py, radius + 3, 0, 2 * Math.PI);
      context.stroke();
      context.strokeStyle = data;
      context.lineWidth = 0.8;
    }
  }
}
