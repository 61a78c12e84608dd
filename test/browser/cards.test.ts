import { expect, inject, test } from "vitest";
import { cardSize } from "../../scripts/cards.mjs";
import { lessonIds } from "../../scripts/lessons.mjs";
import { useBrowser } from "../support/page.ts";

const open = useBrowser();
const folders = [
  ...["density", "boundary", "mean-curve", "fabricated-table", "lessons"],
  ...lessonIds().map((id) => `lessons/${id}`),
];
const got = (path: string) => fetch(inject("siteUrl") + path);
const contentOf = (page: string, name: string) => new RegExp(`"${name}" content="([^"]*)"`).exec(page)?.[1];

test("each study and each lesson has a page with its own words and a picture of 1200 × 630 below 300 kB", async () => {
  const pages = await Promise.all(folders.map(async (folder) => (await got(`${folder}/`)).text()));
  for (const name of ["og:title", "og:description", "twitter:title"]) {
    const said = pages.map((page) => contentOf(page, name));
    expect(said.filter((text) => !text)).toEqual([]);
    expect(new Set(said).size, name).toBe(folders.length);
  }
  for (const folder of folders) {
    const response = await got(`${folder}/card.png`);
    expect(response.headers.get("content-type"), folder).toBe("image/png");
    const bytes = new DataView(await response.arrayBuffer());
    expect(bytes.byteLength).toBeLessThan(300_000);
    // A blank card compresses to a hundredth.
    expect(bytes.byteLength).toBeGreaterThan(15_000);
    expect({ width: bytes.getUint32(16), height: bytes.getUint32(20) }).toEqual(cardSize);
  }
});

test.each([
  ["boundary/", "#/boundary", "Boundary"],
  ["lessons/ask-again/", "#/lessons?lesson=ask-again", "Lessons"],
])("the page of %s leads on without a script", async (path, hash, marked) => {
  const { page, complaints } = await open("", {}, "about:blank");
  await page.goto(inject("siteUrl") + path, { waitUntil: "commit" });
  await page.locator(`.page:not(.first) nav [aria-current="page"]`).getByText(marked).waitFor();
  expect(new URL(page.url()).hash).toContain(hash);
  expect(new URL(page.url()).pathname).toBe(new URL(inject("siteUrl")).pathname);
  expect(complaints.filter((text) => !text.startsWith("left the site"))).toEqual([]);
});
