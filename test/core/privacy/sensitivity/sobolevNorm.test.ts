import { expect, test } from "vitest";
import {
  sobolevBumpDistance,
  sobolevBumpInnerProduct,
  sobolevInnerProduct,
  sobolevNorm,
} from "../../../support/sobolevBumps.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { bump, sobolevInnerProduct as byQuadrature } from "../../../support/sobolev.ts";
import { expectRelative, notPositive } from "../relative.ts";

const named = {
  "constant-one": { value: () => 1, derivative: () => 0 },
  identity: { value: (x: number) => x, derivative: () => 1 },
  sine: {
    value: (x: number) => Math.sin(2 * Math.PI * x),
    derivative: (x: number) => 2 * Math.PI * Math.cos(2 * Math.PI * x),
  },
  exp: { value: Math.exp, derivative: Math.exp },
  cubic: { value: (x: number) => x ** 3 - x, derivative: (x: number) => 3 * x * x - 1 },
};

test.each(
  goldenCases<{ function: keyof typeof named; gamma: number }, object>("sobolev-function-norms").map(
    (c, i) => [i, c] as const,
  ),
)("sobolevNorm agrees with sobolev-function-norms.json, case %i", (_, reference) => {
  const { function: name, gamma: rate } = reference.inputs;
  expectGolden(reference, "normSq", sobolevNorm({ of: named[name], rate }) ** 2);
});

test("sobolevBumpInnerProduct agrees with sobolev-bump-inner-products.json and sobolev-tensor-bumps.json", () => {
  for (const reference of goldenCases<{ centre1: number; centre2: number; h: number; gamma: number }, object>(
    "sobolev-bump-inner-products",
  )) {
    const { centre1, centre2, h: bandwidth, gamma: rate } = reference.inputs;
    const at = { first: [centre1], second: [centre2], bandwidth, rate };
    expectGolden(reference, "inner", sobolevBumpInnerProduct(at));
    expectGolden(reference, "distance", sobolevBumpDistance(at));
  }
  for (const reference of goldenCases<{ x: number[]; xPrime: number[]; h: number; gamma: number }, object>(
    "sobolev-tensor-bumps",
  )) {
    const { x: first, xPrime: second, h: bandwidth, gamma: rate } = reference.inputs;
    expectGolden(reference, "normSqX", sobolevBumpInnerProduct({ first, second: first, bandwidth, rate }));
    expectGolden(reference, "distance", sobolevBumpDistance({ first, second, bandwidth, rate }));
  }
});

test("the closed form and quadrature agree, for centres inside and outside", () => {
  const random = seededSource(1);
  for (let i = 0; i < 30; i++) {
    const [a, b, h, rate] = [
      3 * random.uniform() - 1,
      3 * random.uniform() - 1,
      0.05 + random.uniform(),
      0.1 + 20 * random.uniform(),
    ] as const;
    const value = sobolevBumpInnerProduct({ first: [a], second: [b], bandwidth: h, rate });
    const other = byQuadrature(bump(a, h), bump(b, h), rate);
    expect(Math.abs(value - other)).toBeLessThan(1e-11 * Math.max(Math.abs(other), 1e-3));
  }
});

test("the section of the kernel reproduces values: ⟨f, exp(−γ|x − ·|)⟩ = f(x)", () => {
  const rate = 3;
  for (const x of [0, 0.25, 0.5, 1]) {
    const section = {
      value: (t: number) => Math.exp(-rate * Math.abs(t - x)),
      derivative: (t: number) => -rate * Math.sign(t - x) * Math.exp(-rate * Math.abs(t - x)),
    };
    for (const f of Object.values(named)) {
      expect(sobolevInnerProduct({ first: f, second: section, rate })).toBeCloseTo(f.value(x), 10);
    }
    expectRelative(sobolevNorm({ of: section, rate }), 1, 1e-12);
  }
});

test.each(notPositive)("Sobolev norms refuse %s by name", (bad) => {
  expect(() => sobolevNorm({ of: named.sine, rate: bad })).toThrow(/^rate must/);
  const good = { first: [0.5], second: [0.5], bandwidth: 1, rate: 1 };
  expect(() => sobolevBumpInnerProduct({ ...good, bandwidth: bad })).toThrow(/^bandwidth must/);
  expect(() => sobolevBumpInnerProduct({ ...good, rate: bad })).toThrow(/^rate must/);
  expect(() => sobolevBumpInnerProduct({ ...good, second: [1, 2] })).toThrow(/^second must/);
});
