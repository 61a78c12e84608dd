import "fake-indexeddb/auto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webcrypto } from "node:crypto";
import { afterAll, describe, expect, test, vi } from "vitest";
import { strToU8 } from "fflate";
import { checkedRelease } from "../../scripts/command/check.ts";
import { createFileShelf } from "../../scripts/command/fileShelf.ts";
import { openedData, scenarioOf } from "../../scripts/command/openedData.ts";
import { planned } from "../../scripts/command/plan.ts";
import { releaseOpened } from "../../scripts/command/release.ts";
import { simulatedTable } from "../../scripts/command/simulate.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import { releaseBundle, zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { zipped } from "../../src/core/release/file/zipped.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { declaredSchemaText } from "../../src/core/tables/declaredSchema.ts";
import { schemaFileText } from "../../src/core/tables/schemaFile.ts";
import { schemaOfText } from "../../src/core/tables/schemaText.ts";
import { commandText } from "../../src/panels/export/commandText.ts";
import { releasingApp } from "../../src/panels/study/releaseWords.ts";
import type { CommonFacts } from "../../src/panels/study/study.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { studyWorker as boundaryWorker } from "../../workers/studies/boundary.ts";
import { studyWorker as densityWorker } from "../../workers/studies/density.ts";
import { studyWorker as fabricationWorker } from "../../workers/studies/fabrication.ts";
import { studyWorker as meanCurveWorker } from "../../workers/studies/meanCurve.ts";
import { openedFile } from "../support/openedFile.ts";
import { releasedOf, type Workplace } from "../support/releasedRecords.ts";
import { ditheredContents, laplaceContents, sealed } from "../support/releaseExamples.ts";
import { budget } from "../support/studyLedgers.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-command-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const random = seededSource(20261128);
const decimal = (scale: number) => (scale * random.uniform()).toFixed(2);
const rows = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i)).join("\n");
const waiting = `waiting\n${rows(40, () => decimal(40))}\n`;
const classes = `x,y,class\n${rows(60, (i) => `${decimal(1)},${decimal(1)},${i % 2 ? "yes" : "no"}`)}\n`;
const visits = `a0,a1,a2,a3\n${rows(60, () => [0, 1, 2, 3].map(() => decimal(1)).join(","))}\n`;
const exampleLink = density.links.encode(density.links.decode("").values);
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Link and schema file as the page gives them for a table of one's own. */
async function written<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { study: { session, links } }: Workplace<S, C, M, F, I, T>,
  content: string,
  declared: Partial<S>,
) {
  const table = await openedFile(content);
  const outline = outlineOf(table);
  const start: S = { ...links.decode("").values, data: ownData, seed: "secure", view: "outside" };
  const scenario: S = { ...start, ...session.choose(outline, start), ...declared, provenance: {} };
  const classColumn = session.classesOf?.(scenario) ?? "";
  const text = declaredSchemaText(table.schema!, session.choiceOf(scenario, outline), classColumn);
  const link = links.encode({ ...scenario, schema: text });
  return { link, schema: schemaFileText(schemaOfText(text)!, classColumn), content: bytesOf(content) };
}

/** Releases by the command, with the random bits and the moment of `releasedOf`. */
async function byCommand<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  place: Workplace<S, C, M, F, I, T>,
  content: string,
  declared: Partial<S>,
) {
  const opened = await openedData(place.study, await written(place, content, declared));
  const { run } = opened.client as unknown as {
    run: (task: string, id: unknown, parameters: object) => Promise<never>;
  };
  // Noise of a preview takes none of the bits.
  const seeded = (task: string, id: unknown, parameters: object) =>
    run(task, id, task === "release" ? { ...parameters, seed: 1 } : parameters);
  const source = seededSource(20_261_123);
  vi.stubGlobal("crypto", {
    subtle: webcrypto.subtle,
    getRandomValues: (block: Uint32Array | Uint8Array) =>
      block.map((_, i) => (block[i] = Math.floor(source.uniform() * 2 ** (8 * block.BYTES_PER_ELEMENT)))),
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 22, 6, 10) });
  const files: [string, string][] = [];
  const shelf = createFileShelf(join(folder, `${place.study.id}.json`));
  try {
    await releaseOpened(
      place.study,
      { ...opened, client: { run: seeded } as never },
      { shelf, budget: { ...budget, epsilon: 500 } },
      (name, made) => files.push([name, typeof made === "string" ? made : Buffer.from(made).toString("latin1")]),
    );
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
  return { files, opened };
}

async function sameAsPage<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  place: Workplace<S, C, M, F, I, T>,
  content: string,
  declared: Partial<S>,
) {
  const { files, opened } = await byCommand(place, content, declared);
  const page = await releasedOf(place, opened.scenario, opened.records, { screen: 1 });
  expect(page.said).toBeUndefined();
  expect(files.map(([name]) => name)).toContain(`release-${place.study.fileName}.zip`);
  expect(files).toEqual(page.files.map(([name, , bytes]) => [name, bytes]));
}

describe("the files of a command are those of the page for the same bits, byte for byte", () => {
  test("density", () =>
    sameAsPage({ study: density, worker: densityWorker }, waiting, { domainX: [0, 50] as const, h: 3 }));
  test("boundary", () =>
    sameAsPage({ study: boundary, worker: boundaryWorker }, classes, { solver: "landmarks" as const }));
  test("mean curve", () => sameAsPage({ study: meanCurve, worker: meanCurveWorker }, visits, { range: 0.1 }));
  test("fabricated table", () => sameAsPage({ study: fabrication, worker: fabricationWorker }, classes, { steps: 2 }));
});

describe("a command refuses", () => {
  const place = { study: density, worker: densityWorker };
  const declared = { domainX: [0, 50] as const, h: 3 };
  const opening = async (change: { link?: (link: string) => string; schema?: string; content?: string }) => {
    const given = await written(place, waiting, declared);
    return openedData(density, {
      link: change.link?.(given.link) ?? given.link,
      schema: change.schema ?? given.schema,
      content: change.content === undefined ? given.content : bytesOf(change.content),
    });
  };
  test.each([
    [
      "a link that is not whole",
      { link: (link: string) => link.replace(/&h=[^&]*/, "") },
      /is refused\..*Not in the link: h/,
    ],
    ["a link with a word too many", { link: (link: string) => `${link}&bandwith=5` }, /bandwith/],
    ["an example", { link: () => exampleLink }, /example "sleep"/],
    ["a schema that is none", { schema: "{}" }, /schema cannot be used: fields/],
    ["another schema", { schema: '{"fields":[{"name":"age","type":"number"}]}' }, /age|columns/],
    ["a table of another schema", { content: "age\n3\n4\n" }, /waiting|age/],
    ["an empty table", { content: "" }, /./],
  ] as const)("%s", async (_, change, said) => {
    await expect(opening(change)).rejects.toThrow(said);
  });

  test("draws about a release whose file has no law of its noise", async () => {
    const pure = await sealed(laplaceContents());
    expect(() => simulatedTable(pure, 2, 1)).toThrow(/does not hold the law of its noise/);
  });

  test("an archive whose files beside the release differ, unless another version wrote it", async () => {
    const changed = async (app: ReleaseFile["app"]) => {
      const file = await sealed({ ...ditheredContents(), app });
      const entries = releaseBundle(file).map(({ name, text }) => [name, strToU8(`${text}\n`)] as const);
      return zipped(Object.fromEntries(entries), file.created);
    };
    const other = await checkedRelease(
      await changed({ name: "Curveil", version: "0.0.9", commit: "0123456789abcdef" }),
    );
    expect(other.note).toContain("written by Curveil 0.0.9 (0123456789ab), and this is Curveil ");
    expect(other.note).toContain("That is no fault of the release.");
    await expect(checkedRelease(await changed(releasingApp))).rejects.toThrow(/^A file beside .* was changed\./);
    const own = zippedRelease(await sealed({ ...ditheredContents(), app: releasingApp }));
    expect((await checkedRelease(own)).note).toBeUndefined();
  });

  test("a schema file that is not the link's", async () => {
    const { schema } = await written(place, waiting, declared);
    const other = schema.replace('"curveil:type": "point"', '"curveil:type": "comma"');
    expect(other).not.toBe(schema);
    await expect(opening({ schema: other })).rejects.toThrow(/not the one that the link names/);
  });

  const release = async (path: string, total: object | undefined, link?: (link: string) => string) => {
    const opened = await opening(link ? { link } : {});
    const saved: string[] = [];
    const bookkeeping = { shelf: createFileShelf(path, 60), budget: total as never };
    const made = releaseOpened(density, opened, bookkeeping, (name) => saved.push(name));
    return { made: await made.catch((error: unknown) => (error as Error).message), saved };
  };
  const refusing = (said: RegExp) => ({ made: expect.stringMatching(said) as string, saved: [] });
  const small = { epsilon: 1, delta: 1e-5, paidDelta: 0 };

  test("what the budget does not cover, another command's ledger, and that of other data; nothing is drawn", async () => {
    const path = join(folder, "spent.json");
    const tooMuch = (link: string) => link.replace(/epsilon=[^&]*/, "epsilon=3");
    expect(await release(path, small, tooMuch)).toEqual(refusing(/left|budget/));
    writeFileSync(`${path}.lock`, "");
    const before = readFileSync(path, "utf8");
    expect(await release(path, undefined)).toEqual(refusing(/Another command/));
    expect(readFileSync(path, "utf8")).toBe(before);
    rmSync(`${path}.lock`);
    writeFileSync(path, before.replaceAll(/[0-9a-f]{64}/g, "f".repeat(64)));
    expect(await release(path, undefined)).toEqual(refusing(/ledger of other data/));
    writeFileSync(path, "{}");
    expect(await release(path, undefined)).toEqual(refusing(/spent\.json: schema must be/));
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  test("what was chosen while looking, by the link or by the ledger", async () => {
    const path = join(folder, "looked.json");
    const looked = (link: string) => `${link}&origin=h:looked`;
    expect((await release(path, small, looked)).made).toMatch(/chosen while looking/);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('"seen": false', '"seen": true'));
    expect((await release(path, undefined)).made).toMatch(/chosen while looking/);
  });

  test("a change that forgets an entry of the ledger", async () => {
    const path = join(folder, "grown.json");
    const keys = { digests: ["a".repeat(64)] };
    const shelf = createFileShelf(path);
    const total = { id: "1".repeat(32), at: "2026-11-22T06:10:00Z", mu: 0.1, failure: 0, ...small };
    expect((await shelf.change(keys, (ledger) => ({ ...ledger, budgets: [total] }))).ok).toBe(true);
    const before = readFileSync(path, "utf8");
    expect(await shelf.change(keys, (ledger) => ({ ...ledger, budgets: [] }))).toMatchObject({
      error: { message: expect.stringMatching(/only grows/) as string },
    });
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});

test("the page's command holds its link in one word of a shell", () => {
  const text = commandText("https://example.org/#/density?v=1&x=it's&only=a*!(b");
  expect(text).toContain(String.raw`--link '#/density?v=1&x=it'\''s&only=a*!(b'`);
  expect(scenarioOf(density, exampleLink).data).toBe("sleep");
});

describe("a plan of a link", () => {
  const linkOf = <S extends { readonly plan: string }>(
    { links }: { readonly links: { decode(text: string): { readonly values: S }; encode(values: S): string } },
    changed: Partial<S>,
  ) => links.encode({ ...links.decode("").values, ...changed });
  const classes2 = "1,classes_2_0_1_0.3_0.3_0.1_0.1_1_1_0.7_0.7_0.1_0.1,n_60";

  test.each([
    ["a density", linkOf(density, { plan: "1,normals_1_50_10,n_50,total_place_10_9" })],
    ["a mean curve", linkOf(meanCurve, { groups: "", plan: "1,curves_1_20_0_5_0,n_50,total_place_10_9" })],
    ["a boundary", linkOf(boundary, { plan: `${classes2},noise_accuracy_1_9` })],
    ["a fabricated table", linkOf(fabrication, { steps: 2, plan: `${classes2},total_mean_5_9` })],
  ])("%s: simulated releases, the same of a seed", (_, link) => {
    const told = planned(link, { rounds: 2, seed: 2 });
    expect(told).toMatch(/^At ε = .*with 95 % from .* simulated ones: the target is /);
    expect(told).toMatch(/\nIt takes ε|\nNo simulated ε/);
    expect(told).toMatch(/2 rounds of simulated releases, seed 2/);
    if (!link.startsWith("#/meanCurve")) return;
    expect(planned(link, { rounds: 2, seed: 2 })).toBe(told);
    expect(planned(link, { rounds: 2, seed: 3 })).not.toBe(told);
  });

  test("in closed form takes no seed; without a number of records there is none", () => {
    const closed = linkOf(density, { plan: "1,normals_1_50_10,noise_everywhere_5" });
    expect(planned(closed, { records: 800 })).toContain("The target, ");
    expect(() => planned(closed, { records: 800, seed: 1 })).toThrow("has a closed form");
    expect(() => planned(closed, {})).toThrow("--records");
    expect(() => planned(linkOf(fabrication, { plan: `${classes2},total_mean_5_9` }), { rounds: 1 })).toThrow(
      "--rounds is from 2",
    );
    expect(() => planned(linkOf(boundary, { plan: "1,no" }), {})).toThrow("no plan that serves it");
    expect(() => planned("#/other?", {})).toThrow("A link begins with #/density?");
  });
});
