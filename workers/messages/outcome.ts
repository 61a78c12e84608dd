export interface EngineFailure {
  readonly kind: "parameter" | "numerical" | "cancelled" | "superseded" | "workerLost" | "unexpected";
  readonly message: string;
  /** Set for kind "parameter". */
  readonly parameter?: string;
}

/** Crosses the worker boundary; comlink keeps only message, name and stack of an Error. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: EngineFailure };

export const unloadedPart =
  "A part of this page could not be loaded: the network may be down, or a newer version has taken its place. If trying again does not help, reload the page.";

export function success<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

export function failure(kind: EngineFailure["kind"], message: string): { ok: false; error: EngineFailure } {
  return { ok: false, error: { kind, message } };
}
