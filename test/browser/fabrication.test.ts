import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import { readIdxImages, writeIdx } from "../../src/core/tables/idx.ts";
import { axeViolations } from "../support/axe.ts";
import { cancelledAt } from "../support/cancelled.ts";
import { digitParquet } from "../support/digitParquet.ts";
import { triesAll } from "../support/fuzzing.ts";
import {
  drawn,
  drawOwn,
  dropFile,
  openedSection,
  savedBy,
  useBrowser,
  usePage,
  withBudget,
  readItSo,
} from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();
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

const devices = [
  ["a desktop", {}],
  ["a phone", phone],
] as const;
describe.each(triesAll ? devices : devices.slice(0, 1))("the fabricated table on %s", (_, device) => {
  test("is drawn, follows ε and layers, is read by arrow keys, and complains of nothing", async () => {
    const { page, complaints } = await open("#/fabrication?data=moons", device);
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
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test("the smoothing is played, and not offered under reduced motion", async () => {
  const { page } = await at("#/fabrication?v=1&data=moons&steps=2");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.getByRole("button", { name: "Play the smoothing" }).waitFor();
  await rested(page);
  const still = await pixels(page);
  // Looked at within the page, frame by frame: what looks from outside may come when all is over.
  const played = await page.getByRole("button", { name: "Play the smoothing" }).evaluate(async (button) => {
    const canvas = document.querySelector<HTMLCanvasElement>(".table-plot canvas")!;
    const pictures = new Set<string>();
    (button as HTMLButtonElement).click();
    do {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      pictures.add(canvas.toDataURL());
    } while (button.getAttribute("aria-pressed") === "true");
    return [...pictures];
  });
  expect(played.filter((picture) => picture !== still).length).toBeGreaterThan(1);
  await expect.poll(() => pixels(page), { timeout: 30_000 }).toBe(still);
  const { page: calm } = await at("#/fabrication?data=moons");
  expect(await calm.getByRole("button", { name: "Play the smoothing" }).count()).toBe(0);
});

test("a release is a file that proves its claim for a record, and a table with classes", async () => {
  const { page } = await at("#/fabrication?view=outside");
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

// In every run: the purchases of purchases.test.ts.
swept("where smoothing ends is bought: entered in the ledger first, then smoothing ends there", async () => {
  const { page, complaints } = await open("#/fabrication?data=moons");
  await drawn(page);
  await page.getByTestId("section-buyTolerance").locator("summary").click();
  const section = page.getByTestId("buy-tolerance");
  await section.waitFor();
  expect(await section.getByTestId("tolerance-terms").textContent()).toContain("12 in all");
  // Without a budget nothing is drawn.
  await section.getByRole("button", { name: "Buy r for ε = 1" }).click();
  await section.locator(".problem").waitFor();
  expect(await page.getByLabel("Smoothing ends", { exact: true }).inputValue()).toBe("steps");
  await withBudget(page);
  await section.getByRole("button", { name: "Buy r for ε = 1" }).click();
  await expect
    .poll(() => section.getByTestId("bought").textContent(), { timeout: 30_000 })
    .toMatch(/^Bought: r = 0\.0/);
  await drawn(page);
  expect(await page.getByLabel("Smoothing ends", { exact: true }).inputValue()).toBe("tolerance");
  expect(await page.locator(".ledger").first().textContent()).toContain("1 draw");
  expect(complaints).toEqual([]);
});

test("own data are declared first; one class is said beside the control; a third column and people with several rows cost more", async () => {
  const { page } = await at("#/fabrication?data=moons");
  const rows = Array.from({ length: 60 }, (_, i) => `${(i % 7) / 7},${(i % 9) / 9},${i / 60},same,p${i % 20}`);
  await dropFile(page, "one.csv", `u,v,w,kind,person id\n${rows.join("\n")}\n`);
  await readItSo(page);
  expect(await page.locator(".declare svg, .declare canvas").count()).toBe(0);
  // A column of one class is not offered as the classes.
  expect(await page.getByLabel("Classes", { exact: true }).inputValue()).toBe("");
  await drawOwn(page);
  await page.getByLabel("Classes", { exact: true }).selectOption("kind");
  await expect
    .poll(() => page.locator(".problem").allTextContents())
    .toContainEqual(expect.stringContaining("no declared classes"));
  await page.getByLabel("Classes", { exact: true }).selectOption("None: one table");
  await expect
    .poll(() => page.getByTestId("sentence").textContent(), { timeout: 30_000 })
    .toContain("a person, with one record of u and v, only at ε = 2.");
  await page.getByLabel("Further column", { exact: true }).selectOption("w");
  await page.getByLabel(/^Fabricated, not drawn/).fill("w: 0..1 at 0.25");
  await page.getByLabel(/^Fabricated, not drawn/).blur();
  await expect
    .poll(() => page.getByTestId("sentence").textContent(), { timeout: 30_000 })
    .toContain("one record of u, v and w, only at ε = 3.");
});

test("digits are pictured, files of one's own are refused in a sentence or taken, and accuracy is measured", async () => {
  const { page } = await at("#/fabrication?data=moons");
  const section = await openedSection(page, "digits");
  await expect.poll(() => section.getByRole("img").count(), { timeout: 30_000 }).toBe(4);
  // As it opens a release is possible; pixels protected one by one cost more than any budget has room for.
  expect(await section.getByRole("button", { name: "Release 500 digits" }).isEnabled()).toBe(true);
  await section.getByRole("radio", { name: "One pixel" }).click();
  await expect.poll(() => section.textContent(), { timeout: 30_000 }).toContain("and ε = 1020: no promise");
  expect(await section.getByRole("button", { name: "Release 500 digits" }).isDisabled()).toBe(true);
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
  // What is stopped in the middle loses nothing that was loaded.
  await cancelledAt(section.getByRole("button", { name: /^Measure at/ }), "Cancel measuring");
  expect(await section.textContent()).toContain("500 digits of 8 × 8");
  expect(await section.getByRole("img").count()).toBe(4);
  // The numbers: test/core/affineHull/digits/digits.test.ts.
  if (triesAll) {
    await section.getByRole("button", { name: /^Measure at/ }).click();
    await expect
      .poll(() => section.getByTestId("table-5").textContent(), { timeout: 100_000 })
      .toMatch(/0\.[6-9]\d{3}/);
  }
  await section.getByRole("button", { name: "Protect whole digits" }).click();
  expect(await section.getByRole("radio", { name: "A whole digit" }).isChecked()).toBe(true);
  await section.getByRole("button", { name: "Release 500 digits" }).click();
  await section.getByRole("button", { name: "Declare this budget" }).click();
  await section.getByTestId("account").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Release 500 digits" }).click(),
  ]);
  const archive = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const file = parseRelease(new TextDecoder().decode(archive["release.json"]));
  expect([file.mechanism.kind, file.mechanism.epsilon, file.mechanism.delta]).toEqual([
    "gaussianCoordinates",
    16,
    1e-5,
  ]);
  expect(file.mechanism.integers.length).toBe(32_000);
  // The licence of the digits that come with the page asks for their authors.
  expect(file.sheet.dataProduct).toMatch(
    /labels, made of 500 small digits \(Alpaydin & Kaynak 1998, UCI, CC BY 4\.0\)$/,
  );
  expect(readIdxImages(archive["fabricated-images-idx3-ubyte"]!).count).toBe(500);
  expect(await section.locator(".ledger").textContent()).toContain("1 draw, ε = 16");
  await input.setInputFiles([
    { name: "images", mimeType, buffer: images },
    { name: "labels", mimeType, buffer: labels },
  ]);
  await expect.poll(() => section.textContent(), { timeout: 30_000 }).toContain("24 digits of 5 × 5");
  // Pictures of one's own digits are in sight: what was chosen beside them is affirmed, or nothing leaves.
  const releaseOwn = section.getByRole("button", { name: "Release 24 digits" });
  expect(await releaseOwn.isDisabled()).toBe(true);
  await section.getByLabel(/without looking at these digits/).check();
  await expect.poll(() => releaseOwn.isEnabled()).toBe(true);
  const csv = `label,a,b,c,d\n${Array.from({ length: 20 }, (_, i) => `${i % 2},${i * 10},255,0,${i}`).join("\n")}\n`;
  await input.setInputFiles([{ name: "digits.csv", mimeType: "text/csv", buffer: Buffer.from(csv) }]);
  await expect.poll(() => section.textContent(), { timeout: 30_000 }).toContain("20 digits of 2 × 2");
  const parquet = await digitParquet(
    Array.from({ length: 18 }, (_, i) => ({ label: i % 3, pixels: [0, 255, i, 1, 2, 3, 4, 5, 6] })),
  );
  await input.setInputFiles([{ name: "digits.parquet", mimeType, buffer: Buffer.from(parquet) }]);
  await expect.poll(() => section.textContent(), { timeout: 30_000 }).toContain("18 digits of 3 × 3");
}, 180_000);

test("the sections say what an entry and a record cost, what distances tell, what parties find, and which bounds hold", async () => {
  const { page, complaints } = await at("#/fabrication?data=moons");
  await page.setViewportSize(phone.viewport);
  for (const id of ["compare", "membership", "federated", "bounds", "digits"]) await openedSection(page, id);
  await expect
    .poll(() => page.getByTestId("section-compare").textContent(), { timeout: 30_000 })
    .toContain("Gaussian, for a record");
  await expect
    .poll(() => page.getByTestId("section-membership").textContent())
    .toMatch(/right in at most \d\d %.* Here it is [\d.]+ per unit of distance/);
  await expect
    .poll(() => page.getByTestId("bounds").textContent(), { timeout: 30_000 })
    .toMatch(/2: The image.*5: The same/);
  await page.getByRole("button", { name: "Share the records among three parties" }).click();
  await expect
    .poll(() => page.getByTestId("federated-decision").textContent(), { timeout: 30_000 })
    .toMatch(/The point is called [ab]\. Together the parties find the class of \d+/);
  await page.getByLabel("to one server that has all machines").check();
  await expect.poll(() => page.getByTestId("section-federated").textContent()).toContain("no party learns it");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await rested(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
  const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
  expect(svg).toContain("PRIVATE DATA");
});
