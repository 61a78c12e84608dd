import { select } from "d3";
import { drawAtoms } from "./atomMarks.ts";
import { bottomAxis, leftAxis } from "./axisTicks.ts";
import { areaOf, clipped } from "./curveArea.ts";
import type { PlotArea } from "./curveArea.ts";
import { tickCounts } from "./curveFrame.ts";
import { drawLabels } from "./curveLabels.ts";
import { drawBands, drawFan, strokeCurve, tracedCurve, withinReach } from "./curveMarks.ts";
import type { CurvePicture } from "./curvePicture.ts";
import { drawRecords, paintCloud, paintRug } from "./curveRecords.ts";
import type { CurvesInPicture } from "./curveRecords.ts";
import type { Frame } from "./frame.ts";
import { createOverflow } from "./overflow.ts";
import { createLayer } from "./layer.ts";
import { planeContext } from "./planeCanvas.ts";
import { samePicture } from "./samePicture.ts";

/**
 * Draws a curve picture into a host element: records, bands, fan and the two main curves on a canvas, axes and labels as
 * SVG. The curves are in the SVG too (`path.release`, `path.estimate`), as marks to be read and never painted: SVG that moves is
 * laid out and rastered anew in each frame. Elements are made once; an update only changes attributes.
 */
export interface CurvePlot {
  /**
   * @param moving whether the next picture comes at once: marks, names of curves and words off the scale then wait, for
   * a tenth of a second at most, since SVG that moves lays out and rasters the page around it
   */
  update(picture: CurvePicture, frame: Frame, moving?: boolean): PlotArea;
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

/** The original is told from the private curve by its dashes, not by colour alone. */
const originalDashes = [6, 3];
/** On a narrower picture of two curves their names take the place of the vertical axis' name, which the words below have. */
const leastWithName = 230;
const scatterReach = 14;

/** While a picture moves, marks and words follow ten times a second. */
const markMilliseconds = 100;

export function createCurvePlot(host: HTMLElement): CurvePlot {
  const root = select(host).append("div").attr("class", "plot curve-plot");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const axisX = svg.append("g").attr("class", "axis");
  const axisY = svg.append("g").attr("class", "axis");
  const nameX = svg.append("text").attr("class", "axis-name").attr("text-anchor", "end");
  const nameY = svg.append("text").attr("class", "axis-name");
  const marks = svg.append("defs");
  const estimate = marks.append("path").attr("class", "estimate");
  const release = marks.append("path").attr("class", "release");
  const labels = svg.append("g").attr("class", "labels");
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const overflow = createOverflow(root);
  const over = root.append("svg").attr("aria-hidden", "true");
  const cursor = over.append("g").attr("class", "cursor").attr("visibility", "hidden");
  cursor.append("line");
  cursor.append("circle").attr("class", "release").attr("r", 4);
  cursor.append("circle").attr("class", "estimate").attr("r", 4);

  let shown: { picture: CurvePicture; area: PlotArea; frame: Frame } | undefined;
  let axesKey = "";
  let isMarked = false;
  let markedAt = -Infinity;
  const cloud = createLayer();
  const ground = createLayer(false);

  /** The cloud of curves, filling its own extent; stretched into place, as an axis moves in each frame of a drag. */
  const drawCloud = (
    context: CanvasRenderingContext2D,
    { x }: CurvePicture,
    curves: CurvesInPicture,
    { palette }: Frame,
    area: PlotArea,
  ) => {
    const [left, right] = [area.x(x[0]!), area.x(x.at(-1)!)];
    const width = Math.min(right - left, 2 * (area.right - area.left));
    const height = area.bottom - area.top;
    const drawn = cloud.of([curves.values, curves.mean, palette.theme], { width, height }, (own) =>
      paintCloud(own, curves, palette, width, height),
    );
    const [low, high] = curves.extent;
    context.drawImage(drawn, left, area.y(high), right - left, area.y(low) - area.y(high));
  };

  /** Paper and records, which stay while curves move. */
  const groundOf = (picture: CurvePicture, frame: Frame, area: PlotArea): HTMLCanvasElement => {
    const { records } = picture;
    const { palette } = frame;
    const size = { width: area.right - area.left, height: area.bottom - area.top };
    const heights = records === undefined || records.kind === "rug" ? undefined : area.y.domain();
    return ground.of([records, palette.theme, area.x.domain(), heights], size, (own) => {
      own.fillStyle = palette.paper;
      own.fillRect(0, 0, size.width, size.height);
      own.save();
      own.translate(-area.left, -area.top);
      if (records?.kind === "curves") drawCloud(own, picture, records, frame, area);
      else if (records?.kind === "rug") {
        own.translate(area.left, area.bottom - 11);
        paintRug(own, records, palette, area);
      } else drawRecords(own, picture, frame, area);
      own.restore();
      own.globalAlpha = 1;
    });
  };

  const update = (picture: CurvePicture, frame: Frame, moving = false): PlotArea => {
    const isSame = shown !== undefined && samePicture([shown.picture, shown.frame], [picture, frame]);
    if (shown && isSame && (isMarked || moving)) return shown.area;
    const area = isSame ? shown!.area : areaOf(picture, frame);
    if (!isSame) {
      shown = { picture, area, frame };
      paint(picture, frame, area);
    }
    isMarked = !moving || performance.now() - markedAt > markMilliseconds;
    if (isMarked) {
      markedAt = performance.now();
      release.attr("d", clipped(picture.release, area));
      estimate.attr("d", picture.estimate ? clipped(picture.estimate, area) : null);
      drawLabels(labels, picture, area, frame);
      overflow(picture, area);
    }
    return area;
  };

  const paint = (picture: CurvePicture, frame: Frame, area: PlotArea) => {
    const key = JSON.stringify([picture.domain, picture.label, picture.units, frame.width, frame.height]);
    if (key !== axesKey) {
      axesKey = key;
      drawAxes(picture, frame, area);
    }
    const { palette, em = 1 } = frame;
    const context = planeContext(canvas.node()!, area);
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    context.drawImage(groundOf(picture, frame, area), area.left, area.top, width, height);
    const released = tracedCurve(picture.release, area);
    drawBands(context, picture, released, palette, area);
    drawFan(context, picture, frame, area);
    strokeCurve(context, withinReach(released, area), { colour: palette.private, width: 2.5 * em });
    if (picture.estimate) {
      // On top, so that both are seen where they coincide.
      const original = withinReach(tracedCurve(picture.estimate, area), area);
      strokeCurve(context, original, {
        colour: palette.ink,
        width: 1.5 * em,
        dashes: originalDashes.map((dash) => dash * em),
      });
    }
    drawAtoms(context, picture, frame, area);
  };

  const drawAxes = (picture: CurvePicture, frame: Frame, area: PlotArea) => {
    for (const layer of [svg, over])
      layer
        .attr("width", frame.width)
        .attr("height", frame.height)
        .attr("viewBox", `0 0 ${frame.width} ${frame.height}`);
    const { em = 1 } = frame;
    const { across, up } = tickCounts(frame, area);
    axisX.attr("transform", `translate(0,${area.bottom})`).call(bottomAxis(area.x, across, picture.units?.x));
    axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, up, picture.units));
    nameX
      .attr("x", area.right)
      .attr("y", frame.height - 4)
      .text(shortened(picture.label.x));
    nameY
      .attr("x", 4)
      .attr("y", 12 * em)
      .text(frame.width < leastWithName * em && picture.estimate ? "" : picture.label.y);
  };

  return {
    update,
    area: () => shown?.area,
    indexAt: (clientX) => {
      if (!shown) return 0;
      const { area, picture } = shown;
      const [first, last] = picture.domain.x;
      const value = area.x.invert(clientX - svg.node()!.getBoundingClientRect().left);
      if (picture.uneven === true) return nearestIn(picture.x, value);
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
        // What is set is laid out anew, also where it stays the same.
        if (cursor.attr("visibility") !== "hidden") cursor.attr("visibility", "hidden");
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

/** The index of the value of an increasing list that is nearest. */
function nearestIn(values: Float64Array, value: number): number {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle]! <= value) low = middle;
    else high = middle;
  }
  return value - values[low]! <= values[high]! - value ? low : high;
}

const longestName = 40;

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
