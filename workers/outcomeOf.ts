import { NumericalError, ParameterError } from "../src/core/errors.ts";
import { failure, success } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";

/** Thrown by a job that was told to stop. */
export class Cancelled extends Error {
  declare protected readonly made: true;
}

/** The outcome of a computation: errors become values that name the parameter at fault. */
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
    return failure("unexpected", `The computation failed: ${reason.replace(/\.$/, "")}.`);
  }
}
