import { ParameterError } from "../errors.ts";

/** The error that refuses a file: `file must be <expected>; got <found>`, both in words. */
export function refusal(found: string, expected: string): ParameterError {
  return new ParameterError("file", { toString: () => found }, expected);
}
