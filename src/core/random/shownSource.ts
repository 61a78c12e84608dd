import { cryptographicSource } from "./cryptographicSource.ts";
import type { RandomSource } from "./randomSource.ts";
import { seededSource } from "./seededSource.ts";

/** Source of a shown draw: repeatable from a seed, or cryptographic. */
export function shownSource(seed: number | "secure"): RandomSource {
  return seed === "secure" ? cryptographicSource() : seededSource(seed);
}
