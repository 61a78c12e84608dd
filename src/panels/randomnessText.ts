import { hidesSeed } from "../state/sharedFields.ts";
import type { CommonScenario } from "../state/sharedFields.ts";

/** Where the noise of an export comes from, in words; a seed that must not be known is not said. */
export function randomnessText({ seed, ...scenario }: Pick<CommonScenario, "seed" | "data" | "view">): string {
  if (seed === "secure") return "drawn with the browser's cryptographic random source";
  const which = hidesSeed(scenario) ? "seed not written here" : `seed ${seed}`;
  return `teaching draw; ${which}: the noise is known; this protects nobody`;
}
