import { select, type Selection } from "d3";
import { drawPointMasses } from "./pointMassMarks.ts";
import { axisWith, bottomAxis, leftAxis } from "../axisTicks.ts";
import { areaOf, clipped, type PlotArea } from "./curveArea.ts";
import { isLow, tickCounts } from "./curveFrame.ts";
import { createCurveGround } from "./curveGround.ts";
import { drawLabels, drawOffScale } from "./curveLabels.ts";
import { drawBands, drawFan, strokeCurve, traceCurve, tracedCurve, withinReach } from "./curveMarks.ts";
import type { CurvePicture } from "../curvePicture.ts";
import { gridPointAt, placeIn, scatterPointAt } from "./curvePointing.ts";
import type { Frame } from "../frame.ts";
import { createOverflow } from "./overflow.ts";
import { planeContext } from "../planeCanvas.ts";
import { samePicture } from "../samePicture.ts";
import { append, setAttributes } from "../svgElements.ts";

/**
 * Records, bands and curves on a canvas, axes and labels as SVG. The SVG has the curves too (`path.release`,
 * `path.estimate`), to be read and never painted.
 */
export interface CurvePlot {
  /** @param moving true if the next picture comes at once: marks and names then wait, at most a tenth of a second */
  update(picture: CurvePicture, frame: Frame, moving?: boolean): PlotArea;
  showCursor(index: number | undefined): void;
  indexAt(clientX: number): number;
  placeAt(clientX: number, clientY: number): readonly [x: number, y: number] | undefined;
  area(): PlotArea | undefined;
  pointAt(clientX: number, clientY: number): number | undefined;
  destroy(): void;
}

const originalDashes = [6, 3];
/** Width below which names of curves replace the vertical axis's. */
const leastWithName = 230;

const markMilliseconds = 100;

export function createCurvePlot(host: HTMLElement): CurvePlot {
  const root = select(host).append("div").attr("class", "plot curve-plot");
  const svg = root.append("svg").attr("aria-hidden", "true");
  const axes = createAxes(svg);
  const marks = append(svg, "defs");
  const estimate = append(marks, "path", { class: "estimate" });
  const release = append(marks, "path", { class: "release" });
  const labels = append(svg, "g", { class: "labels" });
  const canvas = root.append("canvas").attr("aria-hidden", "true");
  const overflow = createOverflow(root);
  const over = root.append("svg").attr("aria-hidden", "true");
  const offScaleLabels = append(over, "g", { class: "off-scale" });
  const showCursor = createCursor(over);

  let shown: { picture: CurvePicture; area: PlotArea; frame: Frame } | undefined;
  let axesKey = "";
  let isMarked = false;
  let markedAt = -Infinity;
  let marking: ReturnType<typeof setTimeout> | undefined;
  const ground = createCurveGround();

  const update = (picture: CurvePicture, frame: Frame, moving = false): PlotArea => {
    const isSame = shown !== undefined && samePicture([shown.picture, shown.frame], [picture, frame]);
    if (shown && isSame && (isMarked || moving)) return shown.area;
    const area = isSame ? shown!.area : areaOf(picture, frame);
    if (!isSame) {
      shown = { picture, area, frame };
      paint(picture, frame, area);
    }
    const wait = moving ? markedAt + markMilliseconds - performance.now() : 0;
    isMarked = wait <= 0;
    // A still pointer sends no further move.
    if (isMarked) mark();
    else marking ??= setTimeout(mark, wait);
    return area;
  };

  const mark = () => {
    clearTimeout(marking);
    marking = undefined;
    if (!shown) return;
    const { picture, area, frame } = shown;
    isMarked = true;
    markedAt = performance.now();
    release.attr("d", clipped(picture.release, area));
    estimate.attr("d", picture.estimate ? clipped(picture.estimate, area) : null);
    drawLabels(labels, picture, area, frame);
    drawOffScale(offScaleLabels, picture, area, frame);
    overflow(picture, area);
  };

  const paint = (picture: CurvePicture, frame: Frame, area: PlotArea) => {
    const key = JSON.stringify([
      picture.domain,
      picture.label,
      picture.units,
      picture.columns,
      frame.width,
      frame.height,
    ]);
    if (key !== axesKey) {
      axesKey = key;
      for (const layer of [svg, over]) {
        const { width, height } = frame;
        setAttributes(layer, { width, height, viewBox: `0 0 ${width} ${height}` });
      }
      axes(picture, frame, area);
    }
    const { palette, em = 1, bold = 1 } = frame;
    const context = planeContext(canvas.node()!, area);
    const [width, height] = [area.right - area.left, area.bottom - area.top];
    context.drawImage(ground(picture, frame, area), area.left, area.top, width, height);
    if (picture.columnPen) {
      picture.columnPen.draw(context, picture, frame, area);
      return;
    }
    const released = tracedCurve(picture.release, area);
    drawBands(context, picture, released, palette, area);
    drawFan(context, picture, frame, area);
    strokeCurve(context, withinReach(released, area), { colour: palette.private, width: 2.5 * em * bold });
    if (picture.estimate) {
      // On top, so that both show where they coincide.
      const original = withinReach(tracedCurve(picture.estimate, area), area);
      strokeCurve(context, original, {
        colour: palette.ink,
        width: 1.5 * em * bold,
        dashes: originalDashes.map((dash) => dash * em),
      });
    }
    drawPointMasses(context, picture, frame, area);
    picture.further?.[0]?.pen.draw(context, picture.further, frame, area, ({ values }) =>
      traceCurve(context, withinReach(tracedCurve(values, area), area)),
    );
  };

  const leftTop = () => svg.node()!.getBoundingClientRect();

  return {
    update,
    area: () => shown?.area,
    indexAt: (clientX) => (shown ? gridPointAt(shown, clientX - leftTop().x) : 0),
    placeAt: (clientX, clientY) => {
      const { x, y } = leftTop();
      return shown && placeIn(shown.area, clientX - x, clientY - y);
    },
    pointAt: (clientX, clientY) => {
      const { x, y } = leftTop();
      return shown && scatterPointAt(shown, clientX - x, clientY - y);
    },
    showCursor: (index) => showCursor(shown, index),
    destroy: () => {
      clearTimeout(marking);
      root.remove();
    },
  };
}

type Svg = Selection<SVGSVGElement, unknown, null, undefined>;

function createAxes(svg: Svg) {
  const axisX = append(svg, "g", { class: "axis" });
  const axisY = append(svg, "g", { class: "axis" });
  const nameX = append(svg, "text", { class: "axis-name", "text-anchor": "end" });
  const nameY = append(svg, "text", { class: "axis-name" });

  return ({ units, label, estimate, columns, columnPen }: CurvePicture, frame: Frame, area: PlotArea) => {
    const { width, height, em = 1 } = frame;
    const { across, up } = tickCounts(frame, area);
    axisX.attr("transform", `translate(0,${area.bottom})`);
    const named = columns && columnPen?.ticks(columns, frame, area);
    axisX.call(named ? axisWith(area.x, named) : bottomAxis(area.x, across, units?.x));
    if (named) axisX.selectAll<SVGTextElement, number>(".tick text").attr("y", (place) => 7 + em * named.down(place));
    axisY.attr("transform", `translate(${area.left},0)`).call(leftAxis(area.y, up, units));
    setAttributes(nameX, { x: area.right, y: height - 4 }).text(isLow(frame) || columns ? "" : shortened(label.x));
    const isNamed = !isLow(frame) && (width >= leastWithName * em || !estimate);
    setAttributes(nameY, { x: 4, y: 12 * em }).text(isNamed ? label.y : "");
  };
}

function createCursor(over: Svg) {
  const cursor = append(over, "g", { class: "cursor", visibility: "hidden" });
  const line = append(cursor, "line");
  const release = append(cursor, "circle", { class: "release", r: 4 });
  const estimate = append(cursor, "circle", { class: "estimate", r: 4 });

  return (shown: { picture: CurvePicture; area: PlotArea } | undefined, index: number | undefined) => {
    if (!shown || index === undefined) {
      if (cursor.attr("visibility") !== "hidden") cursor.attr("visibility", "hidden");
      return;
    }
    const { area, picture } = shown;
    const x = area.x(picture.x[index]!);
    cursor.attr("visibility", "visible");
    setAttributes(line, { x1: x, x2: x, y1: area.top, y2: area.bottom });
    setAttributes(release, { cx: x, cy: area.y(picture.release[index]!) });
    const original = picture.estimate?.[index];
    setAttributes(estimate, {
      visibility: picture.estimate ? null : "hidden",
      cx: x,
      cy: area.y(original ?? 0),
    });
  };
}

const longestName = 40;

function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}
