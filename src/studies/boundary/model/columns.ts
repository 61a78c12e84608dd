import { significant } from "../../../core/numberFormats.ts";
import type { BoundaryChoice } from "../../../core/records/boundaryRecords.ts";
import { countColumnsOf } from "../../../core/records/countColumns.ts";
import type { ColumnOutline, TableOutline } from "../../../core/records/outline.ts";
import { middlesOf, missingValues } from "../../../panels/data/missingValues.ts";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { axisUnit, ownersOf } from "../../../panels/study/declaration.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { groupsShown } from "../../../state/scenario/sharedFields.ts";
import { plainText } from "../../../state/scenario/linkCodec.ts";
import { boundaryLossNames } from "../../../core/erm/boundary/boundaryParameters.ts";
import { requestOf } from "./request.ts";
import { lossParameterOf } from "./fields.ts";
import type { BoundaryScenario } from "./scenario.ts";

export function choiceOf(scenario: BoundaryScenario, outline: TableOutline): BoundaryChoice | undefined {
  const { task, x, y, response, positive, person, perPerson, further, groups, levels } = scenario;
  if (x === "" || response === "") return undefined;
  const names = [x, y, response, ...further.map(({ name }) => name)];
  const { domain, responseRange } = requestOf(scenario);
  const middles = middlesOf([...domain, ...(responseRange ? [responseRange] : [])]);
  const shared = {
    x,
    response,
    missing: missingValues(scenario.data, outline, names, middles),
    ...(countsOf(outline.columns) && { counted: true }),
    ...(further.length > 0 && { further: further.map(({ name }) => name) }),
    ...(person !== "" && { person: { column: person, bound: perPerson } }),
    ...(groups !== "" && { groups: { column: groups, levels: typedShares(levels).levels } }),
  };
  if (task === "regression") return { task, ...shared };
  return y === "" || positive === "" ? undefined : { task, y, positive, ...shared };
}

export function fitsTable(
  { columns }: TableOutline,
  { x, y, response, person, further, groups }: BoundaryScenario,
): boolean {
  const known = (name: string) => name === "" || columns.some((column) => column.name === name);
  return x !== "" && [x, y, response, person, groups, ...further.map(({ name }) => name)].every(known);
}

/** Chooses by kinds alone: a category as label, first measures as inputs. */
export function chooseColumns(outline: TableOutline): Partial<BoundaryScenario> {
  const { columns } = outline;
  const counts = countsOf(columns);
  if (counts) return countsScenario(counts, columns);
  const numeric = numericNames(columns);
  const owners = ownersOf(outline);
  const isLabel = (name: string | undefined) =>
    columns.some((column) => column.name === name && !("problem" in column.classes));
  const text = columns.find(
    ({ name, text, kind }) => text && kind === "category" && isLabel(name) && name !== owners.person,
  )?.name;
  const label = text ?? (isLabel(numeric[2]) ? numeric[2] : undefined);
  const x = numeric[0] ?? "";
  const [, second = ""] = numeric;
  const input = { ...owners, ...fresh, x, unitX: axisUnit(columns, x), unitY: axisUnit(columns, second) };
  return numeric.length >= 2 && label !== undefined
    ? { ...input, ...startOf("classification"), y: second, response: label, positive: positiveOf(columns, label) }
    : { ...input, ...startOf("regression"), response: second };
}

function startOf(task: BoundaryScenario["task"]) {
  const [loss] = boundaryLossNames[task];
  return {
    task,
    loss,
    lossParameter: lossParameterOf(loss).usual,
    ...(task === "regression" && { y: "", positive: "" }),
  };
}

/**
 * λ = ½/√n of a regression, to one digit. At ε = 1 bias and noise of the Huber loss exceed their least sum by at most a
 * fifth, for curves that fill half of the range.
 */
export function usualPenalty(recordCount: number): Pick<BoundaryScenario, "penalty"> {
  return { penalty: significant(Math.min(10, Math.max(1e-4, 0.5 / Math.sqrt(Math.max(1, recordCount)))), 1) };
}

export function taskChange(
  task: BoundaryScenario["task"],
  columns: readonly ColumnOutline[],
  x: string,
): Partial<BoundaryScenario> {
  const other = numericNames(columns).find((name) => name !== x) ?? "";
  const chosen = task === "regression" ? { response: other } : { y: other, ...labelOf(columns, x) };
  return { ...startOf(task), unitY: axisUnit(columns, other), ...chosen };
}

/** A column of texts, else one of few numbers; "" for none. */
function labelOf(columns: readonly ColumnOutline[], x: string): Pick<BoundaryScenario, "response" | "positive"> {
  const usable = columns.filter(
    ({ name, kind, classes }) => kind === "category" && !("problem" in classes) && name !== x,
  );
  const label = (usable.find(({ text }) => text) ?? usable[0])?.name ?? "";
  return { response: label, positive: positiveOf(columns, label) };
}

export function repairedClass({ columns }: TableOutline, { task, response, positive }: BoundaryScenario) {
  const classes = columns.find(({ name }) => name === response)?.classes ?? [];
  if (task !== "classification" || "problem" in classes || classes.length === 0 || classes.includes(positive))
    return undefined;
  const used = positiveOf(columns, response);
  const text = plainText(positive);
  const sentence = `positive = ${text || "(empty)"} is no class of ${response}: expected one of ${classes.join(", ")}; used ${used}.`;
  return { change: { positive: used }, problem: { key: "positive", text, sentence } };
}

const unit = [0, 1] as const;
const fresh: Partial<BoundaryScenario> = {
  ...{ ...groupsShown(undefined), further: [], lengthScale: 0.2, penalty: 0.05 },
  ...{ domainX: unit, domainY: unit, range: unit },
};

/** undefined for a table of records. */
function countsOf(columns: readonly ColumnOutline[]): ReturnType<typeof countColumnsOf> {
  return countColumnsOf(columns.map(({ name }) => name));
}

/** The lattice of counts is domain and range. */
function countsScenario(
  { names, columns: { inputs, response, rowsPerPerson } }: NonNullable<ReturnType<typeof countsOf>>,
  columns: readonly ColumnOutline[],
): Partial<BoundaryScenario> {
  const [first, second] = inputs.map(({ axis }) => [axis.lower, axis.upper] as const);
  const shared = {
    ...{ ...fresh, unitX: "", unitY: "" },
    ...{ x: names.inputs[0] ?? "", domainX: first ?? unit, domainY: second ?? unit },
    ...{ person: rowsPerPerson > 1 ? names.count : "", perPerson: rowsPerPerson },
  };
  if (response) {
    const range = [response.axis.lower, response.axis.upper] as const;
    return { ...shared, ...startOf("regression"), response: names.response ?? "", range };
  }
  const label = names.label ?? "";
  const classes = { response: label, positive: positiveOf(columns, label) };
  return { ...shared, ...startOf("classification"), y: names.inputs[1] ?? "", ...classes };
}

/** The positive class: the last name that does not mean "no". */
export function positiveOf(columns: readonly ColumnOutline[], label: string): string {
  const classes = columns.find(({ name }) => name === label)?.classes ?? [];
  return "problem" in classes ? "" : (classes.findLast((name) => !meansNo.test(name.trim())) ?? classes.at(-1) ?? "");
}

const meansNo =
  /^(controls?|no|none|n|non?[- ].*|not .*|false|negative|neg|healthy|normal|benign|absent|unaffected|unexposed|unknown|placebo|0|-1)$/i;
