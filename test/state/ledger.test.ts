import { expect, test } from "vitest";
import { composeGaussian } from "../../src/core/privacy/accounting/composition.ts";
import { createLedger } from "../../src/state/ledger.ts";

test("enter adds each release to those before it, and the composition grows with each", () => {
  const ledger = createLedger();
  const listed: (readonly number[])[] = [];
  ledger.subscribe(({ releases }) => listed.push(releases));
  expect(ledger.getState().releases).toEqual([]);
  for (const mu of [0.3, 0.3, 1]) ledger.getState().enter(mu);
  expect(listed).toEqual([[0.3], [0.3, 0.3], [0.3, 0.3, 1]]);
  const composed = listed.map(composeGaussian);
  expect(composed).toEqual([...composed].sort((a, b) => a - b));
  expect(composed[1]).toBeCloseTo(0.3 * Math.SQRT2, 12);
});

test("createLedger begins empty each time", () => {
  createLedger().getState().enter(1);
  expect(createLedger().getState().releases).toEqual([]);
});
