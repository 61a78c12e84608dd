import { isGrouped } from "../../../core/grids.ts";
import { numberText, percentText, shareRangeText } from "../../../core/numberFormats.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import {
  groupShares,
  groupView,
  innerAxes,
  onceForEachGroup,
  type GroupShare,
} from "../../../state/presented/groupView.ts";
import type { GroupPicture } from "../../../plots/small/curvesSvg.ts";
import { meanPictureOf } from "./pictures.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import type { MeanCurveInside, MeanCurveView } from "../model/view.ts";

export function groupPicturesOf(shown: MeanCurveScenario, view: MeanCurveView): readonly GroupPicture[] {
  if (!isGrouped(view.axes)) return [];
  const [, { levels }] = view.axes;
  const { domain } = meanPictureOf(shown, { ...view, axes: innerAxes(view.axes) });
  return levels.map((title, k) => ({ title, picture: { ...meanPictureOf(shown, viewOfGroup(view, k)), domain } }));
}

function viewOfGroup(view: MeanCurveView, k: number): MeanCurveView {
  const [first, end] = [k * view.axes[0]!.count, (k + 1) * view.axes[0]!.count];
  return groupView(view, k, ({ rawMean, records }) => ({
    rawMean: rawMean.subarray(first, end),
    records: recordsOf(records, k),
  }));
}

type Records = MeanCurveInside["records"];
const ofGroup = onceForEachGroup<Records>();

function recordsOf(records: Records, k: number): Records {
  const { groups, curves, pointCount, summed } = records;
  if (summed?.groups)
    return { ...records, curves: summed.groups.curves.subarray(k * pointCount, (k + 1) * pointCount) };
  if (!groups) return records;
  return ofGroup(groups.of, k, (rows) => {
    const some = new Float64Array(rows.length * pointCount);
    rows.forEach((row, i) => some.set(curves.subarray(row * pointCount, (row + 1) * pointCount), i * pointCount));
    return { ...records, curves: some };
  });
}

export function groupsOf(shown: Pick<MeanCurveScenario, "levels">, view: MeanCurveView): readonly GroupShare[] {
  return groupShares(view, typedShares(shown.levels).shares);
}

/** Smallest reported relative error of a share, which scales the distance from the centre. */
const notable = 0.05;

export function groupSentence({ groups: column, levels, centre }: MeanCurveScenario, view: MeanCurveView): string {
  const groups = groupsOf({ levels }, view);
  const share = (released: number, within: number, original: number | undefined) => {
    const truth = original === undefined ? "" : ` (in truth ${percentText(original)})`;
    return `${shareRangeText(released, within)}${truth}`;
  };
  const said = groups.map(({ title, released, within, original }) => `${title} ${share(released, within, original)}`);
  const none = view.extra?.[groups.length];
  if (none) said.push(`none ${share(none.released, 1.96 * none.deviation, none.original)}`);
  const isEven = groups.every(({ sigma }) => sigma === groups[0]!.sigma);
  const sizes = isEven
    ? `${numberText(groups[0]!.sigma)} in each`
    : groups.map(({ title, sigma }) => `${numberText(sigma)} for ${title}`).join(", ");
  const wrong = groups.filter(({ released, within, declared }) => {
    const off = Math.abs(released - declared);
    return off > within && off > notable * declared;
  });
  const from = centre === "" ? "zero" : "the declared centre";
  const factors = wrong.map(
    ({ title, released, declared }) => `${title} ${numberText(Math.max(0, released) / declared)}`,
  );
  const bias =
    wrong.length === 0
      ? ""
      : ` A wrong declared share puts a curve too near to ${from}, or too far: ${factors.join(", ")} times as far as its group’s mean.`;
  return `${groups.length} groups by ${column}. The noise at each point has standard deviation ${sizes}. Shares of the curves, with 95 %: ${said.join(", ")}.${bias}`;
}
