import { takeAwayWaysOut } from "./fence.ts";
import { holdLife, type Mortal } from "./life.ts";

const held = holdLife();
const threads: MessagePort[] = [];

/** The name of this worker's lifetime lock, if there is one. */
export const life: Mortal["life"] = (thread) => {
  threads.push(thread);
  return held;
};

takeAwayWaysOut(globalThis);
