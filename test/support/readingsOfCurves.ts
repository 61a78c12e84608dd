import type { CurveSumsTerms } from "../../src/core/records/curveSums.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";

/** Terms of both rules. */
export const termsOf: Record<string, CurveSumsTerms> = {
  uniform: {
    times: { lower: 0, upper: 21, cells: 12 },
    values: { lower: 0, upper: 400 },
    centre: 120,
    normBound: 60,
    rule: "uniform",
  },
  trapezoid: {
    times: { lower: -1.5, upper: 3, cells: 7 },
    values: { lower: -3, upper: 11 },
    centre: 0,
    normBound: 2.7,
    rule: "trapezoid",
  },
};

/** Curves near and far from the centre, some twice at a time, some with gaps, some readings outside. */
export function readingsFor({ times, values, centre, normBound }: CurveSumsTerms, seed = 3) {
  const random = seededSource(seed);
  const rows: { curve: number; time: number; value: number }[] = [];
  const step = (times.upper - times.lower) / (times.cells - 1);
  for (let curve = 0; curve < 300; curve++) {
    const reach = normBound * [0.3, 1, 3, 30][curve % 4]!;
    for (let j = 0; j < times.cells; j++) {
      if (curve % 17 === 3 && j === 2) continue;
      const value = centre + reach * random.normal();
      rows.push({ curve, time: times.lower + j * step, value });
      if (curve % 5 === 1)
        rows.push({ curve, time: times.lower + (j + 0.2 * random.uniform()) * step, value: value + 1 });
    }
    rows.push({ curve, time: times.upper + 5, value: values.upper });
  }
  return rows;
}
