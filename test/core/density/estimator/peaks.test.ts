import { expect, test } from "vitest";
import { prominentFieldPeaks, prominentPeaks } from "../../../../src/core/density/estimator/peaks.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { persistentPeaks } from "../../../support/persistentPeaks.ts";

const leasts = [1e-9, 0.5, 2, 5, 20];

test("prominentPeaks finds in one scan what persistence finds, on 300 random walks", () => {
  const random = seededSource(5);
  for (let walk = 0; walk < 300; walk++) {
    let [value, slope] = [random.normal(), 0];
    const values = Float64Array.from({ length: 1 + (walk % 80) }, () => {
      slope = 0.7 * slope + random.normal();
      return (value += slope);
    });
    expect(leasts.map((least) => prominentPeaks(values, least))).toEqual(
      leasts.map((least) => persistentPeaks(values, values.length, least)),
    );
  }
  expect(prominentPeaks(new Float64Array(0), 1)).toEqual([]);
});

test("prominentFieldPeaks finds what persistence finds, on 200 fields of every width, with equal values and with none", () => {
  const random = seededSource(6);
  let count = 0;
  for (let field = 0; field < 200; field++) {
    const [width, height] = [1 + (field % 17), 1 + Math.floor(field / 12)];
    // A third of them in whole numbers, where plateaus meet; hills under the noise of the others.
    const values = Float64Array.from({ length: width * height }, (_, k) => {
      const hill = 6 * Math.sin((k % width) / 3) * Math.cos(Math.floor(k / width) / 3);
      const value = hill * (field % 2) + 2 * random.normal() - (field % 5);
      return field % 3 === 0 ? Math.round(value) : value;
    });
    const expected = leasts.map((least) => persistentPeaks(values, width, least));
    expect(leasts.map((least) => prominentFieldPeaks(values, width, least))).toEqual(expected);
    count += expected[2]!.length;
  }
  expect(count).toBeGreaterThan(400);
  expect(prominentFieldPeaks(new Float64Array(0), 1, 1)).toEqual([]);
  expect(prominentFieldPeaks(new Float64Array(12), 4, 0)).toEqual([]);
  expect(prominentFieldPeaks(new Float64Array(12).fill(1), 4, 0.1)).toEqual([0]);
});

test("prominentPeaks finds the peaks that stand out", () => {
  const values = Float64Array.from(
    { length: 201 },
    (_, i) => Math.exp(-(((i - 60) / 15) ** 2)) + 0.5 * Math.exp(-(((i - 140) / 15) ** 2)) + 0.01 * Math.sin(i),
  );
  expect(prominentPeaks(values, 0.1).map((index) => Math.round(index / 10) * 10)).toEqual([60, 140]);
  expect(prominentPeaks(values, 0.7)).toHaveLength(1);
  expect(prominentPeaks(Float64Array.of(1, 1, 1), 0.1)).toHaveLength(1);
  expect(prominentPeaks(new Float64Array(5), 0.1)).toEqual([]);
});

test("prominentFieldPeaks finds two hills and not the ridge between them", () => {
  const hill = (x: number, y: number, a: number, b: number) => Math.exp(-((x - a) ** 2 + (y - b) ** 2) / 20);
  const values = Float64Array.from(
    { length: 40 * 30 },
    (_, k) => hill(k % 40, Math.floor(k / 40), 10, 10) + 0.6 * hill(k % 40, Math.floor(k / 40), 28, 20),
  );
  expect(prominentFieldPeaks(values, 40, 0.05).map((index) => [index % 40, Math.floor(index / 40)])).toEqual([
    [10, 10],
    [28, 20],
  ]);
});
