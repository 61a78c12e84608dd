import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
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

test("a package without a licence text cannot be shipped", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "package-")), "bare");
  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "bare", "version": "1.0.0" }');
  expect(() => noticesOf([folder])).toThrow("bare has no licence text");
});
