import { ParameterError } from "../errors.ts";

/** Error `file must be <expected>; got <found>`, both in words. */
export function refusal(
  parameter: "file" | "column" | "response" | "classes",
  found: string,
  expected: string,
): ParameterError {
  return new ParameterError(parameter, { toString: () => found }, expected);
}
