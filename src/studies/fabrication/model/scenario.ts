import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { fabricationFields } from "./fields.ts";

export type FabricationScenario = Values<typeof fabricationFields>;
