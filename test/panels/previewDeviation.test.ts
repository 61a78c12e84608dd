import { expect, test } from "vitest";
import { planDensity } from "../../src/core/density/density.ts";
import { densityLaw } from "../../src/core/density/densityForm.ts";
import { valueFunctional, valueOf } from "../../src/core/release/curveFunctionals.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { previewDeviation } from "../../src/panels/postProcessing/whatFollows.ts";

const domain = [[0, 10]] as const;
const parameters = { domain, bandwidths: [0.8], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

test("previewDeviation of a difference is that of the preview's own draws, times a group's factor", () => {
  const random = seededSource(2);
  const points = { dimension: 1, coordinates: Float64Array.from({ length: 50 }, () => 10 * random.uniform()) };
  const { unitNoise } = planDensity({ points, domain }).release({ ...parameters, drawCount: 2000, seed: 3 });
  const law = densityLaw(parameters);
  const x = gridCoordinates(law.grid.axes[0]!);
  const before = valueFunctional(x, 4);
  const difference = valueFunctional(x, 5).map((share, i) => share - before[i]!);
  const square = unitNoise.reduce((sum, draw) => sum + valueOf(difference, draw) ** 2, 0) / unitNoise.length;
  const noise = { sigma: 3, form: () => Promise.resolve(law) };
  const deviation = previewDeviation(noise, law)!([difference], 0)!;
  // 2,000 squares: 4.9 standard errors are 0.155 of a variance.
  expect(Math.abs(square / (deviation / 3) ** 2 - 1)).toBeLessThan(0.155);
  const factors = Float64Array.from({ length: 2 * x.length }, (_, i) => (i < x.length ? 1 : 2));
  expect(previewDeviation({ ...noise, factors }, law)!([difference], 1)).toBeCloseTo(2 * deviation, 12);
  factors[0] = 7;
  expect(previewDeviation({ ...noise, factors }, law)!([difference], 0)).toBeUndefined();
});
