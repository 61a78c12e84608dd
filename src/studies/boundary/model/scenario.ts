import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { boundaryFields } from "./fields.ts";

/** Everything a boundary picture is made from, except the records. */
export type BoundaryScenario = Values<typeof boundaryFields>;
