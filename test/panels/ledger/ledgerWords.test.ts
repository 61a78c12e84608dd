import { describe, expect, test } from "vitest";
import { gaussianOfPure } from "../../../src/core/privacy/accounting/composition.ts";
import { budgetOf, declareBudget, emptyLedger, enterRelease } from "../../../src/core/privacy/accounting/ledger.ts";
import type { Ledger } from "../../../src/core/privacy/accounting/ledger.ts";
import type { Cost } from "../../../src/core/privacy/accounting/filter.ts";
import { claimedMu } from "../../../src/core/privacy/calibration/claim.ts";
import {
  accountOf,
  budgetWords,
  ledgerFileName,
  ofPersons,
  roomWords,
  spentWords,
  hasRoom,
  suggestedTotal,
  togetherWords,
  totalOf,
} from "../../../src/panels/ledger/ledgerWords.ts";
import { neighbourLine } from "../../../src/panels/guarantee/personWords.ts";

const at = (hour: number) => `2026-11-22T0${hour}:00:00Z`;
const delta = 1e-5;
const id = (k: number) => k.toString(16).padStart(32, "0");
const empty = emptyLedger("ab".repeat(32));
const declared = (ledger: Ledger, epsilon: number, hour = 0) =>
  declareBudget(ledger, { id: id(100 + hour), at: at(hour), epsilon, delta, failure: 0, paidDelta: 0 });
const gaussian = (mu: number): Required<Cost> => ({ kind: "gaussian", mu, failure: 0, delta: 0 });
const pure = (epsilon: number): Required<Cost> => ({ kind: "pure", epsilon, failure: 0, delta: 0 });
const after = (ledger: Ledger, ...costs: Required<Cost>[]) =>
  costs.reduce(
    (state, cost) =>
      enterRelease(state, {
        ...{ id: id(state.entries.length + 1), at: at(5), study: "density", what: "density", buys: null },
        ...{ parameters: [], provenance: [], cost },
      }),
    ledger,
  );
const mu = budgetOf(declared(empty, 1))!.mu;

describe("accountOf", () => {
  test("shares are of the squared μ, and add up to the whole", () => {
    const book = after(declared(empty, 1), gaussian(mu / 2));
    const { parts, fits, moreWords } = accountOf(book, { cost: gaussian(mu / 4), delta });
    const [{ spent, asked, left }] = parts as [(typeof parts)[number]];
    expect([spent, asked, left].map((share) => Math.round(share * 1e9) / 1e9)).toEqual([0.25, 0.0625, 0.6875]);
    expect([fits, moreWords]).toEqual([true, "room for 11 more like it"]);
    expect(accountOf(book, undefined)).toMatchObject({ fits: true, parts: [{ asked: 0 }], moreWords: "" });
  });

  test("a release at the total fits once, and the last one says so", () => {
    const cost = gaussian(claimedMu({ epsilon: 1, delta, failure: 0, calibration: "analytic" }));
    expect(accountOf(declared(empty, 1), { cost, delta })).toMatchObject({ fits: true, moreWords: "no other like it" });
    const spent = after(declared(empty, 1), cost);
    expect(accountOf(spent, { cost, delta })).toMatchObject({
      ...{ fits: false, isSpent: true, parts: [{ left: 0 }], largestEpsilon: undefined },
    });
  });

  test.each([0.05, 0.2, 0.9])("the largest ε that it names fits, and a little more does not (%s spent)", (share) => {
    const book = after(declared(empty, 1), gaussian(mu * Math.sqrt(share)));
    const { largestEpsilon } = accountOf(book, { cost: gaussian(5), delta });
    const costAt = (epsilon: number) => gaussian(claimedMu({ epsilon, delta, failure: 0, calibration: "analytic" }));
    expect(accountOf(book, { cost: costAt(Number(largestEpsilon)), delta }).fits).toBe(true);
    expect(accountOf(book, { cost: costAt(Number(largestEpsilon) * 1.02), delta }).fits).toBe(false);
    // By Theorem 7 μ is in proportion to ε: 0.1 for each 0.5 here.
    const composed = { cost: gaussian(5), delta, epsilon: 25, isComposed: true };
    const { largestEpsilon: largestComposed } = accountOf(book, composed);
    expect(accountOf(book, { ...composed, cost: gaussian(Number(largestComposed) / 5) }).fits).toBe(true);
    expect(accountOf(book, { ...composed, cost: gaussian((Number(largestComposed) * 1.02) / 5) }).fits).toBe(false);
    const { largestEpsilon: largestPure } = accountOf(book, { cost: pure(5), delta });
    expect(accountOf(book, { cost: pure(Number(largestPure)), delta }).fits).toBe(true);
    expect(accountOf(book, { cost: pure(Number(largestPure) * 1.02), delta }).fits).toBe(false);
  });
});

test("a suggested total has room for four releases as things are set", () => {
  for (const cost of [gaussian(0.268), pure(1), gaussian(0.001)]) {
    const total = suggestedTotal({ cost, delta });
    expect(roomWords(total!, empty, { cost, delta })).toMatch(/room for [4-9] releases/);
  }
  expect(suggestedTotal({ cost: pure(1), delta })?.paidDelta).toBe(1e-11);
  expect(suggestedTotal({ cost: { ...pure(1), delta: 1e-4 }, delta })).toMatchObject({
    delta: 0.00041,
    paidDelta: 4e-4,
  });
  expect(roomWords({ epsilon: 1, delta, paidDelta: 0 }, empty, { cost: gaussian(5), delta })).toMatch(/no release/);
  expect(roomWords({ epsilon: 1, delta, paidDelta: 2 * delta }, empty, undefined)).toBe("");
  expect(suggestedTotal(undefined)).toBeUndefined();
});

test("pure releases are budgeted and told by the sum of their ε", () => {
  const next = { cost: pure(1), delta };
  const total = suggestedTotal(next)!;
  expect(total).toMatchObject({ epsilon: 4, pureEpsilon: 4 });
  expect(roomWords(total, empty, next)).toMatch(/ε = 4 of purely private .* room for 4 releases/);
  expect(totalOf({ epsilon: 2 }, total, next)).toMatchObject({ epsilon: 2, pureEpsilon: 2 });
  const ledger = declareBudget(empty, { id: id(1), at: at(0), failure: 0, ...total });
  const once = after(ledger, pure(1));
  expect(spentWords(once)).toBe("1 draw, ε = 1");
  expect(togetherWords(once, delta)).toMatch(/^All together ε = 1, purely private/);
  expect(accountOf(once, next)).toMatchObject({
    ...{ fits: true, costWords: "ε = 1, pure", moreWords: "room for 2 more like it" },
    parts: [{ spent: expect.closeTo(0.25) as number, asked: 0.25, left: expect.closeTo(0.5) as number }],
  });
  const all = after(ledger, pure(1), pure(1), pure(1), pure(1));
  expect(accountOf(all, next)).toMatchObject({ fits: false, largestEpsilon: undefined });
  const mixed = declareBudget(empty, {
    id: id(1),
    at: at(0),
    failure: 0,
    epsilon: 2,
    delta,
    paidDelta: 0,
    pureEpsilon: 1,
  });
  expect(budgetWords(mixed)).toMatch(/ε = 1 for purely private releases, μ = 0\.\d+ for others/);
  const both = after(mixed, gaussian(0.1), pure(0.5));
  expect(accountOf(both, { cost: gaussian(0.1), delta }).parts).toMatchObject([
    { name: "Purely private releases", spent: expect.closeTo(0.5) as number, asked: 0 },
    { name: "Other releases" },
  ]);
  expect(togetherWords(both, delta)).toMatch(/^All together μ = 0\.1 and ε = 0\.5 purely: ε = 0\.\d+ at δ/);
  // A pure release beyond its part counts with μ.
  expect(accountOf(after(mixed, pure(1)), { cost: pure(0.1), delta }).parts[1]!.asked).toBeGreaterThan(0);
});

test("a total that is typed is for releases at it: nothing is set apart that nobody asked for", () => {
  const cost = gaussian(claimedMu({ epsilon: 1, delta: 1e-3, failure: 0, calibration: "analytic" }));
  const next = { cost, delta: 1e-3 };
  const suggested = suggestedTotal(next)!;
  expect(suggested.paidDelta).toBeGreaterThan(0);
  expect(totalOf({}, suggested, next)).toEqual(suggested);
  const typed = totalOf({ epsilon: 1 }, suggested, next);
  expect(typed).toEqual({ epsilon: 1, delta: 1e-3, paidDelta: 0, pureEpsilon: 0 });
  expect(roomWords(typed, empty, next)).toMatch(/room for one release/);
  const ledger = declareBudget(empty, { id: id(1), at: at(0), failure: 1e-50, ...typed });
  expect(accountOf(after(ledger, cost), next).fits).toBe(false);
  expect(totalOf({ delta: 3e-5, paidDelta: 1e-5 }, suggested, next)).toMatchObject({ delta: 3e-5, paidDelta: 1e-5 });
  const paying = { cost: { ...pure(1), delta: 1e-4 }, delta };
  expect(totalOf({ epsilon: 2 }, suggestedTotal(paying)!, paying).paidDelta).toBe(4e-4);
});

test("no total has room for what protects next to nobody", () => {
  expect([gaussian(30), pure(100)].map((cost) => hasRoom({ cost, delta }))).toEqual([true, true]);
  expect([gaussian(31), pure(1024)].map((cost) => hasRoom({ cost, delta }))).toEqual([false, false]);
});

describe("what is proved", () => {
  test("of a budget that was first: as it is; of a later one: only if it would have been declared in any case", () => {
    expect(budgetWords(declared(empty, 1))).toBe(
      "All releases of these data together: ε = 1 at δ = 10⁻⁵ (μ = 0.268), declared 2026-11-22.",
    );
    expect(budgetWords(declared(after(empty, gaussian(0.1)), 1, 8))).toMatch(/after the first release: proved only if/);
    expect(budgetWords(declared(declared(empty, 1), 2, 8))).toMatch(/in place of an earlier budget: proved only if/);
  });

  test("of releases without a budget: their sum if fixed in advance", () => {
    const losses = after(empty, gaussian(0.2), pure(0.3), pure(0.3));
    expect(togetherWords(losses, delta)).toMatch(
      /^Together ε = [\d.]+ if fixed in advance, at δ = 10⁻⁵\. No budget was declared first\.$/,
    );
    expect(togetherWords(after(declared(empty, 5), gaussian(0.2), pure(0.3), pure(0.3)), delta)).toMatch(
      /^All together μ = [\d.]+: ε = [\d.]+ at δ = 10⁻⁵, even if each .* before; ε = [\d.]+ if fixed in advance\.$/,
    );
    const total = Math.sqrt(0.2 ** 2 + 2 * gaussianOfPure(0.3) ** 2);
    expect(togetherWords(after(declared(empty, 5), gaussian(0.2), pure(0.3), pure(0.3)), delta)).toContain(
      `μ = ${total.toPrecision(3)}`,
    );
    expect(spentWords(declared(empty, 1))).toBe("nothing yet");
    expect(spentWords(after(declared(empty, 1), gaussian(0.1)))).toMatch(/^1 draw, ε = 0\.3\d+$/);
  });
});

describe("togetherWords of entries with different neighbours", () => {
  const book = (...units: (string | undefined)[]) => {
    const { budgets, entries } = after(declared(empty, 5), ...units.map(() => gaussian(0.2)));
    const named = (unit: string | undefined) => {
      if (unit === undefined) return [];
      if (unit === ofPersons) return [{ name: ofPersons, value: "up to 5, by id" }];
      return [{ name: "neighbours", value: `${unit}; number of records public` }];
    };
    return { budgets, entries: entries.map((entry, k) => ({ ...entry, parameters: named(units[k]) })) };
  };
  const [row, person] = ["one record replaced", "up to 5 records of one person replaced"];
  const absent = neighbourLine({ person: "", perPerson: 1, most: 40 }).split(";")[0];

  test.each([
    [[row, row]],
    [[person, person]],
    [[row, undefined]],
    [[undefined, undefined]],
    [[person, ofPersons]],
    [[absent, absent]],
  ])("%j: one unit, and no more is said", (units) =>
    expect(togetherWords(book(...units), delta)).not.toContain("neighbours"),
  );

  test.each([
    [[row, person]],
    [[undefined, person]],
    [["one curve replaced", row]],
    [[absent, row]],
    [[undefined, absent]],
  ])("%j: the total is said to be of the smallest", (units) => {
    const words = togetherWords(book(...units), delta);
    for (const unit of units) expect(words).toContain(unit ?? row);
    expect(words).toContain("the total is for the smallest of these");
    expect(words.includes("only by those that say “more, less”")).toBe(units.includes(absent));
  });
});

describe("ledgerFileName", () => {
  test("has nothing of the data that the ledger is about", () => {
    const name = ledgerFileName(declared({ ...empty, dataHash: "cd".repeat(32) }, 1));
    expect(name).toBe(`ledger-private-${id(100).slice(0, 8)}.json`);
    expect(ledgerFileName(declared(empty, 1))).toBe(name);
    expect(ledgerFileName(empty)).toBe("ledger-private-new.json");
  });
});
