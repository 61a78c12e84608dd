import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { isAbsentName } from "../../core/release/absentRecords.ts";
import { countText, finePercentText, numberText, percentText, shareRangeText } from "../../core/numberFormats.ts";
import { integralFunctional, valueOf } from "../../core/release/curveFunctionals.ts";
import { placeText } from "../controls/words.ts";
import { partOf, whatFollows } from "../postProcessing/whatFollows.ts";
import { columnMeansSentence } from "../inference/columnMeans.ts";
import { sidesIn } from "./classSides.ts";
import { releasedFunction, type ReleasedFunction } from "./releasedFunction.ts";
import type { ReleaseLook } from "../study/releaseLook.ts";

export function releasedSentence(file: ReleaseFile, { boundary, table, density }: ReleaseLook): string {
  const shown = releasedFunction(file);
  const count = countText(file.mechanism.integers.length);
  if (table && shown)
    return `A released table of ${shown.axes[1]?.length ?? 1} rows and ${shown.axes[0]!.length} columns.`;
  const { domain } = file.mechanism;
  if (domain.kind === "points") {
    const [each] = file.view.bands;
    const noise = each ? ` The noise of each is within ± ${numberText(each.halfWidth)}, with 95 %.` : "";
    const inputs = domain.inputs.map(({ name }) => name).join(", ");
    return `Private predictions at ${count} ${count === "1" ? "point" : "points"} of ${inputs}, drawn together.${noise}`;
  }
  if (!shown) return `A release of ${count} numbers.`;
  const { names, axes, halfWidth, released } = shown;
  const isAbout = file.view.bands.some(({ name }) => name.endsWith("approximately"));
  const noise =
    halfWidth === undefined
      ? ""
      : ` The noise is within ± ${numberText(halfWidth)} everywhere, with ${isAbout ? "about " : ""}95 %.`;
  if (boundary && shown.levels && axes.length === 3)
    return `${planeWords(file, shown, shown.levels)}${noise}${extraSentence(file)}`;
  if (boundary && axes.length === 2 && !shown.levels) {
    const share = released.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / released.length;
    const sides = sidesIn(file);
    const called = sides ? `calls ${finePercentText(share)}` : `is above zero on ${finePercentText(share)}`;
    const which = sides ? ` “${sides[1]}”, the rest “${sides[0]}”` : "";
    return `The released function ${called} of the plane of ${names.join(" and ")}${which}.${noise}`;
  }
  if (shown.levels) {
    const words = density ? areaWords(shown, shown.levels) : topWords(shown, shown.levels);
    return `${words}${noise}${extraSentence(file)}`;
  }
  if (shown.columns)
    return `${columnMeansSentence(shown.columns, released, file.view.bands[0]?.halfWidth ?? NaN)}${extraSentence(file)}`;
  const rows = whatFollows(shown, { point: axes.map((axis) => axis[0]!), window: axes.map(() => [0, 0]), weight: "" });
  const [top, bottom] = rows.filter(({ at }) => at !== undefined) as [(typeof rows)[number], (typeof rows)[number]];
  const place = (at: readonly number[]) =>
    names.map((name, k) => `${name} = ${placeText(at[k]!, shown.units?.[k], lengthOf(shown, k))}`).join(", ");
  const highest = `highest, ${numberText(top.released)}, at ${place(top.at!.released)}`;
  const lowest = `lowest, ${numberText(bottom.released)}, at ${place(bottom.at!.released)}`;
  return `The released ${shown.valueName} is ${highest}, and ${lowest}.${noise}${extraSentence(file)}`;
}

function lengthOf({ grid }: ReleasedFunction, k: number): number {
  return grid[k]!.upper - grid[k]!.lower;
}

function planeWords(file: ReleaseFile, shown: ReleasedFunction, levels: readonly string[]): string {
  const above = sidesIn(file)?.[1];
  const parts = levels.map((level, k) => {
    const { released } = partOf(shown, k);
    const share = released.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0) / released.length;
    return `${level} ${finePercentText(share)}`;
  });
  const [x, y, group] = shown.names as [string, string, string];
  const what = above === undefined ? "above zero" : `called “${above}”`;
  return `${levels.length} groups by ${group}. The share of the plane of ${x} and ${y} that is ${what}: ${parts.join(", ")}.`;
}

function areaWords(shown: ReleasedFunction, levels: readonly string[]): string {
  const [axis] = shown.axes as [Float64Array];
  const whole = integralFunctional(axis, [axis[0]!, axis.at(-1)!]);
  const share = (k: number) => Math.max(0, valueOf(whole, partOf(shown, k).released));
  const parts = levels.map((level, k) => `${level} ${percentText(share(k))}`);
  return `${levels.length} groups by ${shown.names[1]!}. The area under a curve is its group’s share: ${parts.join(", ")}.`;
}

function topWords(shown: ReleasedFunction, levels: readonly string[]): string {
  const [axis] = shown.axes as [Float64Array];
  const parts = levels.map((level, k) => {
    const question = { point: [axis[0]!], window: [[0, 0] as const], weight: "" };
    const [top, bottom] = whatFollows(partOf(shown, k), question).filter(({ at }) => at !== undefined);
    const place = (extreme: typeof top) =>
      `${numberText(extreme!.released)} at ${placeText(extreme!.at!.released[0]!, shown.units?.[0], lengthOf(shown, 0))}`;
    return `${level} from ${place(bottom)} to ${place(top)}`;
  });
  const [over, by] = shown.names;
  return `${levels.length} groups by ${by!}. Lowest and highest of each curve over ${over!}: ${parts.join("; ")}.`;
}

function extraSentence({ view: { beside = [] } }: ReleaseFile): string {
  if (beside.length === 0) return "";
  const names = beside.map(({ name }) => name.split(" "));
  const differ = beside.length === 1 ? 0 : names[0]!.findIndex((word, k) => names.some((own) => own[k] !== word));
  const common = names[0]!.slice(0, Math.max(0, differ));
  const parts = beside.map(({ name, value, halfWidth }, k) => {
    const exceeded = isAbsentName(name) && value + halfWidth < 0 ? ", as there seem to be more" : "";
    return `${names[k]!.slice(common.length).join(" ")}: ${shareRangeText(value, halfWidth)}${exceeded}`;
  });
  return ` Beside it, with 95 %: ${[...common, parts.join("; ")].join(" ")}.`;
}
