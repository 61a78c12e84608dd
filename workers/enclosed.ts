import { takeAwayWaysOut } from "./fence.ts";
import { holdLifetime, type WithLifetime } from "./lifetime.ts";

const held = holdLifetime();
const threads: MessagePort[] = [];

/** The name of this worker's lifetime lock, if there is one. */
export const lifetime: WithLifetime["lifetime"] = (thread) => {
  threads.push(thread);
  return held;
};

takeAwayWaysOut(globalThis);
