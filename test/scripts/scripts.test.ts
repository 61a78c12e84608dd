import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findBrowser } from "../../scripts/findBrowser.mjs";
import { fileFor, serveStatic } from "../../scripts/serveStatic.mjs";

const only =
  (...paths: string[]) =>
  (path: string) =>
    paths.includes(path);

test("findBrowser prefers CHROME_PATH, then what is installed, and says what to install otherwise", () => {
  const env = { PATH: "/usr/local/bin:/usr/bin" };
  expect(findBrowser({ ...env, CHROME_PATH: "/my/chrome" }, only("/my/chrome", "/usr/bin/chromium"), "linux")).toBe(
    "/my/chrome",
  );
  expect(() => findBrowser({ CHROME_PATH: "/gone" }, only(), "linux")).toThrow("CHROME_PATH names /gone");
  expect(findBrowser(env, only("/usr/bin/google-chrome"), "linux")).toBe("/usr/bin/google-chrome");
  expect(
    findBrowser({ PROGRAMFILES: "C:\\P" }, only("C:\\P\\Microsoft\\Edge\\Application\\msedge.exe"), "win32"),
  ).toContain("msedge");
  expect(() => findBrowser({}, only(), "darwin")).toThrow("install one, or set CHROME_PATH");
});

test("the server stays in its folder and below its path", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  writeFileSync(join(folder, "index.html"), "<p>here");
  expect(fileFor(folder, "/a/b/", "/a/b/")).toBe(join(folder, "index.html"));
  for (const url of [
    "/",
    "/a/b/../../etc/passwd",
    "/a/b/%2e%2e/%2e%2e/etc/passwd",
    "/a/b/..%2f..%2fetc/passwd",
    "/a/b/%E0%A4%A",
    "/a/b/none",
  ]) {
    expect(fileFor(folder, "/a/b/", url)).toBe(undefined);
  }
  const { address, close } = await serveStatic(folder, { base: "/a/b/" });
  const response = await fetch(address.replace("localhost", "127.0.0.1"));
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "text/html; charset=utf-8",
    "<p>here",
  ]);
  await close();
});
