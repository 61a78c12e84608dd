import type { TableOutline } from "../../core/datasets/outline.ts";
import type { DensityContract } from "../../core/releases/density.ts";
import { numericNames } from "../../panels/DataPanel.tsx";
import { axisUnit, ownersOf } from "../../panels/declare/declaration.ts";
import { bandwidthOf, usualShare } from "./declaration.ts";
import type { DensityScenario } from "./scenario.ts";

/** Which records are meant; undefined while no column is chosen. */
export function choiceOf(
  { x, y, person, perPerson }: DensityScenario,
  _: TableOutline,
  missing: "refuse" | "drop",
): DensityContract["choice"] | undefined {
  if (x === "") return undefined;
  const columns = y === "" ? [x] : [x, y];
  return { columns, missing, ...(person !== "" && { person: { column: person, bound: perPerson } }) };
}

/** Whether a table has the columns that a scenario names. */
export function fitsTable({ columns }: TableOutline, { x, y, person }: DensityScenario): boolean {
  const known = (name: string) => columns.some((column) => column.name === name);
  return known(x) && (y === "" || known(y)) && (person === "" || known(person));
}

/** The first column that measures something; bandwidths that suit a domain still to be declared. */
export function chooseColumns({ columns }: TableOutline): Partial<DensityScenario> {
  const x = numericNames(columns)[0] ?? "";
  const [domainX, domainY] = [
    [0, 1],
    [0, 1],
  ] as const;
  const width = bandwidthOf(usualShare, domainX);
  const plain = { domainX, domainY, h: width, hy: width, correlation: 0, relativeRate: 1, route: "gaussian" } as const;
  return { x, y: "", unitX: axisUnit(columns, x), unitY: "", ...ownersOf(columns), ...plain };
}
