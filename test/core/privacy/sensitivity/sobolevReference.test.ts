import { test } from "vitest";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { bump, bumpDistance, sobolevInnerProduct } from "../../../support/sobolev.ts";

test("the independent Sobolev norm of these tests has the reference values", () => {
  const named: Record<string, [(x: number) => number, (x: number) => number]> = {
    "constant-one": [() => 1, () => 0],
    identity: [(x) => x, () => 1],
    sine: [(x) => Math.sin(2 * Math.PI * x), (x) => 2 * Math.PI * Math.cos(2 * Math.PI * x)],
    exp: [Math.exp, Math.exp],
    cubic: [(x) => x ** 3 - x, (x) => 3 * x * x - 1],
  };
  for (const golden of goldenCases<{ function: string; gamma: number }, object>("sobolev-function-norms")) {
    const [value, slope] = named[golden.inputs.function]!;
    const f = { value, slope };
    expectGolden(golden, "normSq", sobolevInnerProduct(f, f, golden.inputs.gamma));
  }
  for (const golden of goldenCases<{ centre1: number; centre2: number; h: number; gamma: number }, object>(
    "sobolev-bump-inner-products",
  )) {
    const { centre1, centre2, h, gamma } = golden.inputs;
    expectGolden(golden, "inner", sobolevInnerProduct(bump(centre1, h), bump(centre2, h), gamma));
    expectGolden(golden, "distance", bumpDistance([centre1], [centre2], h, gamma));
  }
  for (const golden of goldenCases<{ x: number[]; xPrime: number[]; h: number; gamma: number }, object>(
    "sobolev-tensor-bumps",
  )) {
    const { x, xPrime, h, gamma } = golden.inputs;
    expectGolden(golden, "distance", bumpDistance(x, xPrime, h, gamma));
  }
});
