import { takeAwayWaysOut } from "./fence.ts";
import { holdLife } from "./life.ts";
import type { Mortal } from "./life.ts";

const held = holdLife();
const threads: MessagePort[] = [];

/** The name of the lock of this worker's life, if there is one. */
export const life: Mortal["life"] = (thread) => {
  threads.push(thread);
  return held;
};

takeAwayWaysOut(globalThis);
