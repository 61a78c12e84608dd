import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../src/core/errors.ts";

test("ParameterError says name, requirement and value, and keeps them apart", () => {
  const error = new ParameterError("bandwidth", NaN, "positive and finite");
  expect(error.message).toBe("bandwidth must be positive and finite; got NaN");
  expect(error).toMatchObject({
    name: "ParameterError",
    parameter: "bandwidth",
    value: NaN,
    requirement: "positive and finite",
  });
  expect(error).toBeInstanceOf(Error);
});

test("ParameterError quotes text and cuts what is long", () => {
  expect(new ParameterError("seed", "secure", "a number").message).toBe('seed must be a number; got "secure"');
  const { message } = new ParameterError("data", "x".repeat(1000), "short");
  expect(message).toBe(`data must be short; got "${"x".repeat(79)}…`);
});

test("ParameterError describes values without text of their own", () => {
  expect(new ParameterError("x", undefined, "given").message).toBe("x must be given; got undefined");
  expect(new ParameterError("x", null, "given").message).toBe("x must be given; got null");
});

test("NumericalError is told apart from ParameterError", () => {
  const error = new NumericalError("not positive definite");
  expect(error.name).toBe("NumericalError");
  expect(error).not.toBeInstanceOf(ParameterError);
});
