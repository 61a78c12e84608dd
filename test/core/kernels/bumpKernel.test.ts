import { expect, test } from "vitest";
import { bumpKernel, refusedBumps } from "../../../src/core/kernels/bumpKernel.ts";
import type { BumpKernelName } from "../../../src/core/kernels/bumpKernel.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../src/core/kernels/kernelOf.ts";
import { triangularKernel } from "../../../src/core/kernels/triangular.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { symmetricEigen } from "../../../src/core/linalg/eigen/symmetricEigen.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { expectRelative, notPositive } from "../privacy/relative.ts";

const names: readonly BumpKernelName[] = ["gaussian", "matern52", "matern32", "exponential", "triangular"];

test.each(names)("bumps integrate to 1 on the line, and in the plane where they are: %s", (name) => {
  const h = 0.7;
  const line = bumpKernel({ name, bandwidths: [h] });
  // The midpoint rule to the kink at 0, up to 60 bandwidths; r dr for the plane.
  const steps = 200_000;
  const width = (60 * h) / steps;
  let [one, two] = [0, 0];
  for (let i = 0; i < steps; i++) {
    const r = (i + 0.5) * width;
    const value = line.evaluate([r], [0]);
    one += 2 * value * width;
    two += 2 * Math.PI * r * value * width;
  }
  expectRelative(line.height * one, 1, 1e-7);
  if (name === "triangular") return;
  const plane = bumpKernel({ name, bandwidths: [h, 3 * h] });
  // Bandwidths h and 3h stretch one axis three times.
  expectRelative(plane.height * 3 * two, 1, 1e-7);
  expect(plane.evaluate([0.1, 0.6], [0, 0])).toBeCloseTo(line.evaluate([Math.hypot(0.1, 0.2)], [0]), 14);
});

test("bump kernels are those of their name", () => {
  for (const name of names) {
    const kernel = name === "triangular" ? triangularKernel(0.4) : kernelOf(name satisfies KernelName, 0.4);
    for (const r of [0, 0.1, 0.39, 0.5, 3]) {
      expect(bumpKernel({ name, bandwidths: [0.4] }).evaluate([r], [0])).toBeCloseTo(kernel.evaluate([r], [0]), 14);
    }
  }
});

test.each(names)("kernel matrices are positive semi-definite, and g is convex and falls: %s", (name) => {
  const random = seededSource(1);
  const kernel = bumpKernel({ name, bandwidths: [0.3] });
  const K = gram(kernel, pointsFrom(Array.from({ length: 60 }, () => [random.uniform()])));
  expect(Math.min(...symmetricEigen(K, 60).values)).toBeGreaterThan(-1e-13);
  for (let i = 0; i < 500; i++) {
    const [a, b] = [5 * random.uniform() ** 2, 5 * random.uniform()];
    const middle = kernel.profile((a + b) / 2);
    expect(middle).toBeLessThanOrEqual((kernel.profile(a) + kernel.profile(b)) / 2 + 1e-15);
    expect(kernel.profile(Math.max(a, b))).toBeLessThanOrEqual(kernel.profile(Math.min(a, b)));
  }
  const many = Float64Array.of(0, 0.3, 2, 1e300);
  kernel.profiles(many);
  [0, 0.3, 2, 1e300].forEach((s, i) => expect(many[i]!).toBeCloseTo(kernel.profile(s), 14));
});

test.each(Object.entries(refusedBumps))(
  "%s is refused, and its Fourier transform is negative where the reason says",
  (name, { profile, frequency }) => {
    expect(() => bumpKernel({ name, bandwidths: [1] })).toThrow(`Fourier transform is negative at ${frequency}/h`);
    let transform = 0;
    for (let i = 0; i < 10_000; i++)
      transform += (profile((i + 0.5) / 10_000) * Math.cos((frequency * (i + 0.5)) / 10_000)) / 5000;
    expect(transform).toBeLessThan(-0.04);
    // A matrix of it has a negative eigenvalue, so there is no noise of this covariance.
    const places = Array.from({ length: 60 }, (_, i) => i / 10);
    const K = Float64Array.from({ length: 3600 }, (_, q) => {
      const r = Math.abs(places[Math.floor(q / 60)]! - places[q % 60]!);
      return r < 1 ? profile(r) : 0;
    });
    expect(Math.min(...symmetricEigen(K, 60).values)).toBeLessThan(-0.1);
  },
);

test("the triangular kernel is not positive definite in a plane, and is refused there", () => {
  expect(() => bumpKernel({ name: "triangular", bandwidths: [1, 1] })).toThrow(/on a line only/);
  expect(() => triangularKernel(1).evaluate([0, 0], [0, 0])).toThrow(/^x.length must/);
  // Points of a fine lattice: the least eigenvalue is near the least of the Fourier transform, which is negative.
  const side = 14;
  const size = side * side;
  const K = Float64Array.from({ length: size * size }, (_, q) => {
    const [a, b] = [Math.floor(q / size), q % size];
    return Math.max(0, 1 - Math.hypot((a % side) - (b % side), Math.floor(a / side) - Math.floor(b / side)) / 3.3);
  });
  expect(Math.min(...symmetricEigen(K, size).values)).toBeLessThan(-0.01);
});

test.each(notPositive)("bumpKernel refuses %s by name", (bad) => {
  expect(() => bumpKernel({ name: "matern32", bandwidths: [1, bad] })).toThrow(/^bandwidths\[1\] must/);
  expect(() => bumpKernel({ name: "matern32", bandwidths: [] })).toThrow(/^bandwidths.length must/);
  expect(() => bumpKernel({ name: "sinc", bandwidths: [1] })).toThrow(/^kernel must be one of/);
  expect(() => triangularKernel(bad)).toThrow(/^lengthScale must/);
});
