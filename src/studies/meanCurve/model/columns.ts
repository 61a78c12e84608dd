import { namedTimes } from "../../../core/records/timeNames.ts";
import { detectLayout, headerTimes, wideTimes, type CurveLayout } from "../../../core/records/curves/curveLayout.ts";
import type { CurveSumsTerms } from "../../../core/records/curveSums.ts";
import { sumTermsOf } from "../../../core/records/curveSumsTable.ts";
import type { MeanCurveChoice } from "../../../core/records/curves/meanCurveRecords.ts";
import type { TableSchema } from "../../../core/tables/schema.ts";
import type { TableOutline } from "../../../core/records/outline.ts";
import { gridCoordinates, type Interval } from "../../../core/grids.ts";
import { centreAt } from "../../../core/release/postMap.ts";
import { exactText, significant } from "../../../core/numberFormats.ts";
import { missingValues } from "../../../panels/data/missingValues.ts";
import { axisUnit } from "../../../panels/study/declaration.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { ownData } from "../../../state/scenario/ownData.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { centreParameter } from "./centre.ts";
import { meanCurveFields, rangeLimits } from "./fields.ts";
import { exampleScenario } from "./links.ts";
import { layoutFields, layoutOf, type MeanCurveScenario } from "./scenario.ts";

export function choiceOf(scenario: MeanCurveScenario, outline: TableOutline): MeanCurveChoice | undefined {
  const { shape, curve, time, value, person, domain, points, perPerson, groups, levels, repeats } = scenario;
  const grouped = groups !== "" && { groups: { column: groups, levels: typedShares(levels).levels } };
  const { columns } = outline;
  const layout = layoutOf(columns, scenario);
  if (sumsIn(columns)) {
    return { layout, domain, points, perPerson: 1, missing: "refuse", summed: true, ...grouped };
  }
  if (shape === "long" && (curve === "" || time === "" || value === "")) return undefined;
  const names = layout.shape === "wide" ? layout.times : [time, value];
  const missing = missingValues(scenario.data, outline, names, centreValues(scenario));
  return {
    ...{ layout, domain, points, perPerson: person === "" ? 1 : perPerson, missing, ...grouped },
    ...(repeats !== "mean" && { repeats }),
  };
}

/** Values of a curve without numbers, at each grid point. */
function centreValues({ centre: typed, domain: [lower, upper], points }: MeanCurveScenario): readonly number[] {
  const { centre = [[0, 0]] } = centreParameter(typed);
  return [...centreAt(centre, gridCoordinates({ lower, upper, count: points }))];
}

export function fitsTable({ columns }: TableOutline, { shape, time, value, groups }: MeanCurveScenario): boolean {
  const known = (column: string) => columns.some(({ name }) => name === column);
  return (groups === "" || known(groups)) && (shape === "wide" || (known(time) && known(value)));
}

/** Layout by names of columns, with a first grid. */
export function chooseLayout(
  { columns, schema, found }: TableOutline,
  scenario: MeanCurveScenario,
): Partial<MeanCurveScenario> {
  const own = { ...exampleScenario([], ownData), ...pick(scenario, "data", "epsilon", "delta"), seed: 1 };
  const sums = sumsIn(columns);
  if (sums) return { ...own, ...sumsScenario(sums) };
  const layout = schema ? declaredLayout(columns, schema) : detectLayout(columns);
  const units =
    layout.shape === "long"
      ? { unitX: axisUnit(columns, layout.time), unitY: axisUnit(columns, layout.value) }
      : { unitX: namedTimes(layout.times)?.unit ?? "" };
  // Proposed while the file's reading is a proposal.
  const hasTimes = layout.shape === "wide" && found?.firstTimes !== undefined && !headerTimes(layout);
  return { ...own, ...layoutFields(layout), ...gridOf(layout), ...units, ...(hasTimes && { firstRow: "times" }) };
}

export function shapeOf(shape: "wide" | "long", columns: TableOutline["columns"]): Partial<MeanCurveScenario> {
  const detected = detectLayout(columns);
  return detected.shape === shape ? layoutFields(detected) : { shape, curve: "", time: "", value: "", person: "" };
}

/** Layout by the schema; otherwise by names and kinds. */
function declaredLayout(columns: TableOutline["columns"], { curves, person }: TableSchema): CurveLayout {
  const { person: _, ...found } = detectLayout(columns);
  const layout: CurveLayout =
    curves?.shape === "wide" ? { shape: "wide", times: wideTimes(columns) } : (curves ?? found);
  const isCurve = layout.shape === "long" && layout.curve === person;
  return { ...layout, ...(person !== undefined && !isCurve && { person }) };
}

/** Terms of a table of sums, by its column names; undefined for curves. */
export function sumsIn(columns: TableOutline["columns"]): CurveSumsTerms | undefined {
  return sumTermsOf(columns.map(({ name }) => name))?.terms;
}

export function labelOfSums(columns: TableOutline["columns"]): string | undefined {
  return sumTermsOf(columns.map(({ name }) => name))?.names.label;
}

function sumsScenario({ times, centre, normBound, rule, perPerson = 1 }: CurveSumsTerms): Partial<MeanCurveScenario> {
  return {
    ...onDomain([times.lower, times.upper], "gaussian"),
    points: times.cells,
    ...(perPerson > 1 && { person: sumsPerson, perPerson }),
    normBound,
    rule,
    centre: centre === 0 ? "" : exactText(centre),
  };
}

const sumsPerson = "person";

/** Times of the header are no records. */
function gridOf(layout: CurveLayout): Partial<MeanCurveScenario> {
  if (layout.shape === "long" || layout.times.length === 0) return {};
  const points = Math.min(meanCurveFields.points.limits.max, Math.max(2, layout.times.length));
  const times = headerTimes(layout) ?? [0, 1];
  const domain = [Math.min(...times), Math.max(...times)] as const;
  return domain[0] < domain[1] ? { ...onDomain(domain, "gaussian"), points } : { points };
}

export function onDomain(domain: Interval, kernel: MeanCurveScenario["kernel"]): Partial<MeanCurveScenario> {
  const { min, max } = rangeLimits(kernel, domain);
  return { domain, window: domain, range: significant(Math.sqrt(min * max), 2) };
}
