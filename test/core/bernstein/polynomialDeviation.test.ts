import { expect, test } from "vitest";
import { polynomialDeviation, releasedPolynomialDeviation } from "../../../src/core/bernstein/polynomialDeviation.ts";
import { bernsteinOnGrid } from "../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { releaseDensity } from "../../../src/core/density/releaseDensity.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { releaseContents } from "../../../src/core/release/file/releaseContents.ts";
import { axisValues } from "../../../src/core/release/file/releaseFile.ts";
import { contentsWords } from "../../support/releaseExamples.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { productFunctional } from "../../../src/core/release/gridFunctionals.ts";
import { valueFunctional, valueOf } from "../../../src/core/release/curveFunctionals.ts";

const random = seededSource(7);
const part = (count: number) => Float64Array.from({ length: count }, () => random.normal());

test.each([
  { degree: 9, iterations: 1, counts: [7], held: [] },
  { degree: 12, iterations: 5, counts: [11], held: [] },
  { degree: 4, iterations: 3, counts: [5, 6], held: [] },
  { degree: 4, iterations: 2, counts: [6], held: [0.3] },
])("polynomialDeviation is that of the response to each number: %o", ({ degree, iterations, counts, held }) => {
  const shares = counts.map((count) => Float64Array.from({ length: count }, (_, i) => i / (count - 1)));
  const places = [...shares, ...held.map((at) => Float64Array.of(at))];
  const onGrid = bernsteinOnGrid({ degree, iterations, axes: places });
  const [parts, less] = [counts.map(part), counts.map(part)];
  const [a, b] = [productFunctional(parts), productFunctional(less)];
  const size = (degree + 1) ** places.length;
  const responses = Array.from({ length: size }, (_, j) =>
    onGrid.evaluate(Float64Array.from({ length: size }, (__, i) => Number(i === j))),
  );
  const norm = (of: Float64Array) => Math.sqrt(3 * responses.reduce((sum, each) => sum + valueOf(of, each) ** 2, 0));
  const deviationOf = polynomialDeviation({ degree, iterations, variance: 3, places });
  expect(deviationOf(parts, 0)).toBeCloseTo(norm(a), 10);
  expect(deviationOf(parts, 0, less)).toBeCloseTo(norm(a.map((value, i) => value - b[i]!)), 10);
});

test.each(["laplace", "gaussian", "composedLaplace"] as const)(
  "a file's deviation by %s is that of draws, and undefined for values that are not of its numbers",
  (law) => {
    const records = {
      points: { dimension: 1, coordinates: Float64Array.from({ length: 200 }, () => random.uniform()) },
    };
    const drawn = Array.from({ length: 200 }, (_, k) =>
      releaseDensity({
        ...{ records, recordsPerPerson: 1, domain: [[0, 1]], bandwidths: [0.1], epsilon: 0.5, delta: 1e-4 },
        polynomial: { law, size: { kind: "byHand", degree: 6, iterations: 2 } },
        words: wordsOf(seededSource(k)),
      }),
    );
    const files = drawn.map((release) => releaseContents(release, contentsWords(1)));
    const { deviationOf, factor } = releasedPolynomialDeviation(files[0]!)!;
    const axis = axisValues(files[0]!.view.axes[0]!);
    const before = valueFunctional(axis, 0.2);
    const a = valueFunctional(axis, 0.45).map((share, i) => share - before[i]!);
    const values = drawn.map((release) => valueOf(a, release.values));
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    const deviation = deviationOf([a], 0)!;
    // Squares of Laplace sums have kurtosis below 6: 5 standard errors of 200 are √(5/200)·5 = 0.8.
    expect(Math.abs(square / deviation ** 2 - 1)).toBeLessThan(0.8);
    const missed = values.filter((value) => Math.abs(value - mean) > factor * deviation).length;
    // At most 5 %, and 25 of 200 have a chance of 10⁻⁵.
    expect(missed).toBeLessThan(25);
    const lying = {
      ...files[0]!,
      view: { ...files[0]!.view, values: files[0]!.view.values.map((value) => value * 1.1) },
    };
    expect(releasedPolynomialDeviation(lying)!.deviationOf([a], 0)).toBeUndefined();
  },
);
