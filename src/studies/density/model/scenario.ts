import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { densityFields } from "./fields.ts";

export type DensityScenario = Values<typeof densityFields>;
