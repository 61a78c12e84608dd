import { expect, test } from "vitest";
import { ledgerTotal, totalOf } from "../../../src/core/privacy/accounting/ledgerTotal.ts";
import { gaussianMechanism, laplaceMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { averageWithin } from "../../../src/panels/ledger/DrawCount.tsx";
import { costOfLoss } from "../../../src/panels/ledger/spend.ts";
import { nextDraws } from "../../../src/panels/screen/useDraws.ts";
import { calibrate, type BudgetInForce } from "../../../src/state/presented/budgetInForce.ts";
import { emptyLedger } from "../../../src/core/privacy/accounting/ledger.ts";
import { after, entryOf, records } from "../../support/ledgerEntries.ts";

const subject = "a";
const view = (released: readonly number[], others: readonly Float64Array[] = []) => ({
  released: Float64Array.from(released),
  others,
});

test("nextDraws counts draws of one function, none twice, and begins anew with another", () => {
  const one = nextDraws(undefined, view([1, 2, 3]), { subject, seed: 1 });
  const two = nextDraws(one, view([3, 2, 1]), { subject, seed: 2 });
  expect([two.count, ...two.sum]).toEqual([2, 4, 4, 4]);
  // Undo shows the first again, redo the second.
  expect(nextDraws(two, view([1, 2, 3]), { subject, seed: 1 })).toBe(two);
  expect(nextDraws(two, view([1, 2, 3], [Float64Array.of(1, 1, 1)]), { subject: "b", seed: 1 }).count).toBe(2);
  // The same draw in another form is no second one.
  expect(nextDraws(two, view([3, 0, 1]), { subject, seed: 2 }).count).toBe(1);
  const secure = nextDraws(undefined, view([1, 2, 3]), { subject, seed: "secure" });
  expect(nextDraws(secure, view([1, 2, 3]), { subject, seed: "secure" })).toBe(secure);
  expect(nextDraws(secure, view([2, 2, 2]), { subject, seed: "secure" }).count).toBe(2);
});

test("the noise of an average of k draws is σ/√k, and 95 % of it is within the bound", () => {
  const budget = calibrate({ epsilon: 1, delta: 1e-5, calibration: "analytic" }, gaussianMechanism) as BudgetInForce;
  const random = seededSource(1);
  const [k, m] = [7, 20_000];
  let draws: ReturnType<typeof nextDraws> | undefined;
  for (let seed = 0; seed < k; seed++)
    draws = nextDraws(draws, view([...standardNormals(random, m)].map((z) => 5 + 0.3 * z)), { subject, seed });
  const within = averageWithin(k, { budget, sigma: 0.3 });
  expect(within).toBeCloseTo((1.96 * 0.3) / Math.sqrt(7), 4);
  const share = draws!.sum.filter((sum) => Math.abs(sum / k - 5) <= within).length / m;
  // 5 standard deviations of a share of 0.95 among 20,000.
  expect(Math.abs(share - 0.95)).toBeLessThan(5 * Math.sqrt((0.95 * 0.05) / m));
});

test("k draws cost what a ledger says after k releases", () => {
  for (const mechanism of [gaussianMechanism, laplaceMechanism]) {
    const cost = costOfLoss(
      mechanism.lossOf(mechanism.multiplierOf({ epsilon: 1, delta: 1e-5, calibration: "analytic" })),
    );
    const entries = Array.from({ length: 7 }, () => ({ ...entryOf(1), cost }));
    expect(
      totalOf(
        entries.map((entry) => entry.cost),
        1e-5,
      ).epsilon,
    ).toBe(ledgerTotal(after(emptyLedger(records), ...entries), { delta: 1e-5 }).epsilon);
  }
});
