import { expect, test } from "vitest";
import { gaussianKernel } from "../../../../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../../../../src/core/points.ts";
import { createExponentialOnlineNoise } from "../../../../../src/core/privacy/mechanisms/online/exponentialOnlineNoise.ts";
import { createOnlineNoise } from "../../../../../src/core/privacy/mechanisms/online/onlineNoise.ts";
import { createOnlineRelease } from "../../../../../src/core/privacy/mechanisms/online/onlineRelease.ts";
import { seededSource } from "../../../../../src/core/random/seededSource.ts";
import { expectRelative } from "../../relative.ts";

test("a point that is asked again has the same value, whatever was asked in between; −0 is 0", () => {
  const releases = [
    createOnlineNoise({ kernel: gaussianKernel(0.3), dimension: 1, capacity: 100, random: seededSource(1) }),
    createExponentialOnlineNoise({ rate: 3, capacity: 100, random: seededSource(1) }),
  ].map((noise) => createOnlineRelease({ estimate: (at) => at.coordinates.map((x) => 2 * x), noise, noiseScale: 0.5 }));
  for (const release of releases) {
    const first = release.query(pointsFrom([[0.3], [0], [0.3]]));
    expect(first[0]).toBe(first[2]);
    release.query(pointsFrom([[0.31], [0.29], [0.7]]));
    expect(release.query(pointsFrom([[-0], [0.3]]))).toEqual(Float64Array.of(first[1]!, first[0]!));
  }
});

test("100,000 queries pasted at once are answered, and the kernel of neighbours is seen in them", () => {
  const source = seededSource(2);
  const noise = createExponentialOnlineNoise({ rate: 1e4, capacity: 100_000, random: source });
  const release = createOnlineRelease({
    estimate: (at) => new Float64Array(at.coordinates.length),
    noise,
    noiseScale: 1,
  });
  const x = Array.from({ length: 100_000 }, () => [source.uniform()]);
  const values = release.query(pointsFrom(x));
  expect(noise.size()).toBe(100_000);
  // About 10⁴/2 independent values: variance 1 to √(2/5000) times 5.
  const meanSquare = values.reduce((sum, v) => sum + v * v, 0) / values.length;
  expect(Math.abs(meanSquare - 1)).toBeLessThan(0.1);
  const order = x.map((_, i) => i).sort((i, j) => x[i]![0]! - x[j]![0]!);
  let [squares, expected] = [0, 0];
  for (let k = 1; k < order.length; k++) {
    squares += (values[order[k]!]! - values[order[k - 1]!]!) ** 2;
    expected += 2 * -Math.expm1(-1e4 * (x[order[k]!]![0]! - x[order[k - 1]!]![0]!));
  }
  // Increments of a Markov process are nearly independent: relative deviation √(2/10⁵), 8 of them.
  expectRelative(squares, expected, 0.04);
});

test("queries outside the domain, of another dimension, or too many are refused before anything is drawn", () => {
  const noise = createOnlineNoise({ kernel: gaussianKernel(1), dimension: 1, capacity: 3, random: seededSource(1) });
  const release = createOnlineRelease({
    estimate: (at) => new Float64Array(at.coordinates.length),
    noise,
    noiseScale: 1,
    domain: [[0, 1]],
  });
  expect(() => release.query(pointsFrom([[0.5], [1.5]]))).toThrow(/^at\[1\] must be inside the domain, 0 to 1; got/);
  expect(() => release.query({ dimension: 1, coordinates: Float64Array.of(0.5, NaN) })).toThrow(/^at\[1\]/);
  expect(() => release.query(pointsFrom([[0.5, 0.5]]))).toThrow(/^at.dimension must/);
  expect(() => release.query(pointsFrom([[0.1], [0.2], [0.3], [0.4]]))).toThrow(/at most 3 points/);
  expect(noise.size()).toBe(0);
  expect(release.query(pointsFrom([[0.1], [0.1], [0.2], [0.3]]))).toHaveLength(4);
  expect(release.query({ dimension: 1, coordinates: new Float64Array(0) })).toHaveLength(0);
});
