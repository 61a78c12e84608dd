import { beforeEach, describe, expect, test } from "vitest";
import type { PrivacyLoss } from "../../src/core/privacy/accounting/privacyLoss.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { releaseInArchive } from "../../src/core/releaseFile/openedRelease.ts";
import { parseRelease, releasedValues } from "../../src/core/releaseFile/releaseFile.ts";
import { planDensity } from "../../src/core/releases/density.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { EngineFailure } from "../../src/engine/outcome.ts";
import type { Exports } from "../../src/panels/exports.ts";
import { createTakeAway } from "../../src/panels/takeAway.ts";
import { createLedger } from "../../src/state/ledger.ts";
import type { FreshView } from "../../src/state/presented.ts";
import { study } from "../../src/studies/density/definition.ts";
import type { DensityFacts, DensityInside } from "../../src/studies/density/view.ts";
import type { DensityScenario } from "../../src/studies/density/scenario.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { answerOf } from "../studies/answering.ts";
import { shownOf } from "../studies/presenting.ts";

type Taken = FreshView<DensityScenario, DensityFacts, DensityInside>;

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

let files: { readonly name: string; readonly type: string; readonly content: string | Uint8Array }[];
let losses: () => readonly PrivacyLoss[];
let asked: number;
/** How many losses were in the ledger when a release was asked for. */
let entered: number;
const { points } = answer.records;

/** The ways out, with a session whose secure draw leaves once and whose fresh draw is as given. */
function takeAway(drawn: Taken | EngineFailure = outside) {
  const ledger = createLedger();
  losses = () => ledger.getState().losses;
  let here = true;
  const exports: Exports<DensityScenario, DensityFacts, DensityInside> = {
    takeOut: () => {
      const leaves = here;
      here = false;
      return leaves;
    },
    release: () => {
      asked++;
      entered = losses().length;
      if ("kind" in drawn) return Promise.resolve({ ok: false, error: drawn });
      const { seed, drawCount, ...parameters } = answer.parameters;
      const { epsilon, delta, calibration } = outside.shown;
      const budget = { epsilon, delta, calibration };
      const target = planDensity({ points, domain: parameters.domain }).target(parameters);
      return Promise.resolve({ ok: true, value: lastOf(releasingPrivately(target, budget, wordsOf(seededSource(1)))) });
    },
    fresh: () => {
      asked++;
      const failed = "kind" in drawn;
      return Promise.resolve(failed ? { ok: false, error: drawn } : { ok: true, value: drawn });
    },
  };
  const save = (name: string, type: string, content: string | Uint8Array) => files.push({ name, type, content });
  return createTakeAway(study, exports, save, ledger.getState().enter);
}

beforeEach(() => {
  files = [];
  asked = 0;
});

describe("shown", () => {
  test("a secure draw leaves once, as values or as picture, and costs one release", () => {
    const { shown } = takeAway();
    expect(shown(outside, "csv")).toBeUndefined();
    expect(shown(outside, "csv")).toBe(
      "This draw has left the page, and must not at two scales. Another one is on its way.",
    );
    expect(shown(outside, "svg")).toMatch(/has left the page/);
    expect(files.map(({ name, type }) => [name, type])).toEqual([["density-outside.csv", "text/csv"]]);
    expect(losses()).toEqual([outside.view.budget.loss]);
  });

  test("a secure draw that left from inside does not leave again from outside", () => {
    const { shown } = takeAway();
    expect(shown(taken(), "csv")).toBeUndefined();
    expect(shown(outside, "csv")).toMatch(/has left the page/);
    expect(losses()).toEqual([]);
  });

  test("a picture counts every draw", () => {
    expect(takeAway().shown(outside, "svg")).toBeUndefined();
    expect(outside.view.others).toHaveLength(2);
    expect(losses()).toEqual(Array.from({ length: 3 }, () => outside.view.budget.loss));
    expect(files[0]).toMatchObject({ name: "density-outside.svg", type: "image/svg+xml" });
    expect(files[0]!.content).toMatch(/^<svg[^>]*><title>Curveil density; PREVIEW in doubles/);
  });

  test("what leaves from inside is for its owner: it enters no ledger, and is labelled as private data", () => {
    for (const as of ["csv", "svg"] as const) {
      expect(takeAway().shown(taken(), as)).toBeUndefined();
      expect(losses()).toEqual([]);
    }
    expect(files.map(({ name }) => name)).toEqual(["density-inside.csv", "density-inside.svg"]);
    for (const { content } of files) expect(content).toContain("PRIVATE DATA");
  });

  test("a teaching draw enters no ledger, and says that it protects nobody", () => {
    const { shown } = takeAway();
    expect(shown(taken({ view: "outside", seed: 3 }), "csv")).toBeUndefined();
    expect(losses()).toEqual([]);
    expect(files[0]!.content).toMatch(/^# Curveil density; teaching draw with seed 3: .* protects nobody\r\n/);
  });

  test("what is not private is refused for the outside, before the draw is taken", () => {
    const { shown } = takeAway();
    const notPrivate = taken({ view: "outside", provenance: looked });
    expect(shown(notPrivate, "csv")).toBe(lookedSentence);
    expect(shown(notPrivate, "svg")).toBe(lookedSentence);
    expect([files, losses()]).toEqual([[], []]);
    expect(shown(taken({ view: "outside", provenance: { h: "affirmed" } }), "csv")).toBeUndefined();
  });

  test("what is not private may be kept by its owner, from inside", () => {
    expect(takeAway().shown(taken({ provenance: looked }), "csv")).toBeUndefined();
    expect(files).toHaveLength(1);
  });

  test("several parameters that were chosen while looking are named together", () => {
    const chosen = taken({ view: "outside", provenance: { h: "looked", domainX: "looked", delta: "looked" } });
    expect(takeAway().shown(chosen, "csv")).toContain(
      "the domain, the bandwidth and δ were chosen while looking at the private picture",
    );
  });

  test("a reason of the guarantee itself refuses as well", () => {
    const reason = "the noise does not fit";
    const definition = {
      ...study,
      guarantee: (...args: Parameters<typeof study.guarantee>) => ({ ...study.guarantee(...args), notPrivate: reason }),
    };
    const exports = {
      takeOut: () => true,
      fresh: () => Promise.resolve({ ok: true as const, value: outside }),
      release: () => expect.unreachable(),
    };
    const { shown } = createTakeAway(
      definition,
      exports,
      () => expect.unreachable(),
      () => expect.unreachable(),
    );
    expect(shown(outside, "csv")).toBe(`This would not be a private release: ${reason}`);
  });
});

describe("release", () => {
  test("its cost is entered before it is drawn; its file proves its claim, and its values are the integers' own", async () => {
    const { release } = takeAway();
    expect(await release(outside)).toBeUndefined();
    expect(entered).toBe(1);
    expect(losses()).toEqual([outside.view.budget.loss]);
    expect(files.map(({ name }) => name)).toEqual(["release-density.zip"]);
    const text = releaseInArchive(files[0]!.content as Uint8Array);
    const file = parseRelease(text);
    expect(file.mechanism).toMatchObject({ epsilon: outside.shown.epsilon, delta: outside.shown.delta });
    expect(file.view.values).toEqual([...releasedValues(file.mechanism)]);
    expect(text).not.toMatch(/original|"seed"/);
  });

  test("what was affirmed stands in the file, in the words of the declaration", async () => {
    expect(await takeAway().release(taken({ view: "outside", provenance: { h: "affirmed" } }))).toBeUndefined();
    const { provenance } = parseRelease(releaseInArchive(files[0]!.content as Uint8Array));
    expect(provenance.find(({ parameter }) => parameter === "the bandwidth")).toMatchObject({
      origin: "chosen after looking",
      statement: "I would have chosen this without looking.",
    });
  });

  test("nothing is entered or drawn while what is shown is not private", async () => {
    expect(await takeAway().release(taken({ provenance: looked }))).toBe(lookedSentence);
    expect([asked, files, losses()]).toEqual([0, [], []]);
  });

  test("a failed draw costs its budget; outside it does not say why", async () => {
    const failed = { kind: "numerical", message: "record 7 is out of reach" } as const;
    expect(await takeAway(failed).release(taken())).toContain("record 7");
    expect(await takeAway(failed).release(outside)).not.toContain("record 7");
    expect([files, losses()]).toEqual([[], [outside.view.budget.loss]]);
  });
});

describe("fresh", () => {
  test("a fresh draw is saved for the outside, and costs one release each time", async () => {
    const { fresh } = takeAway();
    expect(await fresh(taken())).toBeUndefined();
    expect(await fresh(outside)).toBeUndefined();
    expect(files.map(({ name }) => name)).toEqual(["preview-density.csv", "preview-density.csv"]);
    for (const { content } of files) {
      expect(content).toMatch(/^# Curveil density; PREVIEW in doubles/);
      expect(content).not.toMatch(/original|seed/);
    }
    expect(losses()).toEqual([outside.view.budget.loss, outside.view.budget.loss]);
  });

  test("nothing is drawn while what is shown is not private", async () => {
    expect(await takeAway().fresh(taken({ provenance: looked }))).toBe(lookedSentence);
    expect([asked, files, losses()]).toEqual([0, [], []]);
  });

  test("a draw that came after a choice made while looking is not saved", async () => {
    const moved = taken({ view: "outside", provenance: looked });
    expect(await takeAway(moved).fresh(taken())).toBe(lookedSentence);
    expect([asked, files, losses()]).toEqual([1, [], []]);
  });

  test("a failure is passed on, and a picture that is gone meanwhile leaves nothing", async () => {
    const message = "The computation was cancelled.";
    expect(await takeAway({ kind: "cancelled", message }).fresh(outside)).toBe(message);
    const { fresh } = createTakeAway(
      study,
      {
        takeOut: () => true,
        fresh: () => Promise.resolve({ ok: true, value: undefined }),
        release: () => expect.unreachable(),
      },
      () => expect.unreachable(),
      () => expect.unreachable(),
    );
    expect(await fresh(outside)).toBeUndefined();
    expect([files, losses()]).toEqual([[], []]);
  });
});
