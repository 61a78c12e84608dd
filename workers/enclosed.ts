import { takeAwayWaysOut } from "./fence.ts";
import { holdLifetime, type WithLifetime } from "./lifetime.ts";

const held = holdLifetime();
const threads: MessagePort[] = [];

export const lifetime: WithLifetime["lifetime"] = (thread) => {
  threads.push(thread);
  return held;
};

takeAwayWaysOut(globalThis);
