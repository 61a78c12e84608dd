import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { releaseInArchive } from "../../src/core/releaseFile/openedRelease.ts";
import { parseRelease } from "../../src/core/releaseFile/releaseFile.ts";
import { writeIdx } from "../../src/core/datasets/idx.ts";
import { drawn, dropFile, savedBy, useBrowser, withBudget } from "../support/page.ts";

const open = useBrowser();
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

function pixels(page: Page): Promise<string> {
  return page
    .locator(".table-plot canvas")
    .first()
    .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
}

async function redrawnFrom(page: Page, before: string): Promise<string> {
  await expect.poll(() => pixels(page), { timeout: 30_000 }).not.toBe(before);
  return pixels(page);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; help: string }[] }> };
    };
    return (await axe.run()).violations.map(({ id, help }) => `${id}: ${help}`);
  });
}

describe.each([
  ["a desktop", {}],
  ["a phone", phone],
] as const)("the fabricated table on %s", (_, device) => {
  test("is drawn, follows ε and layers, is read by arrow keys, and complains of nothing", async () => {
    const { page, complaints } = await open("#/fabrication", device);
    await drawn(page);
    expect(await page.getByTestId("sentence").textContent()).toMatch(/only at ε = 32\.$/);
    let picture = await pixels(page);
    await page
      .getByRole("slider", { name: /Privacy loss/ })
      .first()
      .press("PageDown");
    picture = await redrawnFrom(page, picture);
    await page.getByRole("checkbox", { name: "noisy" }).check();
    picture = await redrawnFrom(page, picture);
    await page.getByRole("combobox", { name: /^Rows/ }).selectOption("after step 1");
    await redrawnFrom(page, picture);
    await page.getByRole("application").press("ArrowRight");
    await expect.poll(() => page.locator(".readout").textContent()).toMatch(/class [ab] · distance/);
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test("the smoothing is played, and not offered under reduced motion", async () => {
  const { page } = await open("#/fabrication", { reducedMotion: "no-preference" });
  await drawn(page);
  const still = await pixels(page);
  await page.getByRole("button", { name: "Play the smoothing" }).click();
  const early = await redrawnFrom(page, still);
  await redrawnFrom(page, early);
  await expect.poll(() => pixels(page), { timeout: 30_000 }).toBe(still);
  const { page: calm } = await open("#/fabrication", { reducedMotion: "reduce" });
  await drawn(calm);
  expect(await calm.getByRole("button", { name: "Play the smoothing" }).count()).toBe(0);
});

test("a release is a file that proves its claim for a record, and a table with classes", async () => {
  const { page } = await open("#/fabrication?view=outside");
  await drawn(page);
  const files = new Map<string, Buffer>();
  const saved = new Promise<void>((resolve) => {
    page.on("download", (download) => {
      void download.createReadStream().then(async (stream) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        files.set(download.suggestedFilename(), Buffer.concat(chunks));
        if (files.size === 2) resolve();
      });
    });
  });
  await withBudget(page);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  await saved;
  const file = parseRelease(releaseInArchive(files.get("release-fabricated.zip")!));
  expect([file.study, file.mechanism.kind]).toEqual(["fabrication", "laplaceCoordinates"]);
  expect(file.mechanism.epsilon).toBeGreaterThan(31.9);
  expect(file.mechanism.epsilon).toBeLessThanOrEqual(32 * (1 + 1e-9));
  const lines = files.get("release-fabricated.csv")!.toString("utf8").trim().split("\r\n");
  expect([lines[0], lines.length]).toEqual(["x,y,class", 301]);
  expect(lines.slice(1).every((line) => /^-?[\d.e-]+,-?[\d.e-]+,[ab]$/.test(line))).toBe(true);
  expect(lines.slice(1, 4).map((line) => line.split(",").slice(0, 2).map(Number))).toEqual(
    [0, 1, 2].map((row) => [file.view.values[2 * row], file.view.values[2 * row + 1]]),
  );
});

test("own data with one class say so beside the control, and the rest is drawn", async () => {
  const { page } = await open("#/fabrication");
  await drawn(page);
  const rows = Array.from({ length: 40 }, (_, i) => `${(i % 7) / 7},${(i % 5) / 5},same`);
  await dropFile(page, "one.csv", `u,v,kind\n${rows.join("\n")}\n`);
  await expect.poll(() => page.locator(".problem").allTextContents()).toContainEqual(expect.stringContaining('"same"'));
  await page.getByLabel("Classes", { exact: true }).selectOption("None: one table");
  await expect
    .poll(() => page.getByTestId("sentence").textContent(), { timeout: 30_000 })
    .toContain("u and v together");
});

test("digits are pictured, files of one's own are refused in a sentence or taken, and accuracy is measured", async () => {
  const { page } = await open("#/fabrication");
  await drawn(page);
  const section = page.getByTestId("section-digits");
  await section.locator("summary").click();
  await expect.poll(() => section.getByRole("img").count(), { timeout: 30_000 }).toBe(3);
  expect(await section.textContent()).toContain("ε = 1020");
  const input = section.getByLabel("Files of digits");
  const labels = Buffer.from(
    writeIdx({ kind: "labels", count: 24, labels: Uint8Array.from({ length: 24 }, (_, i) => i % 10) }),
  );
  const images = Buffer.from(
    writeIdx({
      kind: "images",
      count: 24,
      height: 5,
      width: 5,
      pixels: Uint8Array.from({ length: 600 }, (_, i) => i % 256),
    }),
  );
  const mimeType = "application/octet-stream";
  await input.setInputFiles([{ name: "labels", mimeType, buffer: labels }]);
  await expect
    .poll(() => section.locator(".problem").allTextContents())
    .toContainEqual(expect.stringContaining("labels in place of images"));
  await input.setInputFiles([
    { name: "images", mimeType, buffer: images.subarray(0, 300) },
    { name: "labels", mimeType, buffer: labels },
  ]);
  await expect
    .poll(() => section.locator(".problem").allTextContents())
    .toContainEqual(expect.stringContaining("cut short"));
  expect(await section.textContent()).toContain("500 digits of 8 × 8");
  await section.getByRole("button", { name: /^Measure at/ }).click();
  await expect.poll(() => section.getByTestId("table-5").textContent(), { timeout: 100_000 }).toMatch(/0\.[6-9]\d{3}/);
  await input.setInputFiles([
    { name: "images", mimeType, buffer: images },
    { name: "labels", mimeType, buffer: labels },
  ]);
  await expect.poll(() => section.textContent(), { timeout: 30_000 }).toContain("24 digits of 5 × 5");
}, 180_000);

test("the sections say what an entry and a record cost, and what distances tell", async () => {
  const { page, complaints } = await open("#/fabrication");
  await drawn(page);
  for (const id of ["compare", "membership"]) await page.getByTestId(`section-${id}`).locator("summary").click();
  await expect
    .poll(() => page.getByTestId("section-compare").textContent(), { timeout: 30_000 })
    .toContain("Gaussian, for a record");
  expect(await page.getByTestId("section-membership").textContent()).toMatch(/right in at most \d\d %/);
  expect(await violations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
  expect(svg).toContain("PRIVATE DATA");
});
