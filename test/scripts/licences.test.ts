import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { noticesOf, packageFolder } from "../../scripts/licences.mjs";
import { root } from "../../scripts/installed.mjs";

test("packageFolder finds the package of a module, the innermost one, scoped or virtual, and none for our own", () => {
  expect(packageFolder("/a/node_modules/d3-array/src/sum.js")).toBe("/a/node_modules/d3-array");
  expect(packageFolder("/a/node_modules/@scope/name/index.js?worker")).toBe("/a/node_modules/@scope/name");
  expect(packageFolder("/a/node_modules/b/node_modules/c/c.js")).toBe("/a/node_modules/b/node_modules/c");
  expect(packageFolder("\0/a/node_modules/b/b.js?commonjs-module")).toBe("/a/node_modules/b");
  expect(packageFolder("/a/src/main.tsx")).toBe(undefined);
});

test("noticesOf has our licence first, then each package's name, version and text", () => {
  const text = noticesOf([`${root}node_modules/zustand`, `${root}node_modules/comlink`]);
  const titles = [...text.matchAll(/^(Curveil|\S+ [\d.]+ \(.+\))$/gm)].map(([title]) => title);
  expect(titles[0]).toBe("Curveil");
  expect(titles[1]).toMatch(/^comlink 4\.\d+\.\d+ \(Apache-2\.0\)$/);
  expect(titles[2]).toMatch(/^zustand .*\(MIT\)$/);
  expect(text).toContain("Apache License");
});

test("data under a licence that asks for it are attributed: authors, source, licence and changes", () => {
  const notices = noticesOf([]).split(/^-{80}$/m);
  for (const doi of ["10.24432/C50P49", "10.24432/C5DW2B"]) {
    const own = notices.filter((notice) => notice.includes(doi));
    expect(own).toHaveLength(1);
    expect(own[0]).toMatch(/\(\d{4}\), .*UCI Machine\s+Learning Repository/s);
    expect(own[0]).toContain("https://creativecommons.org/licenses/by/4.0/");
    expect(own[0]).toMatch(/^Changes: /m);
  }
  // What the sources of the data say of their licence, licences.txt says too.
  const folder = `${root}src/core/examples/`;
  const sources = readdirSync(folder).map((file) => readFileSync(`${folder}${file}`, "utf8"));
  const attributed = sources.filter((source) => source.includes("CC BY 4.0"));
  expect(attributed).toHaveLength(notices.filter((notice) => notice.includes("CC BY 4.0")).length);
});

test("a package without a licence text cannot be shipped", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "package-")), "bare");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "bare", "version": "1.0.0" }');
  expect(() => noticesOf([folder])).toThrow("bare has no licence text");
});
