import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { cancelledAt } from "../support/cancelled.ts";
import { drawing, moons, number, pixels, redrawnFrom } from "../support/boundaryPage.ts";
import { changedFrom, drawn, releasePath, releasedBy, savedBy, unfold, useBrowser, usePage } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

/** Drags a slider from one share of its width to another, and looks while the button is down. */
async function drag(page: Page, slider: string, from: number, to: number, look: () => Promise<unknown>): Promise<void> {
  const box = (await page.getByRole("slider", { name: slider }).boundingBox())!;
  await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 8 });
  await look();
  await page.mouse.up();
}

/** Where a place of the unit square is on the screen. */
async function onScreen(page: Page, x: number, y: number): Promise<[number, number]> {
  const plane = page.locator(".boundary-plot svg");
  await plane.scrollIntoViewIfNeeded();
  const box = (await plane.boundingBox())!;
  return [box.x + 40 + x * (box.width - 50), box.y + box.height - 38 - y * (box.height - 58)];
}

/** Takes a tool in the hand. */
const tool = (page: Page, name: string | RegExp, at = 0) =>
  page.getByRole("radiogroup", { name: "Tool" }).getByRole("radio", { name }).nth(at).click();

const recordCount = (page: Page) =>
  page.getByRole("row", { name: "Records n, public" }).getByRole("cell").textContent();

describe("sliders and points", () => {
  test("dragging ε and λ redraws the plane while the hand moves", async () => {
    const { page, complaints } = await at(moons);
    let before = await pixels(page);
    const look = async () => (before = await redrawnFrom(page, before));
    await drag(page, "Privacy loss", 0.7, 0.55, look);
    await expect.poll(() => page.url()).toMatch(/epsilon=0\.\d/);
    // What stands beside the plane keeps its place, also while it is not known which record tells most.
    await page.getByText("Most influential: without it").waitFor();
    const map = page.locator(".beside-map");
    const place = async () => (await map.boundingBox())!.y;
    const stood = await place();
    await drag(page, "Penalty", 0.46, 0.8, async () => {
      await look();
      expect(await place()).toBe(stood);
    });
    await expect.poll(() => number(page, "Penalty").then(Number)).toBeGreaterThan(0.5);
    // The number follows the hand, and the address the number.
    await expect.poll(async () => page.url().includes(`penalty=${await number(page, "Penalty")}`)).toBe(true);
    expect(complaints).toEqual([]);
  });

  test("a click adds a point, a drag moves it, a click removes it, and the data can be restored", async () => {
    const { page, complaints } = await at(moons);
    await drawn(page);
    await unfold(page, "What is guaranteed");
    await rested(page); // What was unfolded moves the page.
    expect(await recordCount(page)).toBe("400");
    const start = await drawing(page);
    expect(start.points).toHaveLength(400);

    await tool(page, /^\+/, 1);
    await rested(page);
    const before = await pixels(page);
    await page.mouse.click(...(await onScreen(page, 0.1, 0.1)));
    await expect.poll(() => recordCount(page)).toBe("401");
    await redrawnFrom(page, before);
    const added = await drawing(page);
    const [x, y, label] = added.points[400]!;
    expect([x, y]).toEqual([expect.closeTo(0.1, 2), expect.closeTo(0.1, 2)]);
    expect(label).toBe(1);
    expect(added.original).not.toBe(start.original);

    await page.mouse.move(...(await onScreen(page, 0.1, 0.1)));
    await page.mouse.down();
    const [toX, toY] = await onScreen(page, 0.05, 0.95);
    const held = await pixels(page);
    await page.mouse.move(toX, toY, { steps: 10 });
    await redrawnFrom(page, held);
    await page.mouse.up();
    const moved = await drawing(page);
    expect(moved.points).toHaveLength(401);
    expect(moved.points[400]!.slice(0, 2)).toEqual([expect.closeTo(0.05, 2), expect.closeTo(0.95, 2)]);
    expect(moved.points.slice(0, 400)).toEqual(start.points);

    await tool(page, "Delete");
    await page.mouse.click(...(await onScreen(page, 0.1, 0.1)));
    await page.mouse.click(toX, toY);
    await expect.poll(() => recordCount(page)).toBe("400");
    expect((await drawing(page)).points).toEqual(start.points);

    await tool(page, /^\+/, 0);
    await page.mouse.click(...(await onScreen(page, 0.9, 0.9)));
    await expect.poll(() => recordCount(page)).toBe("401");
    expect((await drawing(page)).points[400]![2]).toBe(-1);
    await expect.poll(() => page.url()).toMatch(/&edits=a0\.[\d.]+,0\.[\d.]+,-1$/);
    await page.getByRole("button", { name: "Restore the data" }).click();
    await expect.poll(() => page.url()).not.toContain("edits=");
    await expect.poll(() => recordCount(page)).toBe("400");
    expect((await drawing(page)).points).toEqual(start.points);
    expect(await page.getByRole("button", { name: "Restore the data" }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test("a grabbed point shows what one record can do, a label flips, and all of it is undone and done again", async () => {
    const { page, complaints } = await open(moons);
    await drawn(page);
    const start = await drawing(page);
    const card = page.getByTestId("one-record");
    await card.getByText("Grab a point and drag it").waitFor();
    const [x, y, label] = start.points[0]!;

    await page.mouse.move(...(await onScreen(page, x, y)));
    await page.mouse.down();
    await page.mouse.move(...(await onScreen(page, 0.5, 0.95)), { steps: 10 });
    await page.mouse.up();
    await rested(page);
    const sentence = /moved changed the function by at most ([\d.]+) anywhere.*at most Δ = ([\d.]+);/s;
    const numbers = async () =>
      sentence
        .exec(await card.innerText())
        ?.slice(1)
        .map(Number) ?? [];
    await expect.poll(async () => (await numbers())[0]).toBeGreaterThan(0);
    const [distance, bound] = await numbers();
    expect(distance).toBeLessThan(bound!);
    const moved = await drawing(page);
    const which = moved.points.findIndex((point, i) => point[0] !== start.points[i]![0]);
    expect(moved.points[which]!.slice(0, 2)).toEqual([expect.closeTo(0.5, 2), expect.closeTo(0.95, 2)]);

    await tool(page, "Flip");
    await page.mouse.click(...(await onScreen(page, 0.5, 0.95)));
    await card.getByText("The record you moved and flipped").waitFor();
    await rested(page);
    const flipped = (await drawing(page)).points[which]!;
    expect(flipped[2]).toBe(-start.points[which]![2]);
    expect([label, -label]).toContain(flipped[2]);

    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await drawing(page)).points).toEqual(moved.points);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await drawing(page)).points).toEqual(start.points);
    expect((await drawing(page)).original).toBe(start.original);
    await card.getByText("Grab a point and drag it").waitFor(); // Nothing is said of what was undone.
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(async () => (await drawing(page)).points[which]).toEqual(flipped);

    await tool(page, "Most influential");
    await card.getByText("Most influential: without it").waitFor();
    expect(complaints).toEqual([]);
  });

  test("the same from the keyboard: Enter adds, M picks up and puts down, Delete removes", async () => {
    const { page, complaints } = await at(moons);
    await drawn(page);
    await unfold(page, "What is guaranteed");
    await tool(page, /^\+/, 0);
    const plane = page.getByRole("application");
    await plane.focus();
    const press = async (key: string, times: number) => {
      for (let k = 0; k < times; k++) await plane.press(key);
    };
    const last = async () => (await drawing(page)).points[400]?.map((value) => Number(value.toFixed(3)));

    await press("ArrowRight", 2);
    await page.getByText(/^x = 0\.55, y = 0\.5 · private f/).waitFor();
    await plane.press("Enter");
    await expect.poll(() => recordCount(page)).toBe("401");
    await plane.press("m");
    await press("ArrowUp", 4);
    await plane.press("m");
    await press("ArrowUp", 2);
    expect(await last()).toEqual([expect.closeTo(0.55, 2), expect.closeTo(0.6, 2), -1]);

    await plane.focus();
    await press("ArrowRight", 2);
    await press("ArrowUp", 4);
    await press("Shift+ArrowUp", 1);
    await page.getByText(/^x = 0\.55, y = 0\.605 · private f/).waitFor();
    await plane.press("Delete");
    await expect.poll(() => recordCount(page)).toBe("400");
    expect(await last()).toBeUndefined();
    expect(complaints).toEqual([]);
  });

  test("in a regression a click adds a record of input and response", async () => {
    const { page, complaints } = await at("#/boundary?data=cars");
    await unfold(page, "What is guaranteed");
    await tool(page, "Add");
    const before = await releasePath(page);
    const box = (await page.getByRole("application").boundingBox())!;
    await page.mouse.click(box.x + box.width * 0.2, box.y + box.height * 0.2);
    await expect.poll(() => recordCount(page)).toBe("51");
    await changedFrom(page, before);
    expect(complaints).toEqual([]);
  });
});

describe("the map of λ against ε", () => {
  // In every run: the map of the mean curve, in meanCurve.test.ts.
  swept("can be cancelled, is computed with progress, and its cells are adopted with a warning", async () => {
    const { page, complaints } = await at("#/boundary?data=alda-2");
    await drawn(page);
    await unfold(page, "λ against ε: what would be best");
    await cancelledAt(page.getByRole("button", { name: "Compute the map" }), "Cancel the map", 1);
    await page.getByRole("button", { name: "Compute the map again" }).waitFor();
    expect(await page.getByRole("progressbar", { name: "Computing the map" }).count()).toBe(0);
    const cells = page.locator("[data-testid=map] .cell");
    const found = await cells.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(13 * 13);

    await page.getByLabel("Data set").selectOption("iris");
    await expect.poll(() => page.getByTestId("sentence").textContent()).toContain("ε = 3");
    await page.getByText("Made for other settings").waitFor();
    expect(await cells.count()).toBe(found);
    await atRest(page); // What is below the picture follows once the scenario rests.
    await page.getByRole("button", { name: "Compute the map again" }).click();
    await expect.poll(() => cells.count(), { timeout: 30_000 }).toBe(13 * 13);
    expect(await page.getByText("Made for other settings").count()).toBe(0);
    const csv = await savedBy(page, () => page.getByRole("button", { name: "Map (CSV)" }).click());
    expect(csv).toContain("do not pass it on");
    expect(csv.split("\r\n").filter((line) => /^[\d.]+,[\d.]+,0\.\d+$/.test(line))).toHaveLength(13 * 13);
    expect(await page.locator("[data-testid=map] .cell.best").count()).toBe(13);

    const best = page.locator("[data-testid=map] .cell.best").first();
    const [, penalty, epsilon] = /λ = ([\d.]+), ε = ([\d.]+):/.exec((await best.locator("title").textContent())!)!;
    const before = await pixels(page);
    await best.click();
    await redrawnFrom(page, before);
    await expect
      .poll(() => Promise.all(["Penalty", "Privacy loss"].map((name) => number(page, name))))
      .toEqual([penalty, epsilon]);
    await page.getByTestId("badge").waitFor();
    expect(await page.getByTestId("badge").textContent()).toMatch(/^Not private: λ was chosen while looking/);
    await expect.poll(() => page.url()).toContain("origin=penalty%3Alooked");

    await rested(page); // What follows moves the button.
    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("This would not be a private release").waitFor();
    await rested(page);
    await page.getByRole("button", { name: "I would have chosen this without looking" }).click();
    await expect.poll(() => page.getByTestId("badge").count()).toBe(0);
    const { provenance } = await releasedBy(page);
    expect(provenance.find(({ parameter }) => parameter === "λ")).toMatchObject({
      origin: "chosen after looking",
      statement: "I would have chosen this without looking.",
    });
    expect(complaints).toEqual([]);
  });
});
