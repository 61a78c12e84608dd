import { beforeEach, describe, expect, test } from "vitest";
import { gaussianNormFailure } from "../../../src/core/privacy/mechanisms/gaussianNorm.ts";
import { createSpend } from "../../../src/panels/ledger/spend.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { StudyLedger } from "../../../src/state/ledger/studyLedger.ts";
import { densityParameterNames } from "../../../src/studies/density/model/fields.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { budget, openLedger, refusedBy } from "../../support/studyLedgers.ts";

const statement = "I would have chosen this without looking.";
const names = densityParameterNames;
const start: DensityScenario = { ...study.links.decode("").values, seed: "secure", draws: 3 };
const shown = { ...start, provenance: { h: "affirmed" } } as const;
const plain = { shown: { ...start, provenance: {} }, parameters: [] };

/** Enters values of the bandwidth and ε as bought. */
async function boughtBy(spending: ReturnType<ReturnType<typeof createSpend>>, values: object = { h: start.h }) {
  const paid = await spending;
  if (!paid.ok) throw new Error(paid.error.message);
  expect(await paid.value.bought({ ...values })).toBeUndefined();
}

let ledger: StudyLedger;
const entries = () => ledger.store.getState().book?.entries ?? [];
beforeEach(async () => {
  ledger = await openLedger();
});

describe("spend", () => {
  const loss = { kind: "gaussian", mu: 0.1 } as const;

  test("enters what is drawn, with what it is drawn with", async () => {
    const spend = createSpend(ledger, "meanCurve", names);
    expect(await spend("a value at 0.5", loss, { shown, parameters: [{ name: "x", value: "0.5" }] })).toMatchObject({
      ok: true,
    });
    expect(entries()[0]).toMatchObject({
      study: "meanCurve",
      what: "a value at 0.5",
      parameters: [
        { name: "epsilon", value: String(start.epsilon) },
        { name: "delta", value: String(start.delta) },
        { name: "x", value: "0.5" },
      ],
      provenance: expect.arrayContaining([
        { parameter: "the bandwidth", origin: "chosen after looking", statement, ledgerEntry: null },
      ]) as unknown,
      cost: { kind: "gaussian", mu: 0.1, delta: 0 },
    });
    // Predictions and online answers are made of as many normals as a release.
    expect(entries()[0]!.cost.failure).toBeGreaterThanOrEqual(gaussianNormFailure);
    expect(await spend("a polynomial", { kind: "pure", epsilon: 0.1 }, plain)).toMatchObject({ ok: true });
    expect(entries()[1]!.cost).toEqual({ kind: "pure", epsilon: 0.1, failure: 0, delta: 0 });
    // Many pure losses are one μ that cannot fail, and take nothing out of δ.
    expect(await spend("a polynomial by Theorem 7", { kind: "composed", mu: 0.05 }, plain)).toMatchObject({ ok: true });
    expect(entries()[2]!.cost).toEqual({ kind: "gaussian", mu: 0.05, failure: 0, delta: 0 });
  });

  test("enters nothing for what was chosen while looking, among what it depends on", async () => {
    const spend = createSpend(ledger, "density", names);
    const moved = { ...plain, shown: { ...start, provenance: { h: "looked" } as const } };
    expect(await spend("a value", loss, moved)).toMatchObject(
      refusedBy(/^This would not be a private release: the band/),
    );
    expect(entries()).toEqual([]);
    expect(await spend("a bandwidth", loss, { ...moved, dependsOn: ["domainX", "epsilon"] })).toMatchObject({
      ok: true,
    });
    expect(entries()[0]!.provenance.map(({ parameter }) => parameter)).toEqual(["the domain", "ε"]);
  });

  test("enters nothing for records of one's own that were changed by hand, on whatever it depends", async () => {
    let changedByHand = true;
    const spend = createSpend(ledger, "density", names, () => ({ shown: start, computing: false, changedByHand }));
    const refused = refusedBy(/^This would not be a private release: points of your own were changed by hand/);
    expect(await spend("a value", loss, plain)).toMatchObject(refused);
    expect(await spend("a value", loss, { ...plain, dependsOn: [] })).toMatchObject(refused);
    expect(entries()).toEqual([]);
    changedByHand = false;
    expect(await spend("a value", loss, plain)).toMatchObject({ ok: true });
  });

  test("what was bought while each row was a person's is not bought for persons with several", async () => {
    const spend = createSpend(ledger, "density", names);
    await boughtBy(spend("a bandwidth", loss, { ...plain, buys: "h,epsilon" }));
    const provenance = { h: "bought" } as const;
    const rows = { ...plain, shown: { ...start, provenance } };
    expect(await spend("a value", loss, rows)).toMatchObject({ ok: true });
    const persons = { ...plain, shown: { ...start, provenance, person: "id", perPerson: 5 } };
    expect(await spend("a value", loss, persons)).toMatchObject(
      refusedBy(/^What was paid for the bandwidth is the cost/),
    );
    expect(entries()).toHaveLength(2);
    // Bought for them it is, and for fewer or other persons it is not.
    const paid = { ...persons, shown: { ...persons.shown, provenance: {} }, buys: "h" };
    await boughtBy(spend("a bandwidth", loss, paid));
    expect(entries()[2]!.parameters).toContainEqual({ name: "rows of one person", value: "up to 5, by id" });
    expect(await spend("a value", loss, persons)).toMatchObject({ ok: true });
    for (const other of [{ perPerson: 6 }, { person: "name" }]) {
      const shownTo = { ...persons.shown, ...other };
      expect(await spend("a value", loss, { ...plain, shown: shownTo })).toMatchObject(refusedBy(/^What was paid/));
    }
    // One row is no more than one of theirs.
    expect(await spend("a value", loss, rows)).toMatchObject({ ok: true });
  });

  test("another value than the one that was bought was not bought, nor any by an entry that does not say its value", async () => {
    const spend = createSpend(ledger, "density", names);
    const shownAt = (h: number) => ({ ...plain, shown: { ...start, h, provenance: { h: "bought" } as const } });
    const refused = refusedBy(/^The ledger has no entry that bought this value of the bandwidth/);
    expect(await spend("a bandwidth", loss, { ...plain, buys: "h,epsilon" })).toMatchObject({ ok: true });
    expect(await spend("a value", loss, shownAt(start.h))).toMatchObject(refused);
    await boughtBy(spend("a bandwidth", loss, { ...plain, buys: "h,epsilon" }));
    expect(await spend("a value", loss, shownAt(1.01 * start.h))).toMatchObject(refused);
    expect(entries()).toHaveLength(2);
    expect(await spend("a value", loss, shownAt(start.h))).toMatchObject({ ok: true });
  });

  test("draws nothing with settings that have moved since its cost was shown, and enters nothing", async () => {
    let now = { shown: start, computing: false, changedByHand: false };
    const spend = createSpend(ledger, "density", names, () => now);
    for (const moved of [{ epsilon: 2 * start.epsilon }, { delta: 1e-7 }, { domainX: [0, 99] as const }]) {
      now = { ...now, shown: { ...start, ...moved } };
      expect(await spend("a value", loss, plain)).toMatchObject(refusedBy(/^The settings have moved since/));
      expect(entries()).toEqual([]);
    }
    // What it does not depend on may move.
    expect(await spend("a value", loss, { ...plain, dependsOn: ["h"] })).toMatchObject({ ok: true });
    now = { ...now, shown: structuredClone(start), computing: true };
    expect(await spend("a value", loss, plain)).toMatchObject(refusedBy(/^The settings have moved since/));
    now = { ...now, computing: false };
    expect(await spend("a value", loss, plain)).toMatchObject({ ok: true });
  });

  test("covers what costs as much as was entered, and nothing more", async () => {
    const paid = await createSpend(ledger, "density", names)("a value", loss, plain);
    if (!paid.ok) throw new Error(paid.error.message);
    expect(paid.value.covers({ kind: "gaussian", mu: 0.1, failure: gaussianNormFailure })).toBe(true);
    for (const dearer of [
      { kind: "gaussian", mu: 0.1 * (1 + 2 ** -52) },
      { kind: "pure", epsilon: 0.01 },
      { kind: "gaussian", mu: 0.1, delta: 1e-30 },
      { kind: "gaussian", mu: 0.1, failure: 1e-3 },
      { kind: "gaussian", mu: NaN },
    ] as const)
      expect(paid.value.covers(dearer)).toBe(false);
  });

  test("counts what is paid in δ apart, within the part that the budget sets aside for it", async () => {
    const tested = { ...loss, failure: 1e-3 };
    expect(await createSpend(ledger, "density", names)("a test", tested, plain)).toMatchObject(refusedBy(/paid in δ/));
    ledger = await openLedger({ ...budget, paidDelta: 1.5e-3 });
    const spend = createSpend(ledger, "density", names);
    expect(await spend("a test", tested, plain)).toMatchObject({ ok: true });
    expect(entries()[0]!.cost).toMatchObject({ delta: 1e-3 });
    expect(await spend("a test", tested, plain)).toMatchObject(refusedBy(/paid in δ/));
  });

  test("is refused without a budget, and says what fits where it is beyond", async () => {
    expect(await createSpend(ledger, "density", names)("too much", { kind: "gaussian", mu: 10 }, plain)).toMatchObject(
      refusedBy(/^The budget does not cover this: it would cost μ = 10, and μ = 2\.\d+ is left\. A smaller ε fits\.$/),
    );
    ledger = await openLedger(null);
    expect(await createSpend(ledger, "density", names)("a value", loss, plain)).toMatchObject(
      refusedBy(/^First declare/),
    );
    expect(entries()).toEqual([]);
  });
});
