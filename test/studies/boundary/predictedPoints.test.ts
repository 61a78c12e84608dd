import { expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { boundaryRecordsFrom } from "../../../src/core/records/boundaryRecords.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { releasingAtPoints } from "../../../src/core/release/pointRelease.ts";
import { choiceOf } from "../../../src/studies/boundary/model/columns.ts";
import { boundaryExamples } from "../../../src/studies/boundary/model/examples.ts";
import {
  certaintyOf,
  inputNames,
  labelOf,
  predictionsCsv,
  readPoints,
} from "../../../src/studies/boundary/sections/predictedPoints.ts";
import type { Predicted } from "../../../src/studies/boundary/sections/predictedPoints.ts";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import { boundaryLinks } from "../../../src/studies/boundary/model/links.ts";
import { recordedWords } from "../../support/privateReleases.ts";

const { values: scenario } = boundaryLinks(boundaryExamples).decode("#/boundary?v=1&data=iris-4");
const names = inputNames(scenario);

test("inputNames are those that are drawn, then the others", () => {
  expect(names).toEqual(["petal length", "petal width", "sepal length", "sepal width"]);
});

test("readPoints takes columns by their names, in any order, and leaves others aside", () => {
  const read = readPoints(
    "sepal width,id,petal width,petal length,sepal length\n3,7,0.2,1.4,5.1\n2.5,8,2,6,6.5\n",
    names,
  );
  expect(read).toEqual({
    count: 2,
    points: { dimension: 4, coordinates: Float64Array.of(1.4, 0.2, 5.1, 3, 6, 2, 6.5, 2.5) },
  });
});

test("readPoints takes a single point, and no point is told", () => {
  expect(readPoints("a,b\n0.5,2\n", ["a", "b"])).toEqual({
    count: 1,
    points: { dimension: 2, coordinates: Float64Array.of(0.5, 2) },
  });
  expect(readPoints("a,b\n", ["a", "b"])).toEqual({
    problem: "These points cannot be read: file must be a table with at least one row of numbers; got only a header.",
  });
  expect(readPoints("a,b\n0.5,abc\n", ["a", "b"])).toEqual({ problem: "Point 1 has no number for b." });
});

test.each([
  ["", /^Paste or open a table: a header with petal length/],
  ["petal length,petal width\n1,2\n3,4\n", /There is no column sepal length, sepal width/],
  [`${names.join(",")}\n1,2,3,\n1,2,3,4\n`, /Point 1 has no number for sepal width/],
  [`${names.join(",")}\n1,2,x,4\n1,2,3,4\n`, /Point 1 has no number for sepal length/],
  [`${names.join(",")}\n${"1,2,3,4\n".repeat(100_000)}`, /100,000 points are too many: at most 3,000/],
  ['"never closed', /cannot be read|There is no column/],
])("readPoints says what is wrong with %.40j", (text, sentence) => {
  const read = readPoints(text, names);
  expect("problem" in read && read.problem).toMatch(sentence);
});

test("predictions of an example are right as often as their certainty says they are", () => {
  const table = loadExample("iris-4");
  const records = boundaryRecordsFrom(table, choiceOf(scenario, outlineOf(table))!);
  const plan = planBoundary(records);
  const { seed, drawCount, ...parameters } = requestOf(scenario);
  const { target } = plan.pointTarget(parameters, records.points);
  const f = lastOf(target.estimating());
  const words = recordedWords(4);
  let [claimed, agree, count] = [0, 0, 0];
  for (let draw = 0; draw < 60; draw++) {
    const release = {
      ...lastOf(releasingAtPoints(target, { epsilon: 3, delta: 1e-3, calibration: "analytic" }, words)),
      clampedCount: 0,
    };
    const predicted: Predicted = { scenario, points: records.points, release, classNames: records.classNames };
    if (draw === 0) {
      const csv = predictionsCsv(predicted).split("\r\n");
      expect(csv.filter((line) => line.startsWith("#"))).toHaveLength(6);
      expect(csv[6]).toBe(`${names.join(",")},integer,value,label,certainty`);
      expect(csv).toHaveLength(6 + 1 + 150 + 1);
      expect(csv[1]).toMatch(/; neighbours = one record replaced; number of records public$/);
      const ofPersons = { ...predicted, scenario: { ...predicted.scenario, person: "id", perPerson: 3 } };
      expect(predictionsCsv(ofPersons).split("\r\n")[1]).toMatch(
        /; neighbours = up to 3 records of one person replaced; /,
      );
      const cells = csv[7]!.split(",");
      expect(Number(cells[5])).toBe(release.lattice * Number(cells[4]));
      expect(Number(cells[7])).toBeCloseTo(normalCdf(Math.abs(release.values[0]!) / release.deviation), 12);
    }
    f.forEach((value, i) => {
      count++;
      claimed += certaintyOf(release, i);
      agree += (labelOf(predicted, i) === "virginica") === value > 0 ? 1 : 0;
    });
  }
  // Certainty is against the least favourable f, so on the whole labels agree with the original at least about as often.
  expect(agree / count).toBeGreaterThan(claimed / count - 0.05);
  expect(claimed / count).toBeGreaterThan(0.6);
});
