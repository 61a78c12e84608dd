import { levelsOf } from "../../../core/grids.ts";
import { numberText, percentText, tenthPercentText } from "../../../core/numberFormats.ts";
import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import { pointsAt } from "../../../core/points.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import type { GroupPicture, GroupPlane } from "../../../plots/small/curvesSvg.ts";
import {
  groupShares,
  groupView,
  numbersOfGroup,
  onceForEachGroup,
  type GroupShare,
} from "../../../state/presented/groupView.ts";
import { boundaryPictureOf, regressionPictureOf } from "./pictures.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryInside, BoundaryView } from "../model/view.ts";

export function groupPlanesOf(shown: BoundaryScenario, view: BoundaryView): readonly GroupPlane[] {
  return levelsOf(view.axes).map((title, k) => {
    const own = viewOfGroup(view, k);
    return { title, picture: boundaryPictureOf(shown, own, own.inside?.records) };
  });
}

export function groupCurvesOf(shown: BoundaryScenario, view: BoundaryView): readonly GroupPicture[] {
  const pictures = levelsOf(view.axes).map((title, k) => {
    const own = viewOfGroup(view, k);
    return { title, picture: regressionPictureOf(shown, own, own.inside?.records) };
  });
  // Room for noise differs with the declared share.
  const ends = pictures.map(({ picture }) => picture.domain.y);
  const y = [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))] as const;
  return pictures.map(({ title, picture }) => ({
    title,
    picture: { ...picture, domain: { ...picture.domain, y: [y[0], y[1]] } },
  }));
}

const viewOfGroup = (view: BoundaryView, k: number) => groupView(view, k, (inside) => ownOf(inside, k));

const recordsOfGroup = onceForEachGroup<BoundaryRecords>();

type Own = Pick<BoundaryInside, "records" | "fitted" | "support">;

function ownOf({ records, fitted, support }: BoundaryInside, k: number): Own {
  const { groups, points, responses } = records;
  if (!groups) return { records, fitted, support };
  const rows = rowsOfGroup(groups.of, k, (some) => some);
  return {
    records: recordsOfGroup(groups.of, k, (some) => ({
      ...records,
      points: pointsAt(points, some),
      responses: Float64Array.from(some, (row) => responses[row]!),
    })),
    fitted: Float64Array.from(rows, (row) => fitted[row]!),
    support: Uint8Array.from(rows, (row) => support[row]!),
  };
}

export const rowsOfGroup = onceForEachGroup<readonly number[]>();

export function groupsOf(shown: BoundaryScenario, view: BoundaryView): readonly GroupFacts[] {
  return groupShares(view, typedShares(shown.levels).shares).map((share, k) => ({
    ...share,
    values: numbersOfGroup(view, k).released,
    performance: view.inside?.ofGroups?.[k],
  }));
}

interface GroupFacts extends GroupShare {
  readonly values: Float64Array;
  /** Absent for an empty group. */
  readonly performance: NonNullable<BoundaryInside["ofGroups"]>[number];
}

/** Smaller ratios of λ are invisible in a boundary. */
const notable = 1.25;

export function groupSentence(shown: BoundaryScenario, view: BoundaryView): string {
  const { groups: column, task, response, loss } = shown;
  const groups = groupsOf(shown, view);
  const plane = task === "classification";
  const share = (value: number, within: number, truth: number | undefined) =>
    `${percentText(Math.max(0, value))} ± ${percentText(within)}${truth === undefined ? "" : ` (in truth ${percentText(truth)})`}`;
  const sizes = groups.map((group) => `${group.title} ${share(group.released, group.within, group.original)}`);
  const none = view.extra?.[groups.length];
  if (none) sizes.push(`in none of them ${share(none.released, 1.96 * none.deviation, none.original)}`);
  const text = plane ? tenthPercentText : numberText;
  const values = groups.map(({ title, performance, values: field, sigma }) => {
    if (performance) return `${title} ${text(performance.original)} → ${text(performance.expectedPrivate)}`;
    if (!plane) return `${title} ± ${numberText(sigma)}`;
    return `${title} ${percentText(field.reduce((sum, f) => sum + (f > 0 ? 1 : 0), 0) / field.length)}`;
  });
  const measure = plane ? "Labelled correctly" : loss === "pinball" ? "Mean quantile loss" : "Mean absolute error";
  const what = view.inside
    ? `${measure}, original → private, in expectation: `
    : plane
      ? `Share of the plane called ${response} = ${view.facts.classNames![1]}: `
      : "Standard deviation of the noise at each point: ";
  const wrong = groups.filter(({ released, within, declared }) => {
    const isFar = released * notable <= declared || declared * notable <= released;
    return isFar && Math.abs(released - declared) > within;
  });
  const bias =
    wrong.length === 0
      ? ""
      : ` Not as large as declared: ${wrong
          .map(({ title, declared, released }) => {
            return `${title}, where λ counts ${released > 0 ? `${numberText(declared / released)} times` : "for far more"}`;
          })
          .join("; ")}.`;
  return `${groups.length} groups by ${column}, released together. ${what}${values.join(", ")}. Shares of the records, ± the noise in 95 of 100 releases: ${sizes.join(", ")}.${bias}`;
}
