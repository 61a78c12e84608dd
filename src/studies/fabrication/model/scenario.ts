import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { fabricationFields } from "./fields.ts";

/** Everything a picture of fabricated rows is made from, except the records. */
export type FabricationScenario = Values<typeof fabricationFields>;
