/** Why a request has no value. */
export interface EngineFailure {
  readonly kind: "parameter" | "numerical" | "cancelled" | "superseded" | "workerLost" | "unexpected";
  /** A sentence for the person. */
  readonly message: string;
  /** The parameter at fault, of kind "parameter". */
  readonly parameter?: string;
}

/** What crosses the worker boundary; comlink keeps only message, name and stack of an Error. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: EngineFailure };

/** What was asked for. */
export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** Why it was not given. */
export function failure(kind: EngineFailure["kind"], message: string): { ok: false; error: EngineFailure } {
  return { ok: false, error: { kind, message } };
}
