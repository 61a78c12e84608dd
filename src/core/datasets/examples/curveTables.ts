import { tableOf } from "../table.ts";
import type { Table } from "../table.ts";
import { chickWeights, firstChickOfDiet, weighingDays } from "./chickWeight.ts";
import { simulatedCurves, standardSimulation } from "./meanCurveSimulation.ts";
import { simulationVariants } from "./meanCurveVariants.ts";
import { tractProfiles } from "./tractProfiles.ts";

const standard = () => simulatedCurves(standardSimulation);

/** The tables of the mean-curve examples and of their variations, by id. */
export const curveTables: ReadonlyMap<string, () => Table> = new Map([
  ["chick-weight", chickGrowth],
  ["tract-profiles", tractProfiles],
  ...["1", "2", "3", "4", "5", "6", "7"].map((scenario) => [`mirshani-${scenario}`, standard] as const),
  ...simulationVariants.map((variant) => [variant.id, () => simulatedCurves(variant)] as const),
]);

/** A long table: a row for each weighing of each chick. */
function chickGrowth(): Table {
  const rows = chickWeights.flatMap((weights, i) =>
    weights.map((weight, j) => ({
      weight,
      Time: weighingDays[j]!,
      Chick: i + 1,
      Diet: firstChickOfDiet.filter((first) => first <= i + 1).length,
    })),
  );
  return tableOf(
    (["weight", "Time", "Chick", "Diet"] as const).map((name) => ({
      name,
      values: Float64Array.from(rows, (row) => row[name]),
    })),
  );
}
