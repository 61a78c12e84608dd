import { expect, test } from "vitest";
import { sobolevBumpDistance } from "../../support/sobolevBumps.ts";
import { sobolevTermsOf } from "../../../src/studies/density/sections/sobolevTermsOf.ts";

test.each([
  [3.1, 6.8],
  [5, 5.2],
  [3, 7],
])("the closed form is the sum of the three terms of equation (9), on any domain (%d, %d)", (from, to) => {
  const n = 10;
  const shape = { domain: [[3, 7]], bandwidths: [0.3], relativeRate: 1.5 } as const;
  const sumOf = (terms: ReturnType<typeof sobolevTermsOf>) => Math.sqrt(terms.ends + terms.slopes + terms.values);
  const share = (x: number) => [(x - 3) / 4];
  const exact = sobolevBumpDistance({ first: share(from), second: share(to), bandwidth: 0.3 / 4, rate: 20 }) / (4 * n);
  expect(sumOf(sobolevTermsOf(shape, n, { from, to }))).toBeCloseTo(exact, 10);
  // The same in other units: densities and their norm shrink by the factor.
  const wide = { ...shape, domain: [[30, 70]], bandwidths: [3] } as const;
  expect(sumOf(sobolevTermsOf(wide, n, { from: 10 * from, to: 10 * to }))).toBeCloseTo(exact / 10, 12);
});
