import { expect, test } from "vitest";
import { casesOf } from "../support/goldenFile.ts";

const whole = { inputs: { x: 1 }, expected: { y: 2 }, tolerance: { default: { rel: 0, abs: 0 } } };

test("a golden file has cases, each with inputs, expected values and a tolerance, or it fails", () => {
  expect(casesOf("good", JSON.stringify({ cases: [whole] }))).toEqual([whole]);
  for (const cases of [
    undefined,
    [],
    [whole, { ...whole, expected: {} }],
    [{ ...whole, inputs: undefined }],
    [{ ...whole, tolerance: { default: {} } }],
  ]) {
    expect(() => casesOf("bad", JSON.stringify({ cases }))).toThrow(/bad\.json/);
  }
  expect(() => casesOf("bad", "")).toThrow();
});
