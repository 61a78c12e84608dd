import { expect, test } from "vitest";
import { comparingDensity, densityReach } from "../../../../src/core/density/densityComparison.ts";
import { densityErrors } from "../../../../src/core/planning/densityErrors.ts";
import { errorOfPlan } from "../../../../src/core/planning/planTarget.ts";
import { releaseLowerBound } from "../../../../src/core/privacy/accounting/releaseLowerBound.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { twoPeaks } from "../../planning/mixtures.ts";

test("no plan's noise everywhere is below releaseLowerBound, which some plans come near", () => {
  const random = seededSource(8);
  const errors = densityErrors(twoPeaks);
  const target = { kind: "share", of: "noise", confidence: "everywhere", percent: 5 } as const;
  const shares = Array.from({ length: 100 }, () => {
    const [epsilon, delta] = [10 ** (3 * random.uniform() - 2), 10 ** (-2 - 6 * random.uniform())];
    const [recordCount, tuning] = [Math.round(10 ** (1 + 3 * random.uniform())), 1 + 20 * random.uniform()];
    const request = { domain: [[0, 110]], bandwidths: [tuning], correlation: 0, relativeRate: 1 } as const;
    const { sensitivity, unitCount } = densityReach({ ...request, route: "gaussian" }, recordCount);
    const bound = releaseLowerBound({ sensitivity, recordCount: unitCount, epsilon, delta, coverage: 0.95 });
    return bound / errorOfPlan(errors, target, { recordCount, recordsPerPerson: 1, epsilon, delta, tuning }).noise;
  });
  expect(Math.max(...shares)).toBeLessThan(1);
  expect(Math.max(...shares)).toBeGreaterThan(0.1);
});

// The others' errors stay far above the bound with a hundredth of their noise: their smoothing alone errs by more.
const mechanisms = ["gaussianProcess", "sobolev"] as const;

/** All records in one corner, from which the bound moves them to the other. */
test.each(mechanisms)("%s of a density is never below releaseLowerBound", (mechanism) => {
  const random = seededSource(9);
  const shares = Array.from({ length: casesOf(300, 8) }, () => {
    const [epsilon, delta] = [10 ** (1.1 * random.uniform() - 1), 10 ** (-2 - 6 * random.uniform())];
    const recordCount = Math.round(10 ** (1 + 2 * random.uniform()));
    const recordsPerPerson = 1 + Math.floor(3 * random.uniform());
    const shape = { domain: [[0, 1]], bandwidths: [0.03 + 0.3 * random.uniform()], correlation: 0 } as const;
    const density = { ...shape, route: "gaussian", relativeRate: 1, recordsPerPerson } as const;
    const at = { recordCount, epsilons: [epsilon], delta, seed: 1, shown: { epsilon, count: 1 } };
    const points = { dimension: 1, coordinates: new Float64Array(recordCount) };
    const compared = comparingDensity(points, { ...at, density, mechanism, repeats: 100 });
    const { sensitivity, unitCount } = densityReach(density, recordCount);
    const proved = { sensitivity, recordCount: unitCount, epsilon, delta };
    // One of five errs by more than the bound, but one of ten by more than this percentile.
    const [found] = lastOf(compared).errors;
    return found ? releaseLowerBound({ ...proved, coverage: 0.8 }) / found.supremum.ninetieth : 0;
  });
  expect(Math.max(...shares)).toBeLessThan(1);
  expect(Math.max(...shares)).toBeGreaterThan(0.01);
});
