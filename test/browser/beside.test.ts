import { expect, test } from "vitest";
import { changedFrom, drawn, releasePath, usePage } from "../support/page.ts";

const at = usePage();

test("the map beside the boundary says what the large one says, sets λ and ε, and is of the inside alone", async () => {
  const { page, complaints } = await at("#/boundary?data=moons");
  await page.setViewportSize({ width: 1366, height: 768 });
  await drawn(page);
  const beside = page.getByTestId("beside-map");
  await beside.getByRole("button", { name: "Draw the map" }).click();
  const cells = beside.locator(".cell");
  await expect.poll(() => cells.count(), { timeout: 60_000 }).toBe(49);
  const labels = () => cells.locator("title").allTextContents();
  const said = await labels();
  expect(said[0]).toMatch(/^λ = [\d.]+, ε = [\d.]+: \d+(\.\d+)? %$/);
  expect(new Set(said.map((label) => label.split(": ")[1])).size).toBeGreaterThan(5);

  const epsilon = page.getByLabel("Privacy loss, as a number");
  await page.getByRole("slider", { name: "Privacy loss" }).press("PageUp");
  await expect.poll(() => epsilon.inputValue()).not.toBe("2");
  expect(await labels()).toEqual(said); // Nothing is computed anew for another ε.

  const chosen = said.findIndex((label) => /λ = 0\.1, ε = (?!.*100)/.test(label));
  await cells.nth(chosen).click();
  const [, penalty, budget] = /λ = ([\d.]+), ε = ([\d.]+):/.exec(said[chosen]!)!;
  await expect.poll(async () => Number(await epsilon.inputValue())).toBeCloseTo(Number(budget), 2);
  expect(Number(await page.getByLabel("Penalty, as a number").inputValue())).toBe(Number(penalty));
  await page.getByTestId("badge").getByText("λ was chosen while looking").waitFor();

  const large = page.getByTestId("map");
  await large.locator("summary").click();
  await large.getByRole("button", { name: "Compute the map" }).click();
  await expect.poll(() => large.locator(".cell").count(), { timeout: 60_000 }).toBe(13 * 13);
  const all = await large.locator(".cell title").allTextContents();
  for (const label of said) expect(all).toContain(label);

  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByTestId("beside-map").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

test("the strip above a mean curve has axes and curves, and the arrow keys go along it", async () => {
  const { page, complaints } = await at("#/meanCurve?data=chick-weight");
  const strip = page.getByRole("radiogroup", { name: "Side by side" });
  await expect.poll(() => strip.locator("path.multiple-private").count(), { timeout: 30_000 }).toBe(4);
  const [top, picture] = await Promise.all(
    [".multiples", "#picture"].map((part) =>
      page.locator(part).evaluate((element) => element.getBoundingClientRect().top),
    ),
  );
  expect(top!).toBeLessThan(picture!);
  const first = strip.locator("svg[role=img]").first();
  expect(await first.locator(".multiple-axes text").count()).toBeGreaterThanOrEqual(4);
  expect((await first.locator(".multiple-cloud").getAttribute("d"))!.split("M").length).toBeGreaterThan(30);
  const path = await releasePath(page);
  const epsilon = () => page.getByLabel("Privacy loss, as a number").inputValue();
  expect(await epsilon()).toBe("2");
  await strip.getByRole("radio", { checked: true }).press("ArrowRight");
  await expect.poll(epsilon).toBe("4");
  await changedFrom(page, path);
  await expect.poll(() => strip.getByRole("radio", { checked: true }).textContent()).toMatch(/^ε\s=\s4/);
  expect(await strip.getByRole("radio", { checked: true }).evaluate((radio) => radio === document.activeElement)).toBe(
    true,
  );
  await page.keyboard.press("ArrowLeft");
  await expect.poll(epsilon).toBe("2");
  expect(complaints).toEqual([]);
});

test("noise that is too smooth says so where it is seen, on both sides", async () => {
  const { page } = await at("#/meanCurve?kernel=exponential&noise=gaussian&rho=2");
  const sentence = page.getByTestId("sentence");
  await sentence.getByText("This noise is too smooth for the curve").waitFor();
  await page.getByText("Too smooth for this estimator: each finer grid").waitFor();
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => sentence.textContent()).toContain("This noise is too smooth for the curve");
});
