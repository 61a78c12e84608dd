import { afterEach, expect, test, vi } from "vitest";
import { arithmetic } from "../../../src/core/arithmetic/arithmetic.ts";
import { simdArithmetic } from "../../../src/core/arithmetic/simdArithmetic.ts";

afterEach(() => vi.unstubAllGlobals());

test("arithmetic() uses SIMD in Node", () => {
  expect(arithmetic().name).toContain("simd");
  expect(arithmetic()).toBe(arithmetic());
});

test("simdArithmetic refuses a page, and what has no WebAssembly or not its SIMD or a policy against it", () => {
  vi.stubGlobal("document", {});
  expect(simdArithmetic("plain")).toBeUndefined();
  vi.unstubAllGlobals();
  vi.stubGlobal("WebAssembly", undefined);
  expect(simdArithmetic("plain")).toBeUndefined();
  vi.stubGlobal("WebAssembly", { validate: () => false });
  expect(simdArithmetic("plain")).toBeUndefined();
  const refuse = function () {
    throw new Error("Refused to compile");
  };
  vi.stubGlobal("WebAssembly", { validate: () => true, Module: refuse });
  expect(simdArithmetic("plain")).toBeUndefined();
});
