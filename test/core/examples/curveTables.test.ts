import { describe, expect, test } from "vitest";
import { curvesFrom } from "../../../src/core/records/curves/curves.ts";
import { largestCurvesPerPerson, limitCurvesPerPerson } from "../../../src/core/records/curvesPerPerson.ts";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";

function drawnCurves(id: string) {
  const { defaults } = meanCurveExamples.find((example) => example.id === id)!;
  const { layout, domain, gridCount: count } = defaults;
  const grid = { lower: domain[0], upper: domain[1], count };
  return { defaults, ...curvesFrom({ table: loadExample(id), layout, grid, missing: "refuse" }) };
}

describe("ChickWeight is R's data set", () => {
  const { columns, rowCount } = loadExample("chick-weight");
  const [weight, time, chick, diet] = columns.map(({ values }) => values) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const meanOf = (values: ArrayLike<number>) =>
    Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

  test("578 weighings of 50 chicks, 45 of them complete", () => {
    expect(rowCount).toBe(578);
    const counts = Array.from({ length: 50 }, (_, i) => chick.filter((value) => value === i + 1).length);
    expect(counts.filter((count) => count === 12)).toHaveLength(45);
    expect(counts.filter((count) => count < 12)).toEqual([11, 8, 7, 2, 10]);
  });

  test("mean, standard deviation and extremes", () => {
    expect(meanOf(weight)).toBeCloseTo(121.8183, 4);
    const centre = meanOf(weight);
    expect(Math.sqrt(weight.reduce((sum, value) => sum + (value - centre) ** 2, 0) / 577)).toBeCloseTo(71.07196, 5);
    expect([Math.min(...weight), Math.max(...weight)]).toEqual([35, 373]);
  });

  test.each([
    [1, 220, 102.6455],
    [2, 120, 122.6167],
    [3, 120, 142.95],
    [4, 118, 135.2627],
  ])("diet %d: %d rows of mean %d", (which, count, average) => {
    const rows = weight.filter((_, i) => diet[i] === which);
    expect(rows).toHaveLength(count);
    expect(meanOf(rows)).toBeCloseTo(average, 4);
  });

  test("means on each day", () => {
    const days = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 21];
    const means = [
      41.06, 49.22, 59.95918, 74.30612, 91.2449, 107.8367, 129.2449, 143.8125, 168.0851, 190.1915, 209.7174, 218.6889,
    ];
    days.forEach((day, j) => {
      expect(meanOf(weight.filter((_, i) => time[i] === day))).toBeCloseTo(means[j]!, 4);
    });
  });

  test("of which five chicks are held constant", () => {
    const { defaults, curves, curveCount, notices } = drawnCurves("chick-weight");
    expect(curveCount).toBe(50);
    expect(notices).toContain("5 curves not reaching from 0 to 21: held constant beyond the ends.");
    const m = defaults.gridCount;
    expect(curves[18 * m - 1]).toBe(35); // chick 18, last weighed on day 2
    expect(curves[4]).toBe(46.5); // chick 1, half-way between 42 and 51
  });
});

describe("tract profiles", () => {
  const { defaults, curves, curveCount, personOf, notices } = drawnCurves("tract-profiles");

  test("382 curves at 93 positions, of 142 people, within 0.2 to 0.7", () => {
    expect([curveCount, curves.length, new Set(personOf).size]).toEqual([382, 382 * 93, 142]);
    expect(curves.every((value) => value >= 0.2 && value <= 0.7)).toBe(true);
    expect(notices).toEqual([]);
  });

  test("people have up to eight visits, of which the declared four are kept", () => {
    expect(largestCurvesPerPerson(personOf!)).toBe(8);
    const kept = limitCurvesPerPerson({ personOf: personOf!, bound: defaults.curvesPerPerson });
    expect(kept).toHaveLength(42 + 2 * 30 + 3 * 28 + 4 * (24 + 12 + 4 + 2));
  });
});
