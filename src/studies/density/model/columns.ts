import { usualCellsOf } from "../../../core/records/latticeAccumulation.ts";
import { countColumnsOf } from "../../../core/records/countColumns.ts";
import type { TableOutline } from "../../../core/records/outline.ts";
import type { DensityContract } from "../../../core/density/densityContract.ts";
import { middlesOf, missingValues } from "../../../panels/data/missingValues.ts";
import type { Interval } from "../../../core/grids.ts";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { axisUnit, ownersOf } from "../../../panels/study/declaration.ts";
import { groupsShown } from "../../../state/scenario/sharedFields.ts";
import { isDomain } from "../../../state/scenario/linkFields.ts";
import { bandwidthOf, usualShare } from "./declaration.ts";
import { drawn } from "./options.ts";
import { groupsOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

export function choiceOf(scenario: DensityScenario, outline: TableOutline): DensityContract["choice"] | undefined {
  const { x, y, person, perPerson, domainX, domainY, further, fill, only, onlyValue } = scenario;
  if (x === "") return undefined;
  const { columns: all, large } = outline;
  const counts = countsOf(all);
  const columns = y === "" ? [x] : [x, y];
  const names = [...columns, ...further.map(({ name }) => name)];
  const domains = [domainX, ...(y === "" ? [] : [domainY]), ...further.map(({ domain }) => domain)];
  const missing =
    fill !== "none" && names.length === 1
      ? { countedAs: [fill] }
      : missingValues(scenario.data, outline, names, middlesOf(domains));
  const groups = groupsOf(scenario);
  const { atom } = drawn(scenario);
  const apart = { ...(groups && { groups }), ...(atom !== "none" && { pointMass: atom }) };
  if (counts) {
    return columns.join() === counts.names.inputs.join() ? { columns, missing, counted: true, ...apart } : undefined;
  }
  const whose = person !== "" && { person: { column: person, bound: perPerson } };
  const rows = {
    ...(only !== "" && { only: { column: only, value: onlyValue } }),
    ...(groups && { groups }),
  };
  if (!large) return { columns: names, missing, ...whose, ...rows };
  const domain = y === "" ? [domainX] : [domainX, domainY];
  if (!domain.every(isDomain)) return undefined;
  const cells = usualCellsOf(domain.length);
  return {
    columns,
    missing,
    ...whose,
    ...rows,
    ...apart,
    lattice: domain.map(([lower, upper]) => ({ lower, upper, cells })),
  };
}

export function fitsTable(
  { columns }: TableOutline,
  { x, y, person, only, groups, further }: DensityScenario,
): boolean {
  const known = (name: string) => columns.some((column) => column.name === name);
  const also = [y, person, only, groups, ...further.map(({ name }) => name)].filter((name) => name !== "");
  return known(x) && also.every(known);
}

/** The first measured column; bandwidths for a domain still to be declared. */
export function chooseColumns(outline: TableOutline): Partial<DensityScenario> {
  const { columns } = outline;
  const counts = countsOf(columns);
  if (counts) return countsScenario(counts);
  const x = numericNames(columns)[0] ?? "";
  const ends = { domainX: [0, 1], domainY: [0, 1], h: usualShare, hy: usualShare } as const;
  return { ...plain, ...ends, x, y: "", unitX: axisUnit(columns, x), unitY: "", ...ownersOf(outline) };
}

const plain = {
  correlation: 0,
  further: [],
  relativeRate: 1,
  route: "gaussian",
  scale: "own",
  ends: "open",
  atom: "none",
  fill: "none",
  only: "",
  onlyValue: "",
  ...groupsShown(undefined),
} as const;

function countsOf(columns: TableOutline["columns"]): ReturnType<typeof countColumnsOf> {
  return countColumnsOf(columns.map(({ name }) => name));
}

/** A table of counts: its lattice is the domain, and the query bounds rows per person. */
function countsScenario({ names, columns }: NonNullable<ReturnType<typeof countsOf>>): Partial<DensityScenario> {
  const [x = "", y = ""] = names.inputs;
  const [domainX, domainY] = [0, 1].map((j): Interval => {
    const axis = columns.inputs[j]?.axis;
    return axis ? [axis.lower, axis.upper] : [0, 1];
  }) as [Interval, Interval];
  return {
    ...plain,
    x,
    y,
    unitX: "",
    unitY: "",
    domainX,
    domainY,
    h: bandwidthOf(usualShare, domainX),
    hy: bandwidthOf(usualShare, domainY),
    ...(columns.pointMass !== undefined && { atom: columns.pointMass }),
    person: columns.rowsPerPerson > 1 ? names.count : "",
    perPerson: columns.rowsPerPerson,
  };
}
