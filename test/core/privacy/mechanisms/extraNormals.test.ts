import { expect, test } from "vitest";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import { gaussianNormFailure, gaussianNormTail } from "../../../../src/core/privacy/mechanisms/gaussianNorm.ts";
import { extraNormals } from "../../../../src/core/privacy/mechanisms/extraNormals.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";
import { wordsOf } from "../../../../src/core/random/randomWords.ts";
import { planDensity } from "../../../../src/core/density/density.ts";
import { releasingPrivately } from "../../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../../src/core/slices.ts";

const size = 12;
const sampler = gridNoiseSampler({
  kernel: { type: "gaussian", bandwidthMatrix: [[0.04]] },
  grid: { axes: [{ lower: 0, upper: 1, count: size }] },
  jitter: 1e-6,
});

test("normalsBeside(sampler, m, J) draws the noise as before, and the last J normals behind it", () => {
  const beside = extraNormals(sampler, size, 3);
  const normals = standardNormals(seededSource(4), beside.normalCount);
  const alone = sampler.sample(normals.slice(0, sampler.normalCount), new Float64Array(size));
  const all = beside.sample(normals, new Float64Array(size + 3));
  expect(beside.normalCount).toBe(sampler.normalCount + 3);
  expect(all.subarray(0, size)).toEqual(alone);
  expect(all.subarray(size)).toEqual(normals.subarray(sampler.normalCount));
  expect(extraNormals(sampler, size, 0)).toBe(sampler);
});

test.each([1, 2, 5000])("ρ grows by what %d normals of norm √J + 37 lose as doubles, and hardly more", (count) => {
  const added = extraNormals(sampler, size, count).forwardError - sampler.forwardError;
  const lost = (Math.sqrt(count) + 37) * 2 ** -53;
  expect(added).toBeGreaterThan(lost * (1 - 2 ** -30));
  expect(added).toBeLessThan(lost * 1.001);
});

test("a release with a number beside its curve fails where the norm of its normal is too large, too", () => {
  const failureOf = (apart: boolean) => {
    const plan = planDensity({
      points: { dimension: 1, coordinates: Float64Array.of(0.2, 0.4, 0.9) },
      domain: [[0, 1]],
      ...(apart && { pointMassRecords: [{ name: "share of the records at 0", at: 0, count: 1 }] }),
    });
    const { failure } = lastOf(
      releasingPrivately(
        plan.target({ domain: [[0, 1]], bandwidths: [0.1], correlation: 0, route: "gaussian", relativeRate: 1 }),
        { epsilon: 1, delta: 1e-5, calibration: "analytic" },
        wordsOf(seededSource(7)),
      ),
    );
    return failure;
  };
  // Those of the sampler, and that of the norm of the noise.
  const alone = gaussianNormFailure + gaussianNormTail;
  expect(failureOf(false) / alone).toBeCloseTo(1, 10);
  expect(failureOf(true) / (alone + gaussianNormTail)).toBeCloseTo(1, 10);
});
