import type { Outcome } from "../../src/engine/outcome.ts";

/** Refusal in a sentence for the person at the terminal. */
export class Refused extends Error {}

/** Value of an outcome. @throws {Refused} with its sentence */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Refused(outcome.error.message);
}
