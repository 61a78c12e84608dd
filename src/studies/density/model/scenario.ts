import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { densityFields } from "./fields.ts";

/** Everything a density picture is made from, except the records. */
export type DensityScenario = Values<typeof densityFields>;
