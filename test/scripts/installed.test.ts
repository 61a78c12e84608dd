import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isInstalled, root } from "../../scripts/installed.mjs";

const needed = {
  "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
  "node_modules/b": { version: "2.0.0", integrity: "sha512-b" },
  "node_modules/b/node_modules/a": { version: "0.9.0", integrity: "sha512-c" },
};
const other = { version: "1.0.0", integrity: "sha512-d", optional: true };
const lock = { packages: { "": { version: "0.1.0" }, ...needed, "node_modules/for-other-machines": other } };
const there = () => true;

test("isInstalled holds for what `npm ci` leaves, with and without packages for other machines", () => {
  expect(isInstalled(lock, { packages: needed }, there)).toBe(true);
  expect(isInstalled(lock, { packages: { ...needed, "node_modules/for-other-machines": other } }, there)).toBe(true);
});

test("isInstalled fails for a package that is missing, of another version or content, left over, or deleted", () => {
  const { "node_modules/a": a, ...rest } = needed;
  const differing = [
    undefined,
    {},
    { packages: rest },
    { packages: { ...needed, "node_modules/a": { ...a, version: "1.0.1" } } },
    { packages: { ...needed, "node_modules/a": { ...a, integrity: "sha512-x" } } },
    { packages: { ...needed, "node_modules/for-other-machines": { ...other, version: "2.0.0" } } },
    { packages: { ...needed, "node_modules/left": a } },
  ];
  for (const installed of differing) expect(isInstalled(lock, installed, there)).toBe(false);
  const missing = "node_modules/b/node_modules/a/package.json";
  expect(isInstalled(lock, { packages: needed }, (path) => path !== missing)).toBe(false);
  expect(isInstalled(undefined, { packages: needed }, there)).toBe(false);
});

test("isInstalled holds for this project as npm installed it", () => {
  const read = (path: string) =>
    JSON.parse(readFileSync(`${root}${path}`, "utf8")) as Parameters<typeof isInstalled>[0];
  expect(isInstalled(read("package-lock.json"), read("node_modules/.package-lock.json"))).toBe(true);
});
