import { ParameterError } from "../errors.ts";
import type { Table } from "../tables/table.ts";
import { breastTumours } from "./breastCancer.ts";
import { smallExample, smallExampleIds, withExampleUnits } from "./smallExamples.ts";

const tumourIds = ["breast-cancer", "tumour-measures"];

/** Records of an example, the same on every machine. @throws {ParameterError} for another id */
export function loadExample(id: string): Table {
  const table = tumourIds.includes(id) ? withExampleUnits(breastTumours()) : smallExample(id);
  if (table) return table;
  throw new ParameterError("data", id, `one of ${exampleIds().join(", ")}`);
}

export function exampleIds(): readonly string[] {
  return [...smallExampleIds(), ...tumourIds];
}
