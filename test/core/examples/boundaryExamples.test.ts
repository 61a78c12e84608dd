import { expect, test } from "vitest";
import { boundaryExamples } from "../../../src/studies/boundary/model/examples.ts";
import type { BoundaryExample } from "../../../src/studies/boundary/model/examples.ts";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { labelClasses, labelledRecordsFrom } from "../../../src/core/records/labelledRecords.ts";
import { responseRecordsFrom } from "../../../src/core/records/responseRecords.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import type { BoundaryRelease } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";

const named = boundaryExamples.map((example) => [example.id, example] as const);

const columnOf = (id: string, column: string) => loadExample(id).columns.find(({ name }) => name === column)!;
const valuesOf = (id: string, column: string) => columnOf(id, column).values;
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);
const mean = (values: ArrayLike<number>) => sum(values) / values.length;

function covariance(x: Float64Array, y: Float64Array): number {
  const [xMean, yMean] = [mean(x), mean(y)];
  return sum(x.map((value, i) => (value - xMean) * (y[i]! - yMean))) / (x.length - 1);
}

/** Domain and held values of all inputs. */
function withFurther({ domain, further = [] }: BoundaryExample["defaults"]) {
  return {
    domain: [...domain, ...further.map((input) => input.domain)],
    ...(further.length > 0 && { held: further.map(({ at }) => at) }),
  };
}

function recordsOf({ id, defaults: { task, x, y, response, positive, further = [] } }: BoundaryExample) {
  const table = loadExample(id);
  return task === "classification"
    ? labelledRecordsFrom({
        table,
        columns: [x, y!, ...further.map(({ name }) => name)],
        label: response,
        positive: positive!,
        missing: "refuse",
      })
    : responseRecordsFrom({ table, inputs: [x], response, missing: "refuse" });
}

test.each(named)("example %s is the same each time, has its columns, and its class", (id, { columns, defaults }) => {
  const table = loadExample(id);
  expect(table.columns.map(({ name }) => name)).toEqual(columns);
  expect(loadExample(id)).toEqual(table);
  expect(defaults.domain).toHaveLength(defaults.task === "classification" ? 2 : 1);
  if (defaults.task === "classification") {
    expect(labelClasses(table, defaults.response).map(({ name }) => name)).toContain(defaults.positive);
  }
});

test.each(named)("example %s is within its domain, or says that it is moved into it", (_, example) => {
  const { description, defaults } = example;
  const { points, responses } = recordsOf(example);
  const d = points.dimension;
  const { domain } = withFurther(defaults);
  const outside = points.coordinates.filter((value, i) => !(value >= domain[i % d]![0] && value <= domain[i % d]![1]));
  expect(outside.length > 0).toBe(/moved into/.test(description));
  expect(outside.length).toBeLessThan(responses.length / 500);
  const [lower, upper] = defaults.responseRange ?? [-1, 1];
  expect(responses.every((value) => value >= lower && value <= upper)).toBe(true);
});

test("iris is R's data set: its means, 50 flowers of each species, and R's rows 35 and 38", () => {
  const columns = ["sepal length", "sepal width", "petal length", "petal width"];
  const means = [5.843333, 3.057333, 3.758, 1.199333];
  const speciesMeans = [
    [5.006, 3.428, 1.462, 0.246],
    [5.936, 2.77, 4.26, 1.326],
    [6.588, 2.974, 5.552, 2.026],
  ];
  columns.forEach((name, j) => {
    const values = valuesOf("iris", name);
    expect(values).toHaveLength(150);
    expect(mean(values)).toBeCloseTo(means[j]!, 6);
    speciesMeans.forEach((row, k) => expect(mean(values.subarray(50 * k, 50 * k + 50))).toBeCloseTo(row[j]!, 10));
  });
  expect(covariance(valuesOf("iris", "petal length"), valuesOf("iris", "petal width"))).toBeCloseTo(1.2956094, 6);
  expect([34, 37].map((row) => columns.map((name) => valuesOf("iris", name)[row]))).toEqual([
    [4.9, 3.1, 1.5, 0.2],
    [4.9, 3.6, 1.4, 0.1],
  ]);
  expect(labelClasses(loadExample("iris"), "species")).toEqual(
    ["setosa", "versicolor", "virginica"].map((name) => ({ name, count: 50 })),
  );
});

test("cars is R's data set: 50 rows, its means, and the line of least squares −17.579095 + 3.932409 speed", () => {
  const speed = valuesOf("cars", "speed");
  const distance = valuesOf("cars", "distance");
  expect([speed.length, sum(speed), sum(distance), Math.max(...distance)]).toEqual([50, 770, 2149, 120]);
  const slope = covariance(speed, distance) / covariance(speed, speed);
  expect(slope).toBeCloseTo(3.932409, 6);
  expect(mean(distance) - slope * mean(speed)).toBeCloseTo(-17.579095, 6);
  expect(loadExample("cars-quantile")).toEqual(loadExample("cars"));
});

test("alda-2 has 1500 points of each class with the means and covariances of the paper", () => {
  const { names, codes } = columnOf("alda-2", "class").categories!;
  // A mean of 1500 has the deviation √(s²/1500), an empirical covariance at most √(2/1500) s², with s² ≤ 0.015: 5.1 of
  // them are exceeded with probability 3.4e-7, by one of the ten figures with less than 1e-5.
  const meanTolerance = 5.1 * Math.sqrt(0.015 / 1500);
  const covarianceTolerance = 5.1 * 0.015 * Math.sqrt(2 / 1500);
  const paper = [
    { name: "a", means: [0.3, 0.5], covariances: [0.01, 0, 0.01] },
    { name: "b", means: [0.6, 0.4], covariances: [0.01, 0.008, 0.015] },
  ];
  for (const { name, means, covariances } of paper) {
    const code = names.indexOf(name);
    const [x, y] = ["x", "y"].map((column) => valuesOf("alda-2", column).filter((_, i) => codes[i] === code)) as [
      Float64Array,
      Float64Array,
    ];
    expect(x).toHaveLength(1500);
    [x, y].forEach((values, j) => expect(Math.abs(mean(values) - means[j]!)).toBeLessThan(meanTolerance));
    [covariance(x, x), covariance(x, y), covariance(y, y)].forEach((value, j) =>
      expect(Math.abs(value - covariances[j]!)).toBeLessThan(covarianceTolerance),
    );
  }
});

test.each(named)("example %s: with its parameters the private picture resembles the other one", (_, example) => {
  const { defaults } = example;
  const { groups, ...ofAll } = defaults;
  const { points, responses } = recordsOf(example);
  const release = finish(
    planBoundary({ points, responses }).releasing({
      lossParameter: 0,
      ...ofAll,
      ...withFurther(defaults),
      solver: "exact",
      drawCount: 1,
      seed: 1,
    }),
  );
  const deviation = release.sensitivity * analyticNoiseMultiplier(defaults);
  if (defaults.task === "classification") {
    // The share of the records that f classifies rightly, and the expected one that f plus noise does.
    const original = mean(release.fitted.map((f, i) => (f * responses[i]! > 0 ? 1 : 0)));
    const expected = mean(release.fitted.map((f, i) => normalCdf((f * responses[i]!) / deviation)));
    expect(original).toBeGreaterThan(0.9);
    expect(expected).toBeGreaterThan(original - 0.03);
  } else {
    expect(deviation).toBeLessThan((Math.max(...release.estimate) - Math.min(...release.estimate)) / 4);
  }
});

function finish(run: Generator<number, BoundaryRelease>): BoundaryRelease {
  for (;;) {
    const step = run.next();
    if (step.done) return step.value;
  }
}
