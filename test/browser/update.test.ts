import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { changedFrom, drawFile, drawn, dropFile, releasedBy, releasePath, useBrowser } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";
import { writeNextVersion } from "../support/nextVersion.ts";

const open = useBrowser();
const first = `${root}.cache/site`;
/** The next version of the site: a mark on the page, on the files of another study, and on what reads files. */
const second = `${root}.cache/next-version`;
const host = mkdtempSync(join(tmpdir(), "host-"));
let site: Awaited<ReturnType<typeof serveStatic>>;

/**
 * Puts a build in place of the one before, as hosts do: old files are gone. Without `keeper` nothing keeps the files, as in a
 * private window: a page may ask for it up to three seconds after it has opened, so it is never there.
 */
function deploy(build: string, { keeper = true } = {}): void {
  rmSync(host, { recursive: true, force: true });
  cpSync(build, host, { recursive: true, filter: (path) => keeper || basename(path) !== "sw.js" });
}

beforeAll(async () => {
  writeNextVersion(first, second, /^(page|boundary|worker-fileKeys)-.*\.js$/, "globalThis.isSecondBuild = true;");
  site = await serveStatic(host);
});
beforeEach(() => deploy(first));
afterAll(() => site.close());

/** Waits until the page's files are kept, and those of the page itself come from there. */
const kept = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null));
const lookForUpdate = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then((registration) => void registration.update()));
const isSecondBuild = (page: Page) => page.evaluate(() => "isSecondBuild" in globalThis);
const copies = (page: Page) => page.evaluate(async () => (await caches.keys()).length);
const notice = (page: Page) => page.getByText("A new version is here: reload.");
const alert = (page: Page) => page.getByRole("alert").getByText("could not be loaded");
/** Presses “Reload” until the new version is there: Chromium may let it take over just after the page has loaded anew. */
const takeNewVersion = (page: Page) =>
  expect
    .poll(
      async () => {
        const button = page.getByRole("button", { name: "Reload" });
        if (await button.isVisible()) await button.click();
        return page
          .waitForFunction(() => "isSecondBuild" in globalThis, undefined, { timeout: 6000 })
          .then(() => true)
          .catch(() => false);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
const ownFile = "v\n1\n2\n3\n";
const openStudy = async (page: Page, title: string) => {
  await page.getByRole("link", { name: title }).click();
  await page.locator("nav [aria-current=page]").getByText(title).waitFor();
};

test("after a new deployment, open pages keep working, say so, get nothing that was changed in their copy, and take the new version when a person agrees", async () => {
  const { page, complaints } = await open("", { serviceWorkers: "allow" }, site.address);
  await drawn(page);
  await kept(page);
  expect(await notice(page).count()).toBe(0);
  const [older] = await page.evaluate(() => caches.keys());

  deploy(second);
  await lookForUpdate(page);
  await notice(page).waitFor();
  await openStudy(page, "Boundary"); // Its files are no longer on the host.
  await page.getByRole("slider", { name: "Penalty" }).first().waitFor();
  // So is what reads files, which a worker asks for at the first one.
  await dropFile(page, "own.csv", ownFile);
  await page.locator(".declare form").waitFor();
  expect(await isSecondBuild(page)).toBe(false);

  const other = await page.context().newPage();
  await other.goto(site.address);
  await drawn(other);
  await notice(other).waitFor();
  expect(await isSecondBuild(other)).toBe(false);

  await takeNewVersion(page);
  await page.getByRole("slider", { name: "Penalty" }).first().waitFor(); // The same place.
  await expect.poll(() => notice(page).count()).toBe(0);

  // The other page is as old as it was, and whole: what it lacks, and new workers, still come from its own version.
  await openStudy(other, "Mean curve");
  await rested(other); // No request is under way, so none takes the place of workers that end.
  expect(await isSecondBuild(other)).toBe(false);
  await notice(other).waitFor();
  for (const worker of other.workers()) void worker.evaluate("close()").catch(() => undefined);
  await expect.poll(() => other.workers().length).toBe(0);
  const before = await releasePath(other);
  await other.getByRole("slider", { name: "Penalty" }).first().press("PageDown");
  await changedFrom(other, before);
  expect(await copies(other)).toBe(2);

  // It gets no file that was changed in its copy, nor one of contents that are not its own.
  await openStudy(other, "Density"); // Of all studies alone it has no penalty.
  await other.getByRole("slider", { name: "Bandwidth" }).first().waitFor();
  await other.evaluate(async (name) => {
    const script = "globalThis.isPoisoned = true; export const study = undefined;";
    const bytes = new TextEncoder().encode(script);
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    const integrity = `sha256-${btoa(String.fromCharCode(...hash))}`;
    const cache = await caches.open(name);
    const files = [];
    for (const { url } of await cache.keys()) {
      if (!url.endsWith(".js")) continue;
      await cache.put(url, new Response(script, { headers: { "content-type": "text/javascript" } }));
      files.push({ path: url.slice(location.origin.length + 1), type: "text/javascript", integrity });
    }
    await cache.put("contents.json", new Response(JSON.stringify({ files, rest: "" })));
  }, older!);
  await openStudy(other, "Boundary");
  // The browser may still have the file itself, from the host of before.
  await alert(other)
    .or(other.getByRole("slider", { name: "Penalty" }).first())
    .first()
    .waitFor();
  expect(await other.evaluate(() => "isPoisoned" in globalThis)).toBe(false);

  await takeNewVersion(other);
  await expect.poll(() => copies(other)).toBe(1);
  expect(complaints).toEqual([]);
});

swept("the new version opens by itself when no page was open, and without a network", async () => {
  const { page } = await open("", { serviceWorkers: "allow" }, site.address);
  await drawn(page);
  await kept(page);
  deploy(second);
  await lookForUpdate(page);
  await notice(page).waitFor();
  await page.goto("about:blank");
  await expect
    .poll(async () => {
      await page.goto(site.address);
      const isNew = await isSecondBuild(page);
      if (!isNew) await page.goto("about:blank");
      return isNew;
    })
    .toBe(true);
  await page.context().setOffline(true);
  await page.reload();
  await drawn(page);
  expect(await isSecondBuild(page)).toBe(true);
});

test("where nothing is kept, a study whose files are gone says so and is loaded when they are back; one that fails once is tried again without a word", async () => {
  const nothingKept = { keeper: false };
  deploy(first, nothingKept);
  const { page, complaints } = await open("", { serviceWorkers: "allow" }, site.address);
  await drawn(page);
  deploy(second, nothingKept);
  await openStudy(page, "Boundary");
  await alert(page).waitFor();
  expect(await page.getByRole("slider").count()).toBe(0); // Not the study of before.
  expect(complaints.filter((complaint) => complaint.startsWith("page error"))).toEqual([]);
  await openStudy(page, "Density"); // Was loaded before.
  await drawn(page);
  await openStudy(page, "Boundary");
  await alert(page).waitFor();
  deploy(first, nothingKept);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("slider", { name: "Penalty" }).first().waitFor();
  expect(await alert(page).count()).toBe(0);

  let failures = 0;
  await page.route(/assets\/meanCurve-.*\.js$/, (route) => (failures++ === 0 ? route.abort() : route.continue()));
  await openStudy(page, "Mean curve");
  // A boundary has a penalty, too, and stands until the mean curve is there.
  await page.getByRole("region", { name: "Private mean curve" }).waitFor();
  expect(failures).toBe(2);

  deploy(second, nothingKept);
  await dropFile(page, "own.csv", ownFile);
  await alert(page).getByText("a newer version has taken its place").waitFor();
});

/** A study by the recipe of CONTRIBUTING.md, "Add a study": its part of the worker, its definition, a line in the list. */
const toy = {
  "workers/studies/toy.ts": `import { studyWorker as density } from "./density.ts";

export const studyWorker = { ...density, id: "toy" };
`,
  "src/studies/toy/definition.ts": `import { study as density } from "../density/definition.ts";

const { decode, encode } = density.links;
const renamed = (link: string, from: string, to: string) => link.replace(\`/\${from}\`, \`/\${to}\`);
const links = {
  study: "toy",
  encode: (scenario: Parameters<typeof encode>[0]) => renamed(encode(scenario), "density", "toy"),
  decode: (hash: string) => decode(renamed(hash, "toy", "density")),
};
export const study = { ...density, id: "toy", label: "Private toy", links, lead: () => "This is the toy." };
`,
};
const line = `  listed("toy", "Toy", () => import("../studies/toy/definition.ts")),\n`;
/** Parts of a build that a new version does not need, and that take most of its time. */
const withoutPictures = `import config from "./vite.config.ts";

const left = ["cards", "compressed", "first-picture"];
export default { ...config, plugins: config.plugins.filter(({ name = "" }) => !left.includes(name)) };
`;

// The parts of a study in every run: test/workers/toyStudy.test.ts, and test/state with its toyStudy.ts.
swept("a study that is added in two short files and a line is drawn, dragged, loaded and released", async () => {
  const nextVersion = mkdtempSync(join(tmpdir(), "with-toy-"));
  for (const part of [
    "src",
    "workers",
    "public",
    "scripts",
    "lessons",
    "index.html",
    "vite.config.ts",
    "package.json",
    "LICENSE",
  ])
    cpSync(join(root, part), join(nextVersion, part), { recursive: true });
  symlinkSync(`${root}node_modules`, join(nextVersion, "node_modules"), "junction");
  cpSync(`${root}.cache/assembly`, join(nextVersion, ".cache/assembly"), { recursive: true });
  for (const [path, text] of Object.entries(toy)) {
    mkdirSync(join(nextVersion, path, ".."), { recursive: true });
    writeFileSync(join(nextVersion, path), text);
  }
  const list = join(nextVersion, "src/app/studies.ts");
  writeFileSync(list, readFileSync(list, "utf8").replace("] as const;", `${line}] as const;`));
  writeFileSync(join(nextVersion, "plain.config.ts"), withoutPictures);
  const build = [binary("vite/bin/vite.js"), "build", "--config", "plain.config.ts", "--logLevel", "warn"];
  const { status } = run(process.execPath, build, {
    cwd: nextVersion,
    env: { ...process.env, NODE_ENV: "production" },
  });
  expect(status).toBe(0);
  deploy(join(nextVersion, "dist"));
  rmSync(nextVersion, { recursive: true });
  const { page, complaints } = await open("#/toy", {}, site.address);
  await drawn(page);
  expect(await page.locator("nav [aria-current=page]").textContent()).toBe("Toy");
  await page.getByRole("region", { name: "Private toy" }).getByText("This is the toy.").waitFor();
  const before = await releasePath(page);
  await page.getByRole("slider", { name: "Bandwidth" }).press("PageUp"); // Its worker is asked.
  await changedFrom(page, before);
  await expect.poll(() => page.url()).toMatch(/#\/toy\?.*h=/);
  await drawFile(
    page,
    "own.csv",
    `v\n${Array.from({ length: 60 }, (_, i) => (0.31 + 0.0063 * i).toFixed(4)).join("\n")}\n`,
  );
  await expect.poll(() => page.url()).toMatch(/#\/toy\?.*data=own/);
  expect((await releasedBy(page)).study).toBe("toy");
  await page.getByRole("link", { name: "Density" }).click();
  await drawn(page);
  expect(complaints).toEqual([]);
});
