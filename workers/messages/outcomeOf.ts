import { NumericalError, ParameterError } from "../../src/core/errors.ts";
import { failure, success, unloadedPart, type Outcome } from "./outcome.ts";

/** Thrown by a stopped job. */
export class Cancelled extends Error {
  declare protected readonly made: true;
}

// In the engines' words: "WebAssembly.Memory.grow(): Unable to grow instance memory", "Array buffer allocation failed".
const wantsMemory = /memory|allocat|invalid (typed )?array length/i;
const withoutMemory = "This takes more memory than the browser gives: take fewer records, or settings that cost less.";

// In the engines' words: "Failed to fetch dynamically imported module", "Importing a module script failed."
const lacksPart = /(imported|importing a) module/i;

/** Errors become values that name the parameter at fault. */
export async function outcomeOf<T>(compute: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return success(await compute());
  } catch (error) {
    if (error instanceof Cancelled) return failure("cancelled", "The computation was cancelled.");
    if (error instanceof ParameterError) {
      const { parameter, message } = error;
      return { ok: false, error: { kind: "parameter", parameter, message } };
    }
    if (error instanceof NumericalError) return failure("numerical", error.message);
    const reason = error instanceof Error ? error.message : String(error);
    if (wantsMemory.test(reason)) return failure("unexpected", withoutMemory);
    if (lacksPart.test(reason)) return failure("unexpected", unloadedPart);
    return failure("unexpected", `The computation failed: ${reason.replace(/\.$/, "")}.`);
  }
}
