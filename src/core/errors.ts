/**
 * The caller's fault: an argument outside its domain.
 *
 * The message reads `bandwidth must be positive and finite; got NaN`.
 */
export class ParameterError extends Error {
  override readonly name = "ParameterError";

  constructor(
    /** Name of the argument at fault, as the caller wrote it. */
    readonly parameter: string,
    readonly value: unknown,
    /** What would have been accepted, to be read after "must be". */
    readonly requirement: string,
  ) {
    super(`${parameter} must be ${requirement}; got ${describe(value)}`);
  }
}

/** Valid input, failed computation. */
export class NumericalError extends Error {
  override readonly name = "NumericalError";
}

const longestValueShown = 80;

function describe(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > longestValueShown ? `${text.slice(0, longestValueShown)}…` : text;
}
