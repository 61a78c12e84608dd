import type { Values } from "../../../state/scenario/fieldLines.ts";
import type { boundaryFields } from "./fields.ts";

export type BoundaryScenario = Values<typeof boundaryFields>;
