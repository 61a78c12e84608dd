import { wideTimes, type CurveLayout, type NamedColumn } from "../../../core/records/curves/curveLayout.ts";
import { columnRangesOf } from "../../../core/columnRanges.ts";
import type { Values } from "../../../state/scenario/fieldLines.ts";
import { groupsShown, noUnits } from "../../../state/scenario/sharedFields.ts";
import type { MeanCurveDefaults, MeanCurveExample } from "./example.ts";
import type { meanCurveFields } from "./fields.ts";

export type MeanCurveScenario = Values<typeof meanCurveFields>;

export function exampleOf(
  examples: readonly MeanCurveExample[],
  data: string,
): { readonly example: MeanCurveExample; readonly defaults: MeanCurveDefaults } | undefined {
  for (const example of examples) {
    if (example.id === data) return { example, defaults: example.defaults };
    const variation = example.variations.find((candidate) => candidate.data === data);
    if (variation) return { example, defaults: { ...example.defaults, ...variation.override } };
  }
  return undefined;
}

export function layoutFields(
  layout: CurveLayout,
): Pick<MeanCurveScenario, "shape" | "curve" | "time" | "value" | "person" | "firstRow"> {
  const { person = "" } = layout;
  return layout.shape === "long"
    ? { shape: "long", curve: layout.curve, time: layout.time, value: layout.value, person, firstRow: "curve" }
    : {
        shape: "wide",
        curve: "",
        time: "",
        value: "",
        person,
        firstRow: layout.timesInFirstRow === true ? "times" : "curve",
      };
}

export function layoutOf(
  columns: readonly NamedColumn[],
  { shape, curve, time, value, person, firstRow, groups, columnRanges }: MeanCurveScenario,
): CurveLayout {
  const whose = person === "" ? {} : { person };
  if (shape === "long") return { shape, curve, time, value, ...whose };
  const declared = columnRangesOf(columnRanges);
  if (declared)
    return { shape, times: declared.map(({ name }) => name), ranges: declared.map(({ range }) => range), ...whose };
  return {
    shape,
    times: wideTimes(columns).filter((name) => name !== person && name !== groups),
    ...(firstRow === "times" && { timesInFirstRow: true }),
    ...whose,
  };
}

export function settingsOf({
  layout,
  units = noUnits,
  gridCount,
  curvesPerPerson,
  groups,
  ...same
}: Partial<MeanCurveDefaults>): Partial<MeanCurveScenario> {
  return {
    ...same,
    ...(same.domain && { window: same.domain }),
    ...(layout && { ...layoutFields(layout), ...units }),
    ...(gridCount !== undefined && { points: gridCount }),
    ...(curvesPerPerson !== undefined && { perPerson: curvesPerPerson }),
    ...(groups && groupsShown(groups)),
  };
}
