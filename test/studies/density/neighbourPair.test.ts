import { expect, test } from "vitest";
import { kernelDensitySensitivity } from "../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { sobolevKernelDensitySensitivity } from "../../../src/core/privacy/sensitivity/sobolevKernelDensity.ts";
import { bumpDensitySensitivity } from "../../../src/core/privacy/sensitivity/bumpDensity.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { bestGuess, neighbourPair } from "../../../src/studies/density/sections/neighbourPair.ts";
import { casesOf } from "../../support/fuzzing.ts";

const n = 10;
const domain = [[3, 7]] as const;
const places = Float64Array.from({ length: 401 }, (_, i) => 3 + i / 100);
const random = seededSource(8);

test("neighbourPair is never further apart than Δ of its route, and comes close to it", () => {
  for (const [kind, bound] of [
    [{ route: "gaussian" }, kernelDensitySensitivity({ recordCount: n, dimension: 1, bandwidth: 0.2 })],
    [
      { route: "sobolev" },
      sobolevKernelDensitySensitivity({ recordCount: n, dimension: 1, bandwidth: 0.2 / 4, rate: 2 * (4 / 0.2) }) / 4,
    ],
    [
      { route: "gaussian", bump: "matern32" },
      bumpDensitySensitivity({ kernel: "matern32", recordCount: n, bandwidths: [0.2], boxSides: [4] }),
    ],
  ] as const) {
    const shape = { domain, bandwidths: [0.2], relativeRate: 2, ...kind };
    let most = 0;
    for (let trial = 0; trial < casesOf(200, 60); trial++) {
      const [from, to] = [3 + 4 * random.uniform(), 3 + 4 * random.uniform()];
      const { distance } = neighbourPair(shape, n, { from, to, places });
      expect(distance).toBeLessThanOrEqual(bound * (1 + 1e-12));
      most = Math.max(most, distance / bound);
    }
    expect(most).toBeGreaterThan(0.98);
  }
});

test("of Sobolev noise the closed form is the sum of the three terms of equation (9), on any domain", () => {
  const shape = { domain, bandwidths: [0.3], relativeRate: 1.5, route: "sobolev" } as const;
  for (const [from, to] of [
    [3.1, 6.8],
    [5, 5.2],
    [3, 7],
  ] as const) {
    const { distance, terms } = neighbourPair(shape, n, { from, to, places });
    const { ends, slopes, values } = terms!;
    expect(Math.sqrt(ends + slopes + values)).toBeCloseTo(distance, 10);
    // The same in other units: densities and their norm shrink by the factor.
    const wide = neighbourPair({ ...shape, domain: [[30, 70]], bandwidths: [3] }, n, {
      from: 10 * from,
      to: 10 * to,
      places,
    });
    expect(wide.distance).toBeCloseTo(distance / 10, 12);
  }
});

test("the change is that of one bump moved, and the same values change nothing", () => {
  for (const route of ["gaussian", "sobolev"] as const) {
    const shape = { domain, bandwidths: [0.2], relativeRate: 1, route };
    const { change } = neighbourPair(shape, n, { from: 4, to: 6, places });
    expect(change[100]).toBeCloseTo(1 / (0.2 * Math.sqrt(2 * Math.PI) * n), 12);
    expect(change[300]).toBeCloseTo(-change[100]!, 12);
    const same = neighbourPair(shape, n, { from: 4, to: 4, places });
    expect(same.distance).toBe(0);
    expect(bestGuess(same.distance, 1)).toBe(0.5);
  }
  expect(bestGuess(2, 1)).toBeCloseTo(0.8413447460685429, 14);
});
