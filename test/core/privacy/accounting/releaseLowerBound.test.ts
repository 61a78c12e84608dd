import { expect, test } from "vitest";
import { densityReach } from "../../../../src/core/density/densityComparison.ts";
import { densityErrors } from "../../../../src/core/planning/densityErrors.ts";
import { errorOfPlan } from "../../../../src/core/planning/planTarget.ts";
import { releaseLowerBound } from "../../../../src/core/privacy/accounting/releaseLowerBound.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
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
