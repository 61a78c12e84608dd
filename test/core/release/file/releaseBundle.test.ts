import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { releaseInArchive } from "../../../../src/core/release/file/openedRelease.ts";
import { releaseBundle, zippedRelease } from "../../../../src/core/release/file/releaseBundle.ts";
import { hasOwnDigest, parseRelease, releaseText } from "../../../../src/core/release/file/sealedRelease.ts";
import { shownTable } from "../../../../src/core/release/file/tables.ts";
import { has } from "../../../support/programs.ts";
import { ditheredContents, laplaceContents, sealed, sha256 } from "../../../support/releaseExamples.ts";

describe("the bundle of a release", () => {
  test("holds the release, its table, and what reads and describes them", async () => {
    const names = async (file: ReturnType<typeof sealed>) => releaseBundle(await file).map(({ name }) => name);
    const others = ["datapackage.json", "curveil_release.py", "load_release.R", "picture.vl.json", "registry.yaml"];
    others.push("METHODS.txt", "CITATION.cff", "citation.bib");
    expect(await names(sealed(ditheredContents()))).toEqual(["release.json", "curve.csv", ...others, "README.txt"]);
    expect(await names(sealed(ditheredContents(9, 7)))).toEqual(["release.json", "field.csv", ...others, "README.txt"]);
    expect(await names(sealed(laplaceContents()))).toEqual([
      ...["release.json", "coordinates.csv", "shown.csv"],
      ...others,
      "README.txt",
    ]);
    expect(shownTable(await sealed(laplaceContents()))).toBe("y,value\r\n0,0.1\r\n0.25,0.2\r\n1,0.3\r\n");
  });

  test("as an archive is the same bytes again, and gives the release back", async () => {
    for (const contents of [ditheredContents(), ditheredContents(60, 50), laplaceContents()]) {
      const file = await sealed(contents);
      const archive = zippedRelease(file);
      expect(zippedRelease(file)).toEqual(archive);
      const opened = parseRelease(releaseInArchive(archive));
      expect(opened).toEqual(file);
      expect(await hasOwnDigest(opened, sha256)).toBe(true);
    }
  });

  test.skipIf(!has("python3", "--version"))("is unpacked and checked by Python (skipped without python3)", async () => {
    const folder = mkdtempSync(join(tmpdir(), "bundle-"));
    try {
      const file = await sealed(ditheredContents());
      writeFileSync(join(folder, "release.zip"), zippedRelease(file));
      const run = (...args: string[]) => spawnSync("python3", args, { cwd: folder, encoding: "utf8" });
      expect(run("-m", "zipfile", "-e", "release.zip", ".").status).toBe(0);
      expect(run("curveil_release.py", "release.json").status).toBe(0);
      for (const { name, text } of releaseBundle(file)) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("hostile archives are refused in a sentence, without being unpacked whole", () => {
    const refused: readonly [Uint8Array, RegExp][] = [
      [strToU8("PK"), /release\.json in the archive must be given/],
      [zipSync({ "other.json": strToU8("{}") }), /release\.json in the archive must be given/],
      [zipSync({ "release.json": strToU8("{}") }).subarray(0, 30), /must be/],
      [zipSync({ "release.json": new Uint8Array(2 ** 25 + 1) }, { level: 1 }), /at most 33554432 bytes/],
      [new Uint8Array(2 ** 25 + 1), /The archive must be at most/],
    ];
    for (const [archive, sentence] of refused) expect(() => releaseInArchive(archive)).toThrow(sentence);
    const broken = zipSync({ "release.json": strToU8(`${"a".repeat(5000)}${Math.PI}`) });
    broken.fill(0xff, 45, 70);
    expect(() => releaseInArchive(broken)).toThrow(/must be/);
  });

  test("the text of a release in it is no other than its own", async () => {
    const file = await sealed(ditheredContents());
    expect(releaseBundle(file)[0]!.text).toBe(releaseText(file));
  });
});
