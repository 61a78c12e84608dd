import { takeAwayWaysOut } from "./fence.ts";
import { holdLife } from "./life.ts";

const held = holdLife();

/** The name of the lock of this worker's life, if there is one. */
export const life = (): Promise<string | undefined> => held;

takeAwayWaysOut(globalThis);
