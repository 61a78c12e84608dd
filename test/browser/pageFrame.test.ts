import { expect, test } from "vitest";
import { useBrowser } from "../support/page.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();

test("the second skip link leads to the slider of ε", async () => {
  const { page } = await open("#/density?data=sleep");
  await rested(page);
  const slider = page.getByRole("slider", { name: "Privacy loss" });
  const before = await slider.inputValue();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.matches(".thumb input[type=range]"))).toBe(true);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => slider.inputValue()).not.toBe(before);
  expect(await page.getByRole("slider", { name: /^You/ }).getAttribute("aria-valuetext")).toMatch(/^[\d.]+ hours$/);
});

test("at any size “Link copied” is whole, and covers no slider", async () => {
  const { page } = await open("#/density?data=sleep");
  await rested(page);
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(viewport);
    await rested(page);
    const copy = page.getByRole("button", { name: "Copy link" });
    if (!(await copy.isVisible())) await page.getByRole("button", { name: "More", exact: true }).click();
    await copy.click();
    const said = (await page.getByText("Link copied").boundingBox())!;
    expect(said.x).toBeGreaterThanOrEqual(0);
    expect(said.x + said.width).toBeLessThanOrEqual(viewport.width);
    expect(said.y + said.height).toBeLessThanOrEqual(viewport.height);
    const sliders = await page.locator(".thumb input").evaluateAll((inputs) =>
      inputs.map((input) => {
        const { left, right, top, bottom } = input.getBoundingClientRect();
        return { left, right, top, bottom };
      }),
    );
    expect(sliders.length).toBeGreaterThan(3);
    const covered = sliders.filter(
      ({ left, right, top, bottom }) =>
        right > said.x && left < said.x + said.width && bottom > said.y && top < said.y + said.height,
    );
    expect(covered).toEqual([]);
  }
});

test("where the system forces its colours, the picture is drawn for their ground, whatever theme was chosen", async () => {
  const { page } = await open("#/density?data=sleep", { forcedColors: "active", colorScheme: "dark" }, undefined, () =>
    localStorage.setItem("curveil.theme", "light"),
  );
  await rested(page);
  expect(await page.locator(".page").getAttribute("data-theme")).toBe("dark");
});

test("at 1280 × 720 nothing beside the plane of a boundary is cut", async () => {
  const { page } = await open("#/boundary?data=alda-2", { viewport: { width: 1280, height: 720 } });
  await rested(page);
  await page.getByRole("button", { name: "Draw the map" }).waitFor();
  const beside = page.locator(".beside-plane");
  await expect.poll(() => beside.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
});
