import { select } from "d3";
import type { Selection } from "d3";
import { bottomAxis, leftAxis } from "./axisTicks.ts";
import { areaOf, clipped } from "./curveArea.ts";
import type { PlotArea } from "./curveArea.ts";
import { drawBands, drawFan, strokeCurve } from "./curveMarks.ts";
import type { CurvePicture } from "./curvePicture.ts";
import { drawRecords, paintCloud, paintRug, rugHeight } from "./curveRecords.ts";
import type { CurvesInPicture } from "./curveRecords.ts";
import { sharpContext } from "./frame.ts";
import type { Frame } from "./frame.ts";
import { createOverflow } from "./overflow.ts";
import { createLayer } from "./layer.ts";
import { samePicture } from "./samePicture.ts";

/**
 * Draws a curve picture into a host element: records, bands, fan and the two main curves on a canvas, axes and labels as
 * SVG. The curves are in the SVG too (`path.release`, `path.estimate`), as marks to be read and not painted: SVG that moves is
 * rastered anew in each frame. Elements are made once; an update only changes attributes.
 */
export interface CurvePlot {
  update(picture: CurvePicture, frame: Frame): PlotArea;
  /** Shows the vertical line and read-out at a grid point, or hides them. */
  showCursor(index: number | undefined): void;
  /** The grid point nearest to a position on the screen. */
  indexAt(clientX: number): number;
  /** The place under a position on the screen, in data units; undefined outside the plane. */
  placeAt(clientX: number, clientY: number): readonly [x: number, y: number] | undefined;
  /** Where the plane stands in the host; undefined before the first picture. */
  area(): PlotArea | undefined;
  /** The point of a scatter within reach of a position on the screen. */
  pointAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const scatterReach = 14;

export function createCurvePlot(host: HTMLElement): CurvePlot {
  const root = select(host).append("div").attr("class", "plot curve-plot");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const axisX = svg.append("g").attr("class", "axis");
  const axisY = svg.append("g").attr("class", "axis");
  const nameX = svg.append("text").attr("class", "axis-name").attr("text-anchor", "end");
  const nameY = svg.append("text").attr("class", "axis-name");
  const plane = svg.append("svg").attr("class", "plane");
  const estimate = plane.append("path").attr("class", "estimate");
  const release = plane.append("path").attr("class", "release");
  const overflow = createOverflow(root);
  const labels = svg.append("g").attr("class", "labels");
  const cursor = svg.append("g").attr("class", "cursor").attr("visibility", "hidden");
  cursor.append("line");
  cursor.append("circle").attr("class", "release").attr("r", 4);
  cursor.append("circle").attr("class", "estimate").attr("r", 4);

  let shown: { picture: CurvePicture; area: PlotArea; frame: Frame } | undefined;
  let axesKey = "";
  const cloud = createLayer();
  const rug = createLayer();

  /** The cloud of curves, filling its own extent; stretched into place, as an axis moves in each frame of a drag. */
  const drawCloud = (
    context: CanvasRenderingContext2D,
    curves: CurvesInPicture,
    { palette }: Frame,
    area: PlotArea,
  ) => {
    const width = area.right - area.left;
    const height = area.bottom - area.top;
    const drawn = cloud.of([curves.values, curves.mean, palette.theme], { width, height }, (own) =>
      paintCloud(own, curves, palette, width, height),
    );
    const [low, high] = curves.extent;
    context.drawImage(drawn, area.left, area.y(high), width, area.y(low) - area.y(high));
  };

  const drawRug = (context: CanvasRenderingContext2D, values: Float64Array, { palette }: Frame, area: PlotArea) => {
    const size = { width: area.right - area.left, height: rugHeight };
    const drawn = rug.of([values, palette.theme, area.x.domain()], size, (own) => paintRug(own, values, palette, area));
    context.drawImage(drawn, area.left, area.bottom - 11, size.width, size.height);
  };

  const update = (picture: CurvePicture, frame: Frame): PlotArea => {
    if (shown && samePicture([shown.picture, shown.frame], [picture, frame])) return shown.area;
    const area = areaOf(picture, frame);
    shown = { picture, area, frame };
    const key = JSON.stringify([picture.domain, picture.label, picture.units, frame.width, frame.height]);
    if (key !== axesKey) {
      axesKey = key;
      drawAxes(picture, frame, area);
    }
    const context = sharpContext(canvas.node()!, frame.width, frame.height);
    canvas.style("width", `${frame.width}px`).style("height", `${frame.height}px`);
    context.save();
    context.beginPath();
    context.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    context.clip();
    if (picture.records?.kind === "curves") drawCloud(context, picture.records, frame, area);
    else if (picture.records?.kind === "rug") drawRug(context, picture.records.values, frame, area);
    else drawRecords(context, picture, frame, area);
    drawBands(context, picture, frame, area);
    drawFan(context, picture, frame, area);
    const original = picture.estimate && clipped(picture.estimate, area);
    const released = clipped(picture.release, area);
    if (original !== undefined) strokeCurve(context, original, frame.palette.ink, 1.5, []);
    strokeCurve(context, released, frame.palette.private, 2.5, [9, 3]);
    context.restore();

    release.attr("d", released);
    estimate.attr("d", original ?? null);
    overflow(picture, area);
    drawLabels(labels, picture, area);
    return area;
  };

  const drawAxes = (picture: CurvePicture, frame: Frame, area: PlotArea) => {
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    plane.attr("x", area.left).attr("y", area.top).attr("width", width).attr("height", height);
    plane.attr("viewBox", `${area.left} ${area.top} ${width} ${height}`);
    svg.attr("width", frame.width).attr("height", frame.height).attr("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const ticks = Math.max(3, Math.min(8, Math.floor(frame.width / 110)));
    axisX.attr("transform", `translate(0,${area.bottom})`).call(bottomAxis(area.x, ticks, picture.units?.x));
    axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, 4, picture.units?.y));
    nameX
      .attr("x", area.right)
      .attr("y", frame.height - 4)
      .text(shortened(picture.label.x));
    nameY.attr("x", 4).attr("y", 12).text(picture.label.y);
  };

  return {
    update,
    area: () => shown?.area,
    indexAt: (clientX) => {
      if (!shown) return 0;
      const { area, picture } = shown;
      const [first, last] = picture.domain.x;
      const value = area.x.invert(clientX - svg.node()!.getBoundingClientRect().left);
      const i = Math.round(((value - first) / (last - first)) * (picture.x.length - 1));
      return Math.min(picture.x.length - 1, Math.max(0, i));
    },
    placeAt: (clientX, clientY) => {
      if (!shown) return undefined;
      const { area } = shown;
      const box = svg.node()!.getBoundingClientRect();
      const [px, py] = [clientX - box.left, clientY - box.top];
      const within = px >= area.left && px <= area.right && py >= area.top && py <= area.bottom;
      return within ? [area.x.invert(px), area.y.invert(py)] : undefined;
    },
    pointAt: (clientX, clientY) => {
      if (shown?.picture.records?.kind !== "scatter") return undefined;
      const { area } = shown;
      const { x, y } = shown.picture.records;
      const box = svg.node()!.getBoundingClientRect();
      let nearest: number | undefined;
      let least = scatterReach ** 2;
      for (let i = 0; i < x.length; i++) {
        const distance = (area.x(x[i]!) - clientX + box.left) ** 2 + (area.y(y[i]!) - clientY + box.top) ** 2;
        if (distance < least) {
          least = distance;
          nearest = i;
        }
      }
      return nearest;
    },
    showCursor: (index) => {
      if (!shown || index === undefined) {
        cursor.attr("visibility", "hidden");
        return;
      }
      const { area, picture } = shown;
      const x = area.x(picture.x[index]!);
      cursor.attr("visibility", "visible");
      cursor.select("line").attr("x1", x).attr("x2", x).attr("y1", area.top).attr("y2", area.bottom);
      cursor.select("circle.release").attr("cx", x).attr("cy", area.y(picture.release[index]!));
      cursor
        .select("circle.estimate")
        .attr("visibility", picture.estimate ? null : "hidden")
        .attr("cx", x)
        .attr("cy", area.y(picture.estimate?.[index] ?? 0));
    },
    destroy: () => {
      root.remove();
    },
  };
}

/** Names at the curves' ends, kept apart; on a narrow screen above the plane. */
function drawLabels(
  labels: Selection<SVGGElement, unknown, null, undefined>,
  picture: CurvePicture,
  area: PlotArea,
): void {
  const beside = area.right - area.left > 360;
  const end = (values: Float64Array) =>
    Math.min(area.bottom - 4, Math.max(area.top + 4, area.y(values[values.length - 1]!)));
  const entries = [{ name: "private", y: end(picture.release) }];
  if (picture.estimate) entries.push({ name: "original", y: end(picture.estimate) });
  const [release, estimate] = entries;
  if (release && estimate && Math.abs(release.y - estimate.y) < 16) {
    const middle = Math.min(area.bottom - 12, (release.y + estimate.y) / 2);
    const above = release.y <= estimate.y ? release : estimate;
    above.y = middle - 8;
    (above === release ? estimate : release).y = middle + 8;
  }
  labels
    .selectAll<SVGTextElement, { name: string; y: number }>("text")
    .data(entries, (entry) => entry.name)
    .join("text")
    .attr("class", ({ name }) => `label-${name}`)
    .attr("x", (_, i) => (beside ? area.right + 8 : area.right - 72 * (entries.length - 1 - i)))
    .attr("y", ({ y }) => (beside ? y + 4 : 12))
    .attr("text-anchor", beside ? "start" : "end")
    .text(({ name }) => name);
}

const longestName = 40;

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
