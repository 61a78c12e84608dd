import { strToU8, zipSync } from "fflate";
import { File } from "node:buffer";
import { describe, expect, test } from "vitest";
import { createFileOpener } from "../../src/app/fileOpener.ts";
import { svgWithState } from "../../src/core/release/file/pictureState.ts";
import { zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { ditheredContents, laplaceContents, sealed } from "../support/releaseExamples.ts";

const named = (name: string, content: string | Uint8Array) => new File([content], name) as unknown as globalThis.File;

function opener(refusal?: string, doors: Partial<Parameters<typeof createFileOpener>[0]> = {}) {
  const shown: ReleaseFile[] = [];
  const links: string[] = [];
  const { store, open, dismiss } = createFileOpener({
    showRelease: (file) => {
      shown.push(file);
      return Promise.resolve(refusal);
    },
    showLink: (link) => links.push(link),
    ...doors,
  });
  const told = () => store.getState().sentence;
  return { shown, links, open, dismiss, told };
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>';

describe("createFileOpener", () => {
  test("leaves tables to others", () => {
    const { open } = opener();
    for (const name of ["a.csv", "a.tsv", "a.txt", "json", "a.parquet", "a.csv.gz", "a.json.csv"]) {
      expect(open(named(name, "{}")), name).toBe(false);
    }
  });

  test("leaves JSON and archives to others that are none of ours", async () => {
    const { open, told } = opener();
    expect(await open(named("people.json", '[{"age": 40}]'))).toBe(false);
    expect(await open(named("people.zip", "PK people.csv"))).toBe(false);
    // No cell and no name within an archive turns a table into a release.
    const hostile = '[{"note": "\\"schema\\":\\"curveil-release/1\\" release.json"}]';
    expect(await open(named("people.json", hostile))).toBe(false);
    expect(await open(named("people.json", '{"note": {"schema":"curveil-release/1"}}'))).toBe(false);
    const archive = zipSync({ "people.csv": strToU8("note\nrelease.json\n"), "a/release.json": strToU8("{}") });
    expect(await open(named("people.zip", archive as never))).toBe(false);
    expect(told()).toBeUndefined();
    // The next file takes the place of one that is still looked at.
    const first = open(named("people.json", "[]"));
    void open(named("people.csv", "age\n40\n"));
    expect(await first).toBe(true);
  });

  test("names the file that it refuses, and is silent once another file comes", async () => {
    const { open, told } = opener();
    expect(await open(named("people.json", '{"schema":"curveil-other/1"}'))).toBe(true);
    await expect.poll(() => told()).toMatch(/^people\.json was not opened: schema must be "curveil-release\/2"/);
    expect(open(named("people.csv", "age\n40\n"))).toBe(false);
    expect(told()).toBeUndefined();
    // Nor does a slow answer come up after the table.
    void open(named("people.json", '{"schema":"curveil-other/1"}'));
    void open(named("people.csv", "age\n40\n"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(told()).toBeUndefined();
  });

  test("says so where the part that reads files does not come", async () => {
    const load = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
    const { open, told, shown } = opener(undefined, { load });
    expect(await open(named("r.json", '{"schema":"curveil-release/1"}'))).toBe(true);
    await expect.poll(() => told()).toMatch(/^What opens such files could not be loaded/);
    expect(shown).toEqual([]);
  });

  test("shows releases, whatever they are of, from file, archive and picture", async () => {
    for (const contents of [ditheredContents(), ditheredContents(9, 7), laplaceContents()]) {
      const file = await sealed(contents);
      const { open, shown, told } = opener();
      const state = { kind: "release", release: file } as const;
      for (const [name, content] of [
        ["r.json", releaseText(file)],
        ["R.ZIP", zippedRelease(file)],
        ["r.svg", svgWithState(svg, "t", state)],
      ] as const) {
        expect(await open(named(name, content))).toBe(true);
        await expect.poll(() => shown.splice(0)).toEqual([file]);
      }
      expect(told()).toBeUndefined();
    }
  });

  test("shows the view of a picture, and says that own records are not in it", async () => {
    const { open, links, told } = opener();
    for (const link of ["#/density?v=1&data=hall-1", "#/density?v=1&data=own&x=v"]) {
      void open(named("p.svg", svgWithState(svg, "t", { kind: "link", link })));
      await expect.poll(() => links.splice(0)).toEqual([link]);
    }
    await expect.poll(() => told()).toContain("Records of your own are never in a picture");
  });

  test("refuses a changed file, one that is too large, and what its study cannot show, in a sentence", async () => {
    const file = await sealed(ditheredContents());
    const changed = JSON.stringify({ ...file, sheet: { ...file.sheet, title: "Other" } });
    const huge = Object.defineProperty(named("r.svg", "<svg>"), "size", { value: 2 ** 28 });
    const cases: readonly (readonly [globalThis.File, RegExp])[] = [
      [named("r.json", changed), /digest does not belong/],
      [huge, /must be at most 134217728 bytes long/],
      [named("r.json", '{"schema":"curveil-ledger/1"}'), /schema must be "curveil-release\/2"/],
      [named("r.png", ""), /a PNG file/],
    ];
    for (const [content, sentence] of cases) {
      const { open, shown, told, dismiss } = opener();
      expect(await open(content)).toBe(true);
      await expect.poll(() => told()).toMatch(sentence);
      expect(shown).toEqual([]);
      dismiss();
      expect(told()).toBeUndefined();
    }
    const { open, told } = opener("There is no such study.");
    await open(named("r.json", releaseText(file)));
    await expect.poll(() => told()).toBe("There is no such study.");
  });

  test("of two files the later is shown, however long the other takes", async () => {
    const [first, second] = [await sealed(ditheredContents()), await sealed(ditheredContents(9))];
    const { open, shown } = opener();
    const slow = named("a.json", '{"schema":"curveil-release/1"}');
    let goOn = (_: string) => {};
    Object.defineProperty(slow, "text", { value: () => new Promise<string>((resolve) => (goOn = resolve)) });
    const opening = open(slow);
    await open(named("b.json", releaseText(second)));
    await expect.poll(() => shown).toHaveLength(1);
    goOn(releaseText(first));
    expect(await opening).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(shown.map(({ digest }) => digest)).toEqual([second.digest]);
  });
});
