import { expect, test } from "vitest";
import { gridCoordinates } from "../../../src/core/grids.ts";
import { functionalDeviation, type NoiseLaw } from "../../../src/core/release/noiseLaw.ts";
import { releasedDeviation } from "../../../src/core/release/file/releasedDeviation.ts";
import { releaseContents } from "../../../src/core/release/file/releaseContents.ts";
import { sealRelease } from "../../../src/core/release/file/sealedRelease.ts";
import { processNoise, type ReleaseContents } from "../../../src/core/release/file/releaseFile.ts";
import { integralFunctional, valueFunctional, valueOf } from "../../../src/core/release/curveFunctionals.ts";
import { productFunctional, slopeAt } from "../../../src/core/release/gridFunctionals.ts";
import { postMapped } from "../../../src/core/release/postMap.ts";
import { releaseDensity } from "../../../src/core/density/releaseDensity.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { contentsWords, ditheredContents } from "../../support/releaseExamples.ts";
import { budget, someTargets } from "../../support/neighbouringTargets.ts";
import { casesOf } from "../../support/fuzzing.ts";

const kernels: readonly (readonly [NoiseLaw["kernel"], (x: number, y: number) => number])[] = [
  [
    {
      type: "gaussian",
      bandwidthMatrix: [
        [0.04, 0.03],
        [0.03, 0.09],
      ],
    },
    (x, y) => Math.exp(-0.5 * ((0.09 * x * x - 0.06 * x * y + 0.04 * y * y) / (0.04 * 0.09 - 0.03 ** 2))),
  ],
  [{ type: "productExponential", rates: [2, 5] }, (x, y) => Math.exp(-2 * Math.abs(x) - 5 * Math.abs(y))],
  [
    { type: "matern32", lengthScale: 0.3 },
    (x, y) => (1 + (Math.sqrt(3) * Math.hypot(x, y)) / 0.3) * Math.exp((-Math.sqrt(3) * Math.hypot(x, y)) / 0.3),
  ],
];

test.each(kernels)("functionalDeviation is √(v aᵀKa + w aᵀa) of the whole matrix: %o", (kernel, k) => {
  const axes = [
    { lower: 0, upper: 1, count: 7 },
    { lower: -1, upper: 1, count: 5 },
  ] as const;
  const random = seededSource(3);
  const parts = axes.map(({ count }) => Float64Array.from({ length: count }, () => random.normal()));
  const a = productFunctional(parts);
  const [xs, ys] = axes.map(gridCoordinates) as [Float64Array, Float64Array];
  let sum = 0;
  for (let i = 0; i < 35; i++)
    for (let j = 0; j < 35; j++)
      sum += a[i]! * a[j]! * k(xs[i % 7]! - xs[j % 7]!, ys[Math.floor(i / 7)]! - ys[Math.floor(j / 7)]!);
  const expected = Math.sqrt(2 * sum + 0.1 * valueOf(a, a));
  const law = { kernel, grid: { axes }, variance: 2, white: 0.1 };
  expect(functionalDeviation(law, parts)).toBeCloseTo(expected, 10);
});

const random = seededSource(20261128);
const ages = pointsFrom(
  Array.from({ length: 800 }, () => [random.uniform() < 0.6 ? 35 + 6 * random.normal() : 62 + 5 * random.normal()]),
);
const released = (seed: number) =>
  releaseDensity({
    ...{ records: { points: ages }, recordsPerPerson: 1, domain: [[0, 110]], bandwidths: [5.5] },
    ...{ epsilon: 1, delta: 1e-4, words: wordsOf(seededSource(seed)) },
  });

test("a density of 800 records at h = 5.5 and ε = 1 has the deviations that a statistician computed from its law", async () => {
  const file = await sealRelease(releaseContents(released(1), contentsWords(1)));
  const axis = gridCoordinates({ lower: 0, upper: 110, count: 1000 });
  const sd = (a: Float64Array) => releasedDeviation(file)!([a], 0)!;
  const from = valueFunctional(axis, 30);
  const difference = (years: number) => valueFunctional(axis, 30 + years).map((share, i) => share - from[i]!);
  expect(1.96 * sd(integralFunctional(axis, [0, 110]))).toBeCloseTo(0.0305, 3);
  expect(1.96 * sd(difference(27))).toBeCloseTo(0.00113, 5);
  expect(1.96 * sd(difference(5))).toBeCloseTo(0.000659, 6);
  expect(1.96 * sd(difference(1))).toBeCloseTo(0.000145, 6);
  expect(sd(slopeAt(axis, 30))).toBeCloseTo(7.4e-5, 6);
});

test("draws of a release spread as the law says: integral, a difference of two values, slope", () => {
  const axis = gridCoordinates({ lower: 0, upper: 110, count: 1000 });
  const from = valueFunctional(axis, 30);
  const functionals = [
    integralFunctional(axis, [0, 110]),
    valueFunctional(axis, 35).map((share, i) => share - from[i]!),
    slopeAt(axis, 62),
  ];
  const draws = Array.from({ length: casesOf(300, 150) }, (_, seed) => released(seed));
  for (const a of functionals) {
    const values = draws.map((draw) => valueOf(a, draw.values));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    const deviation = functionalDeviation(draws[0]!.noiseLaw!, [a]);
    // A variance of 150 draws is within 5.5 of its √(2/149) but for two cases in a million, one of more draws more often.
    expect(Math.abs(square / deviation ** 2 - 1)).toBeLessThan(5.5 * Math.sqrt(2 / (values.length - 1)));
  }
});

test.each(someTargets)(
  "a file's law of the noise is the release's, and a narrower one is refused: %s",
  async (_, targetOf) => {
    const release = lastOf(releasingPrivately(targetOf(), budget, wordsOf(seededSource(2))));
    const contents = releaseContents(release, contentsWords(release.axes.length));
    const noise = processNoise(contents.mechanism);
    expect(noise === undefined).toBe(release.noiseLaw === undefined);
    if (!noise) return;
    await expect(sealRelease(contents)).resolves.toBeDefined();
    const withNoise = (change: object): ReleaseContents => ({
      ...contents,
      mechanism: { ...contents.mechanism, noise: { ...noise, ...change } },
    });
    await expect(sealRelease(withNoise({ variance: noise.variance / 4, white: 0 }))).rejects.toThrow(/mechanism.noise/);
    await expect(sealRelease(withNoise({ axes: [...noise.axes, ...noise.axes] }))).rejects.toThrow(/mechanism.noise/);
  },
);

test("a post-map carries functionals back: each value is a sum of weighted numbers, groups are independent", () => {
  const { mechanism, view } = ditheredContents(4);
  const kernel = { type: "gaussian", bandwidthMatrix: [[1]] } as const;
  const noise = { kernel, axes: [{ lower: 0, upper: 3, count: 4 }], variance: 1, white: 0.01 };
  const terms = [
    { from: [0, 1, 2, 3, 4, 5, 6, 7], weights: [1, 2, 1, 1, 3, 3, 3, 3] },
    { from: [3, 3, 1, 0, 7, 7, 7, 7], weights: [0.5, 0, 0.2, 0, 0, 1, 0, 0] },
  ];
  const carried = { terms, offsets: new Array<number>(8).fill(5) };
  const deviation = releasedDeviation({ mechanism: { ...mechanism, noise }, view: { ...view, carried } })!;
  const a = Float64Array.of(1, -2, 0.5, 4);
  const typed = terms.map(({ from, weights }) => ({
    from: Uint32Array.from(from),
    weights: Float64Array.from(weights),
  }));
  [0, 1].forEach((group) => {
    // The response to a unit number at each place is the functional of the numbers.
    const ofNumbers = Float64Array.from({ length: 4 }, (_, j) => {
      const numbers = Float64Array.from({ length: 8 }, (_, i) => (i === group * 4 + j ? 1 : 0));
      const values = postMapped({ terms: typed, offsets: new Float64Array(8) }, numbers);
      return valueOf(a, values.subarray(group * 4, group * 4 + 4));
    });
    const law = { kernel, grid: { axes: noise.axes }, variance: 1, white: 0.01 };
    expect(deviation([a], group)).toBeCloseTo(functionalDeviation(law, [ofNumbers]), 12);
  });
});
