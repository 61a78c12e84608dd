import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressFolder } from "../../scripts/compressed.mjs";
import { headers } from "../../scripts/fences.mjs";
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

interface Sent {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The response as it was sent: `fetch` would decode it. */
const sent = (address: string, accepted?: string) =>
  new Promise<Sent>((resolve, reject) => {
    const asked = { headers: accepted === undefined ? {} : { "accept-encoding": accepted } };
    request(address.replace("localhost", "127.0.0.1"), asked, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => resolve({ headers: response.headers, body: Buffer.concat(parts) }));
    })
      .on("error", reject)
      .end();
  });

test("a file of text is sent as small as the request accepts, under the policy, and never from an earlier build", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const text = `let many = [${"1, ".repeat(2000)}];`;
  mkdirSync(join(folder, "assets"));
  writeFileSync(join(folder, "page.js"), text);
  writeFileSync(join(folder, "assets/part-A1b2_-C3.js"), text);
  await compressFolder(folder);
  const { address, close } = await serveStatic(folder);
  const plain = (body: Buffer) => body;
  for (const [accepted, encoding, decode] of [
    ["gzip, deflate, br", "br", brotliDecompressSync],
    ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
    ["GZIP", "gzip", gunzipSync],
    ["identity, brx", undefined, plain],
    [undefined, undefined, plain],
  ] as const) {
    const { headers: got, body } = await sent(`${address}page.js`, accepted);
    expect(got["content-encoding"]).toBe(encoding);
    expect(decode(body).toString()).toBe(text);
    expect(got).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      vary: "Accept-Encoding",
      "cache-control": "no-cache",
      "content-security-policy": headers["Content-Security-Policy"],
    });
  }
  expect((await sent(`${address}assets/part-A1b2_-C3.js`)).headers["cache-control"]).toContain("immutable");
  writeFileSync(join(folder, "page.js"), "short");
  await compressFolder(folder);
  expect((await sent(`${address}page.js`, "br, gzip")).body.toString()).toBe("short");
  expect(readFileSync(join(folder, "assets/part-A1b2_-C3.js.br")).length).toBeLessThan(100);
  await close();
});
