import { detectLayout, headerTimes, wideTimes } from "../../../core/records/curveLayout.ts";
import type { CurveLayout } from "../../../core/records/curveLayout.ts";
import type { CurveSumsTerms } from "../../../core/records/curveSums.ts";
import { sumTermsOf } from "../../../core/records/curveSumsTable.ts";
import type { MeanCurveChoice } from "../../../core/records/meanCurveRecords.ts";
import type { TableSchema } from "../../../core/tables/schema.ts";
import type { TableOutline } from "../../../core/records/outline.ts";
import { gridCoordinates } from "../../../core/grids.ts";
import { centreAt } from "../../../core/release/carrying.ts";
import { exactText, significant } from "../../../core/numberFormats.ts";
import { missingValues } from "../../../panels/data/missingValues.ts";
import { axisUnit } from "../../../panels/study/declaration.ts";
import { typedShares } from "../../../panels/controls/typedGroups.ts";
import { centreParameter } from "./centre.ts";
import type { MeanCurveDefaults } from "./example.ts";
import { layoutOf, meanCurveLimits, ownDefaults, rangeLimits, scenarioOf } from "./scenario.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** Which curves are meant; undefined while the columns are not chosen. */
export function choiceOf(scenario: MeanCurveScenario, outline: TableOutline): MeanCurveChoice | undefined {
  const { shape, curve, time, value, person, domain, points, perPerson, groups, levels } = scenario;
  const grouped = groups !== "" && { groups: { column: groups, levels: typedShares(levels).levels } };
  const { columns } = outline;
  const layout = layoutOf(columns, scenario);
  if (sumsIn(columns)) {
    return { layout, domain, points, perPerson: 1, missing: "refuse", summed: true, ...grouped };
  }
  if (shape === "long" && (curve === "" || time === "" || value === "")) return undefined;
  const names = layout.shape === "wide" ? layout.times : [time, value];
  const missing = missingValues(scenario.data, outline, names, centreValues(scenario));
  return { layout, domain, points, perPerson: person === "" ? 1 : perPerson, missing, ...grouped };
}

/** The centre at the points of the grid, 0 where there is none: what a curve without a number counts as. */
function centreValues({ centre: typed, domain: [lower, upper], points }: MeanCurveScenario): readonly number[] {
  const { centre = [[0, 0]] } = centreParameter(typed);
  return [...centreAt(centre, gridCoordinates({ lower, upper, count: points }))];
}

/** Whether a table has the columns that a scenario names. */
export function fitsTable({ columns }: TableOutline, { shape, time, value, groups }: MeanCurveScenario): boolean {
  const known = (column: string) => columns.some(({ name }) => name === column);
  return (groups === "" || known(groups)) && (shape === "wide" || (known(time) && known(value)));
}

/** The layout of a table by its names, and for a wide one a first grid; the rest is as for any data of one's own. */
export function chooseLayout(
  { columns, schema }: TableOutline,
  { data, epsilon, delta }: MeanCurveScenario,
): Partial<MeanCurveScenario> {
  const sums = sumsIn(columns);
  if (sums) return sumsScenario(sums, { data, epsilon, delta });
  const layout = schema ? declaredLayout(columns, schema) : detectLayout(columns);
  const units =
    layout.shape === "long"
      ? { unitX: axisUnit(columns, layout.time), unitY: axisUnit(columns, layout.value) }
      : { unitX: "", unitY: "" };
  return { ...scenarioOf(data, { ...ownDefaults, epsilon, delta, layout, ...gridOf(layout) }), ...units };
}

/** The layout and the person that a schema declares; where it declares no layout, that of names and kinds. */
function declaredLayout(columns: TableOutline["columns"], { curves, person }: TableSchema): CurveLayout {
  const { person: _, ...found } = detectLayout(columns);
  const layout: CurveLayout =
    curves?.shape === "wide" ? { shape: "wide", times: wideTimes(columns) } : (curves ?? found);
  const isCurve = layout.shape === "long" && layout.curve === person;
  return { ...layout, ...(person !== undefined && !isCurve && { person }) };
}

/** The terms of a table of sums, by the names of its columns; undefined for curves. */
export function sumsIn(columns: TableOutline["columns"]): CurveSumsTerms | undefined {
  return sumTermsOf(columns.map(({ name }) => name))?.terms;
}

/** The column of a table of sums that tells groups apart, if it has one. */
export function labelOfSums(columns: TableOutline["columns"]): string | undefined {
  return sumTermsOf(columns.map(({ name }) => name))?.names.label;
}

/** What the terms of sums say of a scenario: all that they were clipped and added with. */
function sumsScenario(
  { times, centre, normBound, rule, perPerson = 1 }: CurveSumsTerms,
  { data, epsilon, delta }: Pick<MeanCurveScenario, "data" | "epsilon" | "delta">,
): Partial<MeanCurveScenario> {
  const domain = [times.lower, times.upper] as const;
  const { min, max } = rangeLimits(ownDefaults.kernel, domain);
  const range = significant(Math.sqrt(min * max), 2);
  const layout: CurveLayout = { shape: "wide", times: [] };
  return {
    ...scenarioOf(data, { ...ownDefaults, epsilon, delta, layout, domain, gridCount: times.cells, range }),
    ...(perPerson > 1 && { person: sumsPerson, perPerson }),
    ...{ normBound, rule, centre: centre === 0 ? "" : exactText(centre), unitX: "", unitY: "" },
  };
}

/** What stands for the column of persons, which sums no longer have. */
const sumsPerson = "person";

/** A first grid for a wide table, from the times that its header names, which are no records. */
function gridOf(layout: CurveLayout): Partial<MeanCurveDefaults> {
  if (layout.shape === "long" || layout.times.length === 0) return {};
  const gridCount = Math.min(meanCurveLimits.points.max, Math.max(2, layout.times.length));
  const times = headerTimes(layout) ?? [0, 1];
  const domain = [Math.min(...times), Math.max(...times)] as const;
  if (!(domain[0] < domain[1])) return { gridCount };
  const { min, max } = rangeLimits(ownDefaults.kernel, domain);
  return { domain, gridCount, range: significant(Math.sqrt(min * max), 2) };
}
