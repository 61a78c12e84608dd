import { tableOf, type Table } from "../tables/table.ts";
import { chickWeights, firstChickOfDiet, weighingDays } from "./chickWeight.ts";
import { simulatedCurves, standardSimulation } from "./meanCurveSimulation.ts";
import { scaleSuffix, simulationVariants } from "./meanCurveVariants.ts";
import { tractCurves, tractProfiles } from "./tractProfiles.ts";
import { trialArms } from "./trialArms.ts";

/** Tables of the mean-curve examples and their variants, by id. */
export const curveTables: ReadonlyMap<string, () => Table> = new Map([
  ["chick-weight", chickGrowth],
  ["tract-profiles", tractProfiles],
  ["trial-arms", trialArms],
  ...[2, 3, 11, 12].map((figure) => [`mirshani-figure-${figure}`, tractCurves] as const),
  ...(["meanSquare", "euclidean"] as const).flatMap((scale) => {
    const standard = () => simulatedCurves({ ...standardSimulation, scale });
    const ids = ["1", "2", "3", "4", "5", "6", "7"].map((scenario) => `mirshani-${scenario}${scaleSuffix[scale]}`);
    return ids.map((id) => [id, standard] as const);
  }),
  ...simulationVariants.map((variant) => [variant.id, () => simulatedCurves(variant)] as const),
]);

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
