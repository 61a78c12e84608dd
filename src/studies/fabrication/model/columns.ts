import type { ClassifiedChoice } from "../../../core/records/classifiedRecords.ts";
import type { TableOutline } from "../../../core/records/outline.ts";
import { middlesOf, missingValues } from "../../../panels/data/missingValues.ts";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { axisUnit, ownersOf } from "../../../panels/study/declaration.ts";
import { columnNames, requestOf } from "./request.ts";
import type { FabricationScenario } from "./scenario.ts";

export function choiceOf(scenario: FabricationScenario, outline: TableOutline): ClassifiedChoice | undefined {
  const { x, y, label, person, perPerson } = scenario;
  if (x === "" || y === "" || x === y) return undefined;
  const whose = person === "" ? {} : { person: { column: person, bound: perPerson } };
  const columns = columnNames(scenario);
  const { ranges } = requestOf(scenario);
  const missing = missingValues(scenario.data, outline, columns, middlesOf(ranges));
  return { columns, label, missing, ...whose };
}

export function fitsTable({ columns }: TableOutline, scenario: FabricationScenario): boolean {
  const known = (name: string) => columns.some((column) => column.name === name);
  const { label, person } = scenario;
  return columnNames(scenario).every(known) && [label, person].every((name) => name === "" || known(name));
}

/** Chooses by kinds alone: the first two of numbers, and the first of text. */
export function chooseColumns(outline: TableOutline): Partial<FabricationScenario> {
  const { columns } = outline;
  const owners = ownersOf(outline);
  const [x = "", y = ""] = numericNames(columns).filter((name) => name !== owners.person);
  const label =
    columns.find(({ name, text, classes }) => text && !("problem" in classes) && ![owners.person, x, y].includes(name))
      ?.name ?? "";
  return { x, y, label, further: [], unitX: axisUnit(columns, x), unitY: axisUnit(columns, y), ...owners };
}
