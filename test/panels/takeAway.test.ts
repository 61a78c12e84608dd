import { beforeEach, describe, expect, test } from "vitest";
import type { PrivacyLoss } from "../../src/core/privacy/accounting/privacyLoss.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { releaseInArchive } from "../../src/core/releaseFile/openedRelease.ts";
import { stateOfPng, stateOfSvg } from "../../src/core/releaseFile/pictureState.ts";
import { parseRelease, releasedValues } from "../../src/core/releaseFile/releaseFile.ts";
import type { ReleaseFile } from "../../src/core/releaseFile/releaseFile.ts";
import { planDensity } from "../../src/core/releases/density.ts";
import { releasingPrivately } from "../../src/core/releases/privateRelease.ts";
import { lastOf } from "../../src/core/slices.ts";
import type { EngineFailure } from "../../src/engine/outcome.ts";
import type { Exports } from "../../src/panels/exports.ts";
import { createTakeAway, previewStays } from "../../src/panels/takeAway.ts";
import { createLedger } from "../../src/state/ledger.ts";
import type { ShownView } from "../../src/state/presented.ts";
import { study } from "../../src/studies/density/definition.ts";
import type { DensityFacts, DensityInside } from "../../src/studies/density/view.ts";
import type { DensityScenario } from "../../src/studies/density/scenario.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { answerOf } from "../studies/answering.ts";
import { shownOf } from "../studies/presenting.ts";

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

let files: { readonly name: string; readonly type: string; readonly content: string | Uint8Array }[];
let losses: () => readonly PrivacyLoss[];
let asked: number;
/** How many losses were in the ledger when a release was asked for. */
let entered: number;
const { points } = answer.records;

/** The first bytes of a PNG; its state goes after them. */
const tinyPng = () =>
  Promise.resolve(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, ...new Uint8Array(21)));

/** The ways out, with a session whose secure draw leaves once and whose fresh draw is as given. */
function takeAway(
  drawn: Taken | EngineFailure = outside,
  pngOf = tinyPng as (svg: string) => Promise<Uint8Array | undefined>,
  onReleased: (file: ReleaseFile) => void = () => undefined,
) {
  const ledger = createLedger();
  losses = () => ledger.getState().losses;
  const exports: Exports<DensityScenario, DensityFacts, DensityInside> = {
    link: () => "#/density?v=1&data=hall-1",
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
  };
  const save = (name: string, type: string, content: string | Uint8Array) => files.push({ name, type, content });
  return createTakeAway(study, exports, save, ledger.getState().enter, onReleased, pngOf);
}

beforeEach(() => {
  files = [];
  asked = 0;
});

describe("shown", () => {
  test("of the inside it is for its owner: it enters no ledger, and its first line says private data", async () => {
    for (const as of ["csv", "svg", "png"] as const) {
      expect(await takeAway().shown(taken(), as)).toBeUndefined();
      expect(losses()).toEqual([]);
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
    expect([files, losses()]).toEqual([[], []]);
  });

  test("a browser that cannot draw a PNG says so", async () => {
    const { shown } = takeAway(outside, () => Promise.resolve(undefined));
    expect(await shown(taken(), "png")).toContain("cannot draw the picture as PNG");
    expect(files).toEqual([]);
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

  test("several parameters that were chosen while looking are named together", async () => {
    const chosen = taken({ view: "outside", provenance: { h: "looked", domainX: "looked", delta: "looked" } });
    expect(await takeAway().release(chosen)).toContain(
      "the domain, the bandwidth and δ were chosen while looking at the private picture",
    );
  });

  test("a reason of the guarantee itself refuses as well", async () => {
    const reason = "the noise does not fit";
    const definition = {
      ...study,
      guarantee: (...args: Parameters<typeof study.guarantee>) => ({ ...study.guarantee(...args), notPrivate: reason }),
    };
    const never = () => expect.unreachable();
    const { release } = createTakeAway(definition, { link: never, release: never }, never, never);
    expect(await release(outside)).toBe(`This would not be a private release: ${reason}`);
  });

  test("is shown once it is saved", async () => {
    const shown: string[] = [];
    const { release } = takeAway(outside, tinyPng, ({ digest }) => shown.push(digest));
    expect(await release(taken())).toBeUndefined();
    expect(shown).toEqual([parseRelease(releaseInArchive(files[0]!.content as Uint8Array)).digest]);
  });

  test("a failed draw costs its budget; outside it does not say why", async () => {
    const failed = { kind: "numerical", message: "record 7 is out of reach" } as const;
    expect(await takeAway(failed).release(taken())).toContain("record 7");
    expect(await takeAway(failed).release(outside)).not.toContain("record 7");
    expect([files, losses()]).toEqual([[], [outside.view.budget.loss]]);
  });
});
