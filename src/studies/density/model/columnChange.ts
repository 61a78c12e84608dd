import type { ColumnOutline } from "../../../core/records/outline.ts";
import type { Interval } from "../../../core/grids.ts";
import { axisUnit } from "../../../panels/study/declaration.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import { bandwidthOf } from "./declaration.ts";
import { densityExamples } from "./examples.ts";
import { columnDefaults } from "./links.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityProps } from "./view.ts";

/** The bandwidth at the same share of a new domain; nothing for an invalid one. */
export function bandwidthWithin(
  key: "h" | "hy",
  h: number,
  before: Interval,
  domain: Interval,
): Partial<DensityScenario> {
  if (!(before[1] > before[0] && domain[1] > domain[0])) return {};
  return { [key]: bandwidthOf(h / (before[1] - before[0]), domain) };
}

/** Another column. One's own data declare the domain anew: the former one says nothing about it. */
export function chooseColumn(
  { scenario, set, act }: DensityProps,
  columns: readonly ColumnOutline[],
  change: Partial<DensityScenario>,
  axis: "x" | "y",
): void {
  const column = change[axis] ?? "";
  const plain = axis === "x" ? ({ scale: "own", atom: "none" } as const) : {};
  const unit = axisUnit(columns, column);
  const units = axis === "x" ? { unitX: unit } : { unitY: unit };
  if (scenario.data === ownData && column !== "") {
    act.declareAnew({ ...change, ...plain, ...units }, [axis === "x" ? "domainX" : "domainY"]);
    return;
  }
  const usual = columnDefaults(densityExamples, scenario.data, column);
  const known =
    usual &&
    (axis === "x" ? { domainX: usual.domain, h: usual.bandwidth } : { domainY: usual.domain, hy: usual.bandwidth });
  set({ ...change, ...plain, ...units, ...known }, { commit: true });
}
