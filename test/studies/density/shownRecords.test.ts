import { describe, expect, test } from "vitest";
import { histogramOf, recordsSentence, spikesOf } from "../../../src/studies/density/picture/shownRecords.ts";
import type { DensityView } from "../../../src/studies/density/model/view.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const inside = (values: Float64Array, multiplicities?: Float64Array) => ({
  points: { dimension: 1, coordinates: values },
  multiplicities,
});
const axis = (lower: number, upper: number) => ({ lower, upper, count: 1000 });
const viewOf = (values: Float64Array, lower: number, upper: number) =>
  ({ inside: inside(values), axes: [axis(lower, upper)] }) as unknown as DensityView;

describe("histogramOf", () => {
  test("whole numbers that are all as frequent have bars of one height, whatever the domain", () => {
    for (const [least, most] of [
      [0, 120],
      [18, 95],
      [-7, 310],
    ] as const) {
      const values = Float64Array.from({ length: 50 * (most - least + 1) }, (_, i) => least + (i % (most - least + 1)));
      const { lower, width, densities } = histogramOf(inside(values), {
        ...axis(least, most),
        recordCount: values.length,
      });
      const whole = Array.from(densities).filter(
        (_, i) => lower + i * width >= least - 1 && lower + (i + 1) * width <= most + 1,
      );
      expect(whole.length).toBeGreaterThan(20);
      expect(Math.max(...whole) / Math.min(...whole)).toBeLessThan(1 + 1e-9);
      expect(densities.reduce((sum, density) => sum + density * width, 0)).toBeCloseTo(1, 10);
      expect(width % 1).toBe(0);
    }
  });

  test("counts weigh as often as they occur, and records outside are at the edge", () => {
    const values = Float64Array.of(-5, 0.1, 0.7003, 9);
    const { densities, width } = histogramOf(inside(values, Float64Array.of(1, 5, 3, 1)), {
      ...axis(0, 1),
      recordCount: 10,
    });
    expect(densities[0]! * width).toBeCloseTo(0.1);
    expect(densities[5]! * width).toBeCloseTo(0.5);
    expect(densities[35]! * width).toBeCloseTo(0.3);
    expect(densities.at(-1)! * width).toBeCloseTo(0.1);
  });
});

describe("spikesOf", () => {
  const random = seededSource(4);
  const incomes = Float64Array.from({ length: 5000 }, (_, i) => (i < 900 ? 0 : 20_000 * Math.exp(random.normal())));

  test("finds the zeros among incomes, and none among ages or grades", () => {
    expect(spikesOf(inside(incomes))).toEqual([{ value: 0, share: 0.18 }]);
    expect(spikesOf(inside(Float64Array.from({ length: 5000 }, (_, i) => i % 80)))).toEqual([]);
    expect(spikesOf(inside(Float64Array.from({ length: 5000 }, (_, i) => i % 5)))).toEqual([]);
    expect(spikesOf(inside(new Float64Array(9)))).toEqual([{ value: 0, share: 1 }]);
  });

  test("the rug says that it is a sample, and which value is shared; outside nothing is said", () => {
    const view = viewOf(incomes, 0, 2e5);
    expect(recordsSentence("rug", view)).toBe(
      " The rug is a sample: one record in 3. 18 % of the records are exactly 0.",
    );
    expect(recordsSentence("histogram", view)).toBe(" 18 % of the records are exactly 0.");
    expect(recordsSentence("none", view)).toBe("");
    expect(recordsSentence("rug", { ...view, inside: undefined })).toBe("");
    expect(recordsSentence("rug", viewOf(incomes.slice(900, 2000), 0, 2e5))).toBe("");
  });
});
