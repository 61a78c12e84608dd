import { axisName } from "../../../plots/axisTicks.ts";
import { planeOf, type GridAxis } from "../../../core/grids.ts";
import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { valuesOf } from "../../../core/release/scale.ts";
import { normalCdf } from "../../../core/special/normal.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { clampedLevel, type BoundaryPicture } from "../../../plots/plane/boundaryPicture.ts";
import type { CurvePicture } from "../../../plots/curvePicture.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { firstInputOf, placesOf } from "../model/editing.ts";
import { isZero } from "./noLine.ts";
import type { BoundaryView } from "../model/view.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

interface PointerState {
  readonly cursor: readonly [x: number, y: number] | undefined;
  readonly chosen: number | undefined;
}

const idle: PointerState = { cursor: undefined, chosen: undefined };

export function boundaryPictureOf(
  scenario: BoundaryScenario,
  view: BoundaryView,
  records: BoundaryRecords | undefined,
  pointer: PointerState = idle,
): BoundaryPicture {
  const { inside, original, released, others, axes } = view;
  const support = records === inside?.records ? inside?.support : undefined;
  const plane = planeOf(axes);
  return {
    ...plane,
    label: {
      x: axisName(scenario.x, scenario.unitX, plane.domain.x),
      y: axisName(scenario.y, scenario.unitY, plane.domain.y),
    },
    units: { x: scenario.unitX, y: scenario.unitY },
    field: fieldOf(scenario, view),
    sides: view.facts.classNames,
    boundaries: [
      ...others.map((values) => ({ values, kind: "draw" as const })),
      { values: released, kind: "private" as const },
      ...(original && !isZero(original) ? [{ values: original, kind: "original" as const }] : []),
    ],
    points:
      inside && records && scenario.records !== "none"
        ? {
            coordinates: placesOf(records),
            labels: records.responses,
            support: scenario.records === "support" ? support : undefined,
            chosen: pointer.chosen,
          }
        : undefined,
    cursor: pointer.cursor,
  };
}

/** Certainty of class +1, P(f(x) + σZ > 0) = Φ(f(x)/σ); from outside with the released function. */
function fieldOf({ field }: BoundaryScenario, { original, released, sigma }: BoundaryView): BoundaryPicture["field"] {
  if (field === "none") return undefined;
  if (original && field === "certainty") return { values: original, scale: 1 / sigma, level: normalCdf };
  return { values: original && field === "original" ? original : released, scale: 1, level: clampedLevel };
}

export function regressionPictureOf(
  scenario: BoundaryScenario,
  view: BoundaryView,
  records: BoundaryRecords | undefined,
  pointer: PointerState = idle,
): CurvePicture {
  const [{ lower, upper }] = view.axes as [GridAxis];
  const { inside, released } = view;
  const [low, high] = scenario.range;
  const margin = Math.min(high - low, Math.max(0.05 * (high - low), view.sigma));
  const bands = [
    { name: "simultaneous", halfWidth: view.simultaneous ?? 0 },
    { name: "pointwise", halfWidth: pointwise95 * view.sigma },
  ].filter(({ name }) => scenario.band === "both" || scenario.band === name);
  const own = records === inside?.records ? inside : undefined;
  const shown = inside && records && scenario.records !== "none";
  return {
    x: coordinatesOf(view.axes)[0]!,
    release: released,
    estimate: view.original,
    draws: view.others.map(valuesOf),
    bands,
    records: shown
      ? {
          kind: "scatter",
          x: firstInputOf(records),
          y: records.responses,
          to:
            scenario.records === "residuals"
              ? own?.fitted.map((f) => (low + high) / 2 + ((high - low) / 2) * f)
              : undefined,
          support: scenario.records === "support" ? own?.support : undefined,
          chosen: pointer.chosen,
        }
      : undefined,
    domain: { x: [lower, upper], y: [low - margin, high + margin] },
    label: {
      x: axisName(scenario.x, scenario.unitX, [lower, upper]),
      y: axisName(scenario.response, scenario.unitY, scenario.range),
    },
    units: { x: scenario.unitX, y: scenario.unitY },
  };
}
