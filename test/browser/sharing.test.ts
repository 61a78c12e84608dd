import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { firstOf } from "../support/fuzzing.ts";
import { drawn, unfold, useBrowser, usePage } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";

const open = useBrowser();
const at = usePage();

/** The link that is shown where nothing can be copied. */
async function linkOf(page: Page): Promise<{ readonly hash: string; readonly said: string }> {
  await page.getByRole("button", { name: "Copy link" }).click();
  const box = page.getByLabel("Link", { exact: true });
  const address = await box.inputValue();
  const said = (await page.locator(".share .passing").textContent())!;
  await page.getByRole("button", { name: "Close" }).click();
  return { hash: new URL(address).hash, said };
}

/** A page that cannot copy, as in a frame without permission. */
const withoutClipboard = () => void Object.defineProperty(navigator, "clipboard", { value: undefined });

/** The drawn original at the top of the page: further down the picture is a small one. */
async function truth(page: Page): Promise<string | null> {
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.locator(".study[data-docked=false]").waitFor();
  await rested(page);
  return page.locator("path.estimate").getAttribute("d");
}

test("without a clipboard the link is shown, nothing moves, and it carries what was edited of an example", async () => {
  const { page, complaints } = await open("", {}, undefined, withoutClipboard);
  await drawn(page);
  const place = () => page.locator("#picture").evaluate((element) => element.getBoundingClientRect().top);
  const before = await place();
  const plain = await linkOf(page);
  expect(plain.said).toContain("It carries the seed");
  expect(plain.hash).not.toContain("edits=");
  await page.getByRole("button", { name: "Copy link" }).click();
  expect(await place()).toBe(before);
  await page.getByRole("button", { name: "Close" }).click();

  const you = page.getByRole("slider", { name: "You: one of the people" });
  const own = await truth(page);
  await you.press("Home");
  await expect.poll(() => you.getAttribute("aria-valuenow")).toBe("2");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  for (let k = 0; k < 8; k++) await you.press("ArrowRight");
  await expect.poll(() => truth(page)).not.toBe(own);
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
  const moved = await truth(page);
  const edited = await linkOf(page);
  expect(edited.hash).toMatch(/&edits=c776,[\d.]+$/);
  // They stand in the address, and a reload brings them.
  await expect.poll(() => new URL(page.url()).hash).toBe(edited.hash);
  await page.reload();
  await drawn(page);
  await expect.poll(() => truth(page)).toBe(moved);
  await page
    .getByTestId("influence")
    .getByText(/^The record that moved from 9\.97 to [\d.]+ changed/)
    .waitFor();
  expect(await page.getByTestId("kept-edits").count()).toBe(0);
  const other = await open(edited.hash, {}, undefined, withoutClipboard);
  await drawn(other.page);
  await expect.poll(() => truth(other.page)).toBe(moved);
  expect(await other.page.getByText("was not understood").count()).toBe(0);
  expect((await linkOf(other.page)).hash).toBe(edited.hash);

  // From outside no point is in the link, and it says so.
  await other.page.getByRole("radio", { name: "Outside" }).click();
  const outside = await linkOf(other.page);
  expect(outside.hash).not.toContain("edits=");
  expect(outside.said).toContain("The points that you edited are not in it.");
  expect(other.page.url()).not.toContain("edits=");
  await other.page.getByText("Neither the address nor a link has these edits; a reload loses them.").waitFor();
  await other.page.getByRole("radio", { name: "Inside" }).click();

  // Back to what the link says, as one step.
  const elsewhere = other.page;
  await elsewhere.getByRole("button", { name: "Put yourself back" }).click();
  await expect.poll(() => truth(elsewhere)).toBe(own);
  await expect.poll(() => elsewhere.url()).not.toContain("edits=");
  await elsewhere.getByRole("slider", { name: "Bandwidth" }).press("PageUp");
  await expect.poll(() => truth(elsewhere)).not.toBe(own);
  await elsewhere.getByRole("button", { name: "Reset" }).click();
  await expect.poll(() => truth(elsewhere)).toBe(moved);
  await expect.poll(() => elsewhere.url()).toContain("&edits=c776,");
  await atRest(elsewhere);
  await elsewhere.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => truth(elsewhere)).not.toBe(moved);
  expect([...complaints, ...other.complaints]).toEqual([]);
});

test("points of a boundary that were moved, flipped, added and deleted travel in its link", async () => {
  const { page } = await at("#/boundary?data=moons&edits=r3_r9_c12,0.5,0.25,1_a0.75,0.5,-1");
  await page.getByText("You changed points by hand").waitFor();
  const count = () => page.getByRole("row", { name: "Records n, public" }).getByRole("cell").textContent();
  await unfold(page, "What is guaranteed, and how it follows");
  await expect.poll(() => page.locator("details.guarantee").first().innerText()).toContain("399");
  expect(await count().catch(() => "399")).toBe("399");
});

const odd = [
  ["#/Boundary", "Private boundary", ""],
  ["#/nowhere?epsilon=1", "Private density", "There is no page “nowhere” here"],
  ["#/density?data=sleep&edits=c9999,1", "Private density", "do not fit this example"],
  ["#/boundary?data=moons&positive=", "Private boundary", "positive = (empty) is no class of"],
  ["#/boundary?data=iris&positive=rose", "Private boundary", "positive = rose is no class of"],
  ["#/density?data=sleep&edits=%00", "Private density", "do not fit this example"],
  ["#/meanCurve?edits=c1,2", "Private mean curve", "do not fit this example"],
] as const;
test.each(firstOf(odd, 3))(
  "%s is drawn, and what could not be honoured is named at the top",
  async (hash, label, sentence) => {
    const { page, complaints } = await at(hash);
    await page.getByRole("region", { name: label }).waitFor();
    const ink = () =>
      page
        .locator("#picture canvas")
        .last()
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL().length);
    await expect.poll(ink).toBeGreaterThan(3000);
    if (sentence !== "") await page.locator(".notice").getByText(sentence).waitFor();
    else expect(await page.locator(".notice").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test("a preview is printed on one page: figure, guarantee, parameters, and that it is no release", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  const print = page.locator(".print-page");
  await print.waitFor();
  const text = await print.innerText();
  for (const part of [
    "Private density",
    "PRIVATE DATA",
    "solid. Original: dashed",
    "Anyone who knows",
    "σ",
    "h = 0.35",
  ])
    expect(text).toContain(part);
  expect(await page.locator(".study").isVisible()).toBe(false);
  const image = await print
    .locator("img")
    .evaluate((img) => (img as HTMLImageElement).decode().then(() => (img as HTMLImageElement).naturalWidth));
  expect(image).toBeGreaterThan(200);
  const pdf = await page.pdf({ format: "A4" });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await print.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});
