import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { achievedDelta } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { addRecordNoise, recordNoiseLevels } from "../../../../src/core/privacy/mechanisms/recordNoise.ts";
import { clipToRange, recordSensitivity } from "../../../../src/core/privacy/sensitivity/recordRange.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const range = { lower: [0, -1, 2], upper: [1, 1, 2.5] };

describe("recordSensitivity", () => {
  test("bounds the change of a table by any replaced record, and opposite corners reach it", () => {
    const { l1, l2 } = recordSensitivity(range);
    const random = seededSource(1);
    let [largest1, largest2] = [0, 0];
    for (let k = 0; k < 4000; k++) {
      // Corners every other time: records anywhere, clipped to the ranges.
      const record = () =>
        clipToRange({
          ...range,
          coordinates: Float64Array.from({ length: 3 }, () => (random.uniform() - 0.5) * (k % 2 === 0 ? 6 : 1e9)),
        });
      const [a, b] = [record(), record()];
      const differences = a.map((x, j) => x - b[j]!);
      largest1 = Math.max(
        largest1,
        differences.reduce((sum, x) => sum + Math.abs(x), 0),
      );
      largest2 = Math.max(largest2, Math.hypot(...differences));
    }
    expect(largest1).toBeLessThanOrEqual(l1);
    expect(largest2).toBeLessThanOrEqual(l2);
    expect(largest1).toBeGreaterThan(0.9999 * l1);
    expect(largest2).toBeGreaterThan(0.9999 * l2);
    expect(l2).toBeCloseTo(Math.sqrt(5.25), 12);
    expect(recordSensitivity({ lower: [0, 3], upper: [1e200, 3] }).l2).toBeGreaterThanOrEqual(1e200);
  });

  test("refuses ranges that are empty, reversed or not finite", () => {
    for (const bad of [
      { lower: [], upper: [] },
      { lower: [0], upper: [0] },
      { lower: [1], upper: [0] },
      { lower: [NaN], upper: [0] },
      { lower: [0], upper: [Infinity] },
      { lower: [0, 0], upper: [1] },
    ]) {
      expect(() => recordSensitivity(bad)).toThrow(ParameterError);
    }
    expect(() => clipToRange({ ...range, coordinates: Float64Array.of(0, NaN, 0) })).toThrow(ParameterError);
    expect(() => clipToRange({ ...range, coordinates: new Float64Array(4) })).toThrow(ParameterError);
  });
});

describe("recordNoiseLevels", () => {
  test("is the analytic calibration of the distance between records", () => {
    const { gaussianDeviation } = recordNoiseLevels({ epsilon: 2, delta: 1e-5, ...range });
    const noiseMultiplier = gaussianDeviation / Math.sqrt(5.25);
    expect(achievedDelta({ epsilon: 2, noiseMultiplier })).toBeLessThanOrEqual(1e-5);
    expect(achievedDelta({ epsilon: 2, noiseMultiplier })).toBeGreaterThan(0.999e-5);
  });

  test("of 784 entries is far below Laplace noise of the same ε for a record (errata K1)", () => {
    const digit = { lower: new Float64Array(784), upper: new Float64Array(784).fill(1) };
    const { gaussianDeviation, laplaceScale, laplaceDeviation } = recordNoiseLevels({
      epsilon: 1,
      delta: 1e-5,
      ...digit,
    });
    expect(laplaceScale).toBeCloseTo(784, 8);
    expect(laplaceDeviation).toBeCloseTo(Math.SQRT2 * 784, 7);
    expect(gaussianDeviation).toBeLessThan(laplaceDeviation / 9);
    // Noise of an entry at ε = 1 alone has a deviation of 1.41: a record costs 74 times as much even so.
    expect(gaussianDeviation).toBeGreaterThan(100);
  });

  test("refuses ε and δ outside their ranges", () => {
    for (const epsilon of [0, -1, NaN, Infinity]) {
      expect(() => recordNoiseLevels({ epsilon, delta: 1e-5, ...range })).toThrow(ParameterError);
    }
    for (const delta of [0, 1, NaN]) {
      expect(() => recordNoiseLevels({ epsilon: 1, delta, ...range })).toThrow(ParameterError);
    }
  });
});

describe("addRecordNoise", () => {
  test("adds independent normal numbers of the deviation", () => {
    const m = 20_000;
    const entries = new Float64Array(m).fill(3);
    const random = seededSource(12);
    expect([...addRecordNoise({ entries, deviation: 0.5, random })]).toEqual([1]);
    // Mean square of m squares of standard normals: standard deviation √(2/m); 4.9 of them are exceeded with
    // probability 10⁻⁶. Neighbours' products: mean 0, standard deviation 1/√m.
    const z = entries.map((x) => (x - 3) / 0.5);
    const meanSquare = z.reduce((sum, x) => sum + (x * x) / m, 0);
    expect(Math.abs(meanSquare - 1)).toBeLessThan(4.9 * Math.sqrt(2 / m));
    let products = 0;
    for (let k = 1; k < m; k++) products += (z[k]! * z[k - 1]!) / m;
    expect(Math.abs(products)).toBeLessThan(4.9 / Math.sqrt(m));
  });

  test("refuses a deviation that is not positive", () => {
    const random = seededSource(1);
    for (const deviation of [0, -1, NaN, Infinity]) {
      expect(() => addRecordNoise({ entries: new Float64Array(1), deviation, random }).next()).toThrow(ParameterError);
    }
  });
});
