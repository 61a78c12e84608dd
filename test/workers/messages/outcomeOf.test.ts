import { expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../src/core/errors.ts";
import { Cancelled, outcomeOf } from "../../../workers/messages/outcomeOf.ts";

const throwing = (error: unknown) =>
  outcomeOf(() => {
    throw error;
  });

test("outcomeOf(compute) is the value, of a promise too", async () => {
  expect(await outcomeOf(() => 3)).toEqual({ ok: true, value: 3 });
  expect(await outcomeOf(() => Promise.resolve(4))).toEqual({ ok: true, value: 4 });
});

test("outcomeOf(compute) turns each error into a plain value that survives the crossing", async () => {
  const failures = [
    [
      new ParameterError("bandwidth", NaN, "positive and finite"),
      { kind: "parameter", parameter: "bandwidth", message: "bandwidth must be positive and finite; got NaN" },
    ],
    [new NumericalError("not positive definite"), { kind: "numerical", message: "not positive definite" }],
    [new Cancelled(), { kind: "cancelled", message: "The computation was cancelled." }],
    [new Error("Out of luck."), { kind: "unexpected", message: "The computation failed: Out of luck." }],
    ["a text", { kind: "unexpected", message: "The computation failed: a text." }],
  ] as const;
  for (const [error, expected] of failures) {
    const outcome = await throwing(error);
    expect(structuredClone(outcome)).toEqual({ ok: false, error: expected });
  }
});

test.each([
  "Failed to fetch dynamically imported module: https://host/assets/worker-fileKeys-12345678.js",
  "error loading dynamically imported module: https://host/assets/worker-fileKeys-12345678.js",
  "Importing a module script failed.",
])("outcomeOf(compute) says what to do where a part of the worker does not come: %s", async (message) => {
  const outcome = await throwing(new TypeError(message));
  expect(!outcome.ok && outcome.error.message).toContain("reload the page");
});

test.each([
  "WebAssembly.Memory.grow(): Unable to grow instance memory",
  "Array buffer allocation failed",
  "Invalid typed array length: 1e12",
  "out of memory",
])("outcomeOf(compute) says what to do where memory is lacking: %s", async (message) => {
  const outcome = await throwing(new RangeError(message));
  expect(!outcome.ok && outcome.error.message).toContain("take fewer records");
});
