/**
 * The caller's fault: an argument outside its domain.
 *
 * The message reads `bandwidth must be positive and finite; got NaN`.
 */
export class ParameterError extends Error {
  override readonly name = "ParameterError";
  /** Makes the type nominal. */
  declare protected readonly made: true;

  readonly parameter: string;
  readonly value: unknown;
  /** Read after "must be". */
  readonly requirement: string;

  constructor(parameter: string, value: unknown, requirement: string) {
    super(`${parameter} must be ${requirement}; got ${describe(value)}`);
    this.parameter = parameter;
    this.value = value;
    this.requirement = requirement;
  }
}

/** Valid input, failed computation. */
export class NumericalError extends Error {
  override readonly name = "NumericalError";
  declare protected readonly made: true;
}

const longestValueShown = 80;

function describe(value: unknown): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > longestValueShown ? `${text.slice(0, longestValueShown)}…` : text;
}
