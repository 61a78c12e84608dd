import { normalCdf } from "../../core/special/normal.ts";
import type { BoundaryPicture } from "../../plots/boundaryPlot.ts";
import type { CurvePicture } from "../../plots/curvePlot.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundaryRecords } from "./session.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** What a hand is doing in the picture. */
export interface Hand {
  readonly cursor: readonly [x: number, y: number] | undefined;
  readonly chosen: number | undefined;
}

const idle: Hand = { cursor: undefined, chosen: undefined };

/** The picture of a classification. In the outside view it holds no true value. */
export function boundaryPictureOf(
  scenario: BoundaryScenario,
  view: BoundaryView,
  records: BoundaryRecords | undefined,
  hand: Hand = idle,
): BoundaryPicture {
  const [x, y] = view.domain as [(typeof view.domain)[number], (typeof view.domain)[number]];
  const { inside, released, others } = view;
  const support = records === view.answer.records ? view.answer.release.support : undefined;
  return {
    counts: view.counts as [number, number],
    domain: { x, y },
    label: view.answer.records.names,
    field: fieldOf(scenario, view),
    boundaries: [
      ...others.map((values) => ({ values, kind: "draw" as const })),
      ...(inside ? [{ values: inside.original, kind: "original" as const }] : []),
      { values: released, kind: "private" as const },
    ],
    points:
      inside && records && scenario.records !== "none"
        ? {
            coordinates: records.points.coordinates,
            labels: records.responses,
            support: scenario.records === "support" ? support : undefined,
            chosen: hand.chosen,
          }
        : undefined,
    cursor: hand.cursor,
  };
}

/**
 * The colours of the plane. The certainty map shows for each point the probability of the class +1 over the release,
 * P(f(x) + σZ > 0) = Φ(f(x)/σ); from outside, where f is unknown, the released function takes its place.
 */
function fieldOf(
  { field }: BoundaryScenario,
  { inside, released, standardDeviation }: BoundaryView,
): BoundaryPicture["field"] {
  if (field === "none") return undefined;
  if (inside && field === "certainty")
    return { values: inside.original, scale: 1 / standardDeviation, level: normalCdf };
  return { values: inside && field === "original" ? inside.original : released, scale: 1, level: clampedLevel };
}

/** ½ + z/2 between −1 and 1. */
function clampedLevel(z: number): number {
  return 0.5 + 0.5 * Math.max(-1, Math.min(1, z));
}

/** The standard normal quantile of 0.975. */
export const pointwise95 = 1.959963984540054;

/** The picture of a regression: its vertical axis is the declared range of the responses, with room for the noise. */
export function regressionPictureOf(
  scenario: BoundaryScenario,
  view: BoundaryView,
  records: BoundaryRecords | undefined,
  hand: Hand = idle,
): CurvePicture {
  const [[lower, upper]] = view.domain as [(typeof view.domain)[number]];
  const { inside, released, answer } = view;
  const [low, high] = answer.parameters.responseRange!;
  const margin = Math.min(high - low, Math.max(0.05 * (high - low), view.standardDeviation));
  const bands = [
    { name: "simultaneous", halfWidth: view.simultaneousHalfWidth ?? 0 },
    { name: "pointwise", halfWidth: pointwise95 * view.standardDeviation },
  ].filter(({ name }) => scenario.band === "both" || scenario.band === name);
  const same = records === answer.records;
  const shown = inside && records && scenario.records !== "none";
  return {
    x: view.coordinates[0]!,
    release: released,
    estimate: inside?.original,
    draws: view.others,
    bands,
    records: shown
      ? {
          kind: "scatter",
          x: records.points.coordinates,
          y: records.responses,
          to:
            scenario.records === "residuals" && same
              ? answer.release.fitted.map((f) => (low + high) / 2 + view.unit * f)
              : undefined,
          support: scenario.records === "support" && same ? answer.release.support : undefined,
          chosen: hand.chosen,
        }
      : undefined,
    domain: { x: [lower, upper], y: [low - margin, high + margin] },
    label: { x: answer.records.names.x, y: answer.records.names.response },
  };
}
