import { beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { wordsOf } from "../../../src/core/random/randomWords.ts";
import { releaseInArchive } from "../../../src/core/release/file/openedRelease.ts";
import { stateOfPng, stateOfSvg } from "../../../src/core/release/file/pictureState.ts";
import { releasedValues } from "../../../src/core/release/file/releaseFile.ts";
import { parseRelease, releaseText } from "../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../src/core/release/file/releaseFile.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import { releasingPrivately } from "../../../src/core/release/releasingPrivately.ts";
import { lastOf } from "../../../src/core/slices.ts";
import type { OpenTable } from "../../../src/engine/contract.ts";
import type { EngineFailure } from "../../../src/engine/outcome.ts";
import type { Exports } from "../../../src/panels/study/exports.ts";
import { createSpend } from "../../../src/panels/ledger/spend.ts";
import { createTakeAway, notLoaded, previewStays } from "../../../src/panels/export/takeAway.ts";
import type { Deliveries } from "../../../src/panels/export/takeAway.ts";
import { createLedgers } from "../../../src/state/ledger/ledger.ts";
import { createDatabaseShelf } from "../../../src/state/ledger/ledgerShelf.ts";
import type { ShownView } from "../../../src/state/presented/presented.ts";
import { createStudyLedger } from "../../../src/state/ledger/studyLedger.ts";
import type { StudyLedger } from "../../../src/state/ledger/studyLedger.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityFacts, DensityInside } from "../../../src/studies/density/model/view.ts";
import { densityParameterNames } from "../../../src/studies/density/model/fields.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import { studyWorker } from "../../../workers/studies/density.ts";
import { answerOf } from "../../studies/answering.ts";
import { shownOf } from "../../studies/presenting.ts";
import { openLedger } from "../../support/studyLedgers.ts";

type Taken = ShownView<DensityScenario, DensityFacts, DensityInside>;

const start: DensityScenario = { ...study.links.decode("").values, seed: "secure", draws: 3 };
const answer = answerOf(study, studyWorker, start);
const taken = (change: Partial<DensityScenario> = {}): Taken => {
  const scenario = { ...start, ...change };
  return shownOf(study, { ...answer, scenario }, scenario);
};
const outside = taken({ view: "outside" });
const looked = { h: "looked" } as const;
const lookedSentence =
  "This would not be a private release: the bandwidth was chosen while looking at the private picture, and that choice tells of the records. Declare what you fixed beforehand, or chose on public data.";

const names = densityParameterNames;
const plain = { shown: { ...start, provenance: {} }, parameters: [] };
let files: { readonly name: string; readonly type: string; readonly content: string | Uint8Array }[];
let released: ReleaseFile[];
let asked: number;
let changedByHand: boolean;
/** How many entries the ledger on disk had when a release was drawn. */
let entered: number;
let ledger: StudyLedger;
const { points } = answer.records;
const entries = () => ledger.store.getState().book?.entries ?? [];

/** The first bytes of a PNG; its state goes after them. */
const tinyPng = () =>
  Promise.resolve(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...new Uint8Array(21)));

/** The ways out, with a worker that draws the release, or fails as given. */
function takeAway(
  failed?: EngineFailure,
  definition: typeof study = study,
  excess = 1,
  { pngOf = tinyPng, ...deliveries }: Partial<Deliveries> = {},
) {
  const exports: Exports<DensityScenario, DensityFacts, DensityInside> = {
    link: () => "#/density?v=1&data=hall-1",
    changedByHand: () => changedByHand,
    prepare: ({ shown }) => ({
      ok: true,
      value: () => {
        asked++;
        entered = entries().length;
        if (failed) return Promise.resolve({ ok: false, error: failed });
        const { seed, drawCount, ...parameters } = answer.parameters;
        const { epsilon, delta, calibration } = shown;
        const target = planDensity({ points, domain: parameters.domain }).target(parameters);
        const words = wordsOf(seededSource(1));
        return Promise.resolve({
          ok: true,
          value: lastOf(releasingPrivately(target, { epsilon: epsilon * excess, delta, calibration }, words)),
        });
      },
    }),
  };
  return createTakeAway(definition, exports, ledger, {
    save: (name, type, content) => files.push({ name, type, content }),
    onReleased: (file) => released.push(file),
    pngOf,
    ...deliveries,
  });
}

/** A study whose exported table is changed. */
function withTable(change: Partial<ReturnType<typeof study.table>>): Pick<typeof study, "table"> {
  return { table: (...args) => ({ ...study.table(...args), ...change }) };
}

beforeEach(async () => {
  files = [];
  released = [];
  asked = 0;
  changedByHand = false;
  entered = 0;
  ledger = await openLedger();
});

describe("shown", () => {
  test("of the inside it is for its owner: it enters no ledger, and its first line says private data", async () => {
    for (const as of ["csv", "svg", "png"] as const) {
      expect(await takeAway().shown(taken(), as)).toBeUndefined();
      expect(entries()).toEqual([]);
    }
    expect(files.map(({ name, type }) => [name, type])).toEqual([
      ["density-inside.csv", "text/csv"],
      ["density-inside.svg", "image/svg+xml"],
      ["density-inside.png", "image/png"],
    ]);
    const [csv, svg, png] = files.map(({ content }) => content) as [string, string, Uint8Array];
    expect(csv).toMatch(/^# Curveil density; PRIVATE DATA/);
    const numbers = /; ε = .*; δ = .*; σ = .*; n = \d+; route = gaussian; inside view<\/title>/;
    expect(svg).toMatch(/^<svg[^>]*><title>Curveil density; PRIVATE DATA/);
    expect(svg).toMatch(numbers);
    // In the line above the picture too.
    expect(svg.match(/PRIVATE DATA/g)!.length).toBe(2);
    for (const state of [stateOfSvg(svg), stateOfPng(png)]) {
      expect(state).toEqual({ kind: "link", link: "#/density?v=1&data=hall-1" });
    }
  });

  test("what is not private may be kept by its owner, from inside", async () => {
    expect(await takeAway().shown(taken({ provenance: looked }), "csv")).toBeUndefined();
    expect(files).toHaveLength(1);
  });

  test("of the outside nothing leaves, whatever its noise is from: it is a preview", async () => {
    for (const seed of ["secure", 3] as const) {
      for (const as of ["csv", "svg", "png"] as const) {
        expect(await takeAway().shown(taken({ view: "outside", seed }), as)).toBe(previewStays);
      }
    }
    expect([files, entries()]).toEqual([[], []]);
  });

  test("a browser that cannot draw a PNG says so", async () => {
    const { shown } = takeAway(undefined, study, 1, { pngOf: () => Promise.resolve(undefined) });
    expect(await shown(taken(), "png")).toContain("cannot draw the picture as PNG");
    expect(files).toEqual([]);
  });
});

describe("release", () => {
  test("where the part that packs files does not come, nothing is entered, drawn or saved", async () => {
    const packing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
    const { release, shown } = takeAway(undefined, study, 1, { packing });
    expect(await release(outside)).toBe(notLoaded);
    expect(await shown(taken(), "svg")).toBe(notLoaded);
    expect([asked, entries(), files, released]).toEqual([0, [], [], []]);
  });

  test("of records that were changed by hand is refused: nothing is entered or drawn until they are restored", async () => {
    changedByHand = true;
    expect(await takeAway().release(outside)).toMatch(/^This would not be a private release: points of your own were/);
    expect([asked, entries(), files, released]).toEqual([0, [], [], []]);
    expect(await takeAway().shown(taken(), "csv")).toBeUndefined();
    changedByHand = false;
    expect(await takeAway().release(outside)).toBeUndefined();
  });

  test("its cost is entered before it is drawn; its file proves its claim, and its values are the integers' own", async () => {
    expect(await takeAway().release(outside)).toBeUndefined();
    expect([asked, entered]).toEqual([1, 1]);
    const [file] = released;
    expect(files.map(({ name, type }) => [name, type])).toEqual([["release-density.zip", "application/zip"]]);
    expect(parseRelease(releaseInArchive(files[0]!.content as Uint8Array))).toEqual(file);
    expect(file!.mechanism).toMatchObject({ epsilon: outside.shown.epsilon, delta: outside.shown.delta });
    expect(file!.view.values).toEqual([...releasedValues(file!.mechanism)]);
    expect(releaseText(file!)).not.toMatch(/original|"seed"/);
  });

  test("says nothing of what is done to a preview: the release of a curve that is shown clipped is as it was drawn", async () => {
    expect(await takeAway().shown(taken({ post: "density" }), "csv")).toBeUndefined();
    expect(files[0]!.content).toContain("# post-processing = clipped at zero and renormalised\r\n");
    expect(await takeAway().release(taken({ view: "outside", post: "density" }))).toBeUndefined();
    expect(Math.min(...released[0]!.view.values)).toBeLessThan(0);
    expect(released[0]!.sheet.postProcessing).toBe("none: values are the integers times the step");
    expect(JSON.stringify([released[0], entries()])).not.toMatch(/clipped|renormalised/);
  });

  test("its entry has study, parameters, provenance and cost, and gets the digest of the file, which names it", async () => {
    expect(await takeAway().release(outside)).toBeUndefined();
    const [entry] = entries();
    const mu = (outside.view.budget.loss as { mu: number }).mu;
    expect(entry).toMatchObject({ study: "density", what: "density", release: released[0]!.digest, buys: null });
    expect(entry!.cost).toMatchObject({ kind: "gaussian", mu: expect.closeTo(mu, 12) as number, delta: 0 });
    expect(entry!.parameters).toContainEqual({ name: "h", value: String(start.h) });
    expect(entry!.provenance).toEqual(released[0]!.provenance);
    expect(released[0]!.ledgerEntry).toBe(entry!.id);
    expect(released[0]!.sheet.composition).toMatch(
      /^Draw 1 of these data.* epsilon = 5, delta = 0.1 .*before the first.*What one of them does not protect/,
    );
    expect(releaseText(released[0]!)).not.toContain("ab".repeat(32));
    const { mechanism } = released[0]!;
    expect(mechanism.mu).toBeLessThanOrEqual((entry!.cost as { mu: number }).mu);
    expect(mechanism.failure).toBeLessThanOrEqual(entry!.cost.failure);
  });

  test("without a budget nothing is entered or drawn, and its form is asked for", async () => {
    ledger = await openLedger(null);
    expect(await takeAway().release(outside)).toMatch(/^First declare what all releases/);
    expect([asked, released, entries(), ledger.wanted.getState()]).toEqual([0, [], [], 1]);
  });

  test("beyond the budget nothing is entered or drawn", async () => {
    ledger = await openLedger({ epsilon: outside.shown.epsilon, delta: outside.shown.delta, paidDelta: 0 });
    const { release } = takeAway();
    expect(await release(outside)).toBeUndefined();
    expect(await release(outside)).toMatch(/^The budget of these data is spent/);
    expect([asked, released.length, entries().length]).toEqual([1, 1, 1]);
  });

  test("while the ledger cannot be kept nothing is drawn", async () => {
    const shelf = createDatabaseShelf({ name: "none" });
    const refuse = () =>
      Promise.resolve({ ok: false as const, error: { kind: "unexpected" as const, message: "No room." } });
    const ledgers = createLedgers({
      shelf: { ...shelf, change: refuse, read: refuse },
      keysOf: () => Promise.resolve({ ok: true, value: { digests: ["cd".repeat(32)] } }),
    });
    const table = { id: 2 } as unknown as OpenTable;
    ledger = createStudyLedger(
      ledgers,
      createStore(() => ({ table })),
    );
    await expect.poll(() => ledger.store.getState().problem).toBe("No room.");
    expect(await takeAway().release(outside)).toBe("No room.");
    expect([asked, released]).toEqual([0, []]);
  });

  test("without cryptography nothing is entered or drawn", async () => {
    const { crypto } = globalThis;
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
    expect(await takeAway().release(outside)).toMatch(/no cryptography/);
    vi.stubGlobal("crypto", undefined);
    expect(await takeAway().release(outside)).toMatch(/no cryptography/);
    vi.unstubAllGlobals();
    expect([asked, entries()]).toEqual([0, []]);
  });

  test("what was affirmed stands in the file, in the words of the declaration", async () => {
    expect(await takeAway().release(taken({ view: "outside", provenance: { h: "affirmed" } }))).toBeUndefined();
    expect(released[0]!.provenance.find(({ parameter }) => parameter === "the bandwidth")).toMatchObject({
      origin: "chosen after looking",
      statement: "I would have chosen this without looking.",
    });
  });

  test("what was bought names the entry that paid for it; without one there is no release", async () => {
    const bought = taken({ view: "outside", provenance: { h: "bought" } });
    expect(await takeAway().release(bought)).toMatch(
      /^The ledger has no entry that bought this value of the bandwidth/,
    );
    expect([asked, entries()]).toEqual([0, []]);
    const spend = createSpend(ledger, "density", names);
    const loss = { kind: "pure", epsilon: 0.1 } as const;
    const paid = await spend("bandwidth by a private rule", loss, { ...plain, buys: "h" });
    expect(paid.ok && (await paid.value.bought({ h: bought.shown.h }))).toBeUndefined();
    expect(await takeAway().release(bought)).toBeUndefined();
    const origin = released[0]!.provenance.find(({ parameter }) => parameter === "the bandwidth");
    expect(origin).toMatchObject({ origin: "bought", ledgerEntry: entries()[0]!.id });
    expect(entries()).toHaveLength(2);
  });

  test("nothing is entered or drawn while what is shown is not private", async () => {
    expect(await takeAway().release(taken({ provenance: looked }))).toBe(lookedSentence);
    expect([asked, released, entries()]).toEqual([0, [], []]);
  });

  test.each<[string, Partial<typeof study>, RegExp]>([
    [
      "a column's name that no file can hold",
      withTable({ names: ["x".repeat(201)] }),
      /at most 200 characters; the column “x{20}…” has 201/,
    ],
    [
      "a setting with a text that a file has no room for",
      withTable({ settings: [`column = ${"x".repeat(4001)}`] }),
      /sheet\.parameters.*at most 4000 characters/,
    ],
    ["a setting with half of a character", withTable({ settings: ["column = \uD83D"] }), /sheet\.parameters.*a text/],
    [
      "a reason of the guarantee itself",
      { guarantee: (...args) => ({ ...study.guarantee(...args), notPrivate: "the noise does not fit" }) },
      /^This would not be a private release: the noise does not fit$/,
    ],
  ])("%s refuses a release before anything is entered or drawn", async (_, change, said) => {
    expect(await takeAway(undefined, { ...study, ...change }).release(outside)).toMatch(said);
    expect([asked, released, entries()]).toEqual([0, [], []]);
  });

  test("several parameters that were chosen while looking are named together", async () => {
    const chosen = taken({ view: "outside", provenance: { h: "looked", domainX: "looked", delta: "looked" } });
    expect(await takeAway().release(chosen)).toContain(
      "the domain, the bandwidth and δ were chosen while looking at the private picture",
    );
  });

  test("a failed draw costs its budget; outside it does not say why", async () => {
    const failed = { kind: "numerical", message: "record 7 is out of reach" } as const;
    expect(await takeAway(failed).release(taken())).toContain("record 7");
    expect(await takeAway(failed).release(outside)).not.toContain("record 7");
    expect([released, entries().length, entries()[0]!.release]).toEqual([[], 2, null]);
  });

  test("one that would cost more than was entered is not handed over", async () => {
    expect(await takeAway(undefined, study, 1 + 1e-6).release(outside)).toMatch(/^Nothing was released/);
    expect([asked, released, entries().length]).toEqual([1, [], 1]);
  });
});
