import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { boundaryExamples } from "../../src/studies/boundary/examples.ts";
import { axeViolations } from "../support/axe.ts";
import {
  changedFrom,
  drawFile,
  drawn,
  drawOwn,
  dropFile,
  releasedBy,
  releasePath,
  savedBy,
  useBrowser,
} from "../support/page.ts";

const open = useBrowser();

const moons = "#/boundary?data=moons";

/** The pixels of the plane, as an address. */
function pixels(page: Page): Promise<string> {
  return page.locator(".boundary-plot canvas").evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
}

async function redrawnFrom(page: Page, before: string): Promise<string> {
  await expect.poll(() => pixels(page), { timeout: 30_000 }).not.toBe(before);
  return pixels(page);
}

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

interface Drawing {
  /** Places in the unit square, with the class. */
  readonly points: readonly (readonly [x: number, y: number, label: number])[];
  /** Path data of the original boundary. */
  readonly original: string;
}

/** What the picture holds, read from its export. */
async function drawing(page: Page): Promise<Drawing> {
  const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
  const side = 560;
  const points = Array.from(svg.matchAll(/<(circle|rect) c?x="([\d.-]+)" c?y="([\d.-]+)"/g), ([, shape, x, y]) => {
    const half = shape === "rect" ? 2.5 : 0;
    return [(Number(x) + half) / side, 1 - (Number(y) + half) / side, shape === "rect" ? -1 : 1] as const;
  });
  return { points, original: /<path d="([^"]*)" fill="none" stroke="#1d1b18"/.exec(svg)?.[1] ?? "" };
}

/** Takes a tool in the hand. */
const tool = (page: Page, name: string | RegExp, at = 0) =>
  page.getByRole("radiogroup", { name: "Tool" }).getByRole("radio", { name }).nth(at).click();

/** Waits until nothing is asked for, and what is drawn is what the controls say. */
async function rested(page: Page): Promise<void> {
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
}

const recordCount = (page: Page) =>
  page.getByRole("row", { name: "Records n, public" }).getByRole("cell").textContent();
const number = (page: Page, label: string) => page.getByLabel(`${label}, as a number`).inputValue();
const mainText = (page: Page) => page.locator("main").innerText();

describe("examples and links", () => {
  test("every example is drawn, without a word in the console", async () => {
    const { page, complaints } = await open("#/boundary");
    await drawn(page);
    let said = "";
    for (const { id, defaults } of boundaryExamples) {
      await page.getByLabel("Data set").selectOption(id);
      await expect.poll(() => page.getByTestId("sentence").textContent(), { message: id }).not.toBe(said);
      await expect
        .poll(() => page.getByTestId("sentence").textContent(), { message: id, timeout: 20_000 })
        .toContain("records it has not seen");
      said = (await page.getByTestId("sentence").textContent())!;
      const plane = defaults.task === "classification";
      expect(await page.locator(".boundary-plot canvas").count(), id).toBe(plane ? 1 : 0);
      if (!plane) expect(await releasePath(page), id).toMatch(/^M[\d.]+,[\d.-]+(L[\d.]+,[\d.-]+)+$/);
      expect(await page.locator("#picture").getAttribute("data-stale"), id).toBe("false");
      expect(await mainText(page), id).not.toMatch(/NaN|undefined|Infinity/);
    }
    expect(complaints).toEqual([]);
  });

  test("studies keep their scenarios: by the masthead, and back and forward through the history", async () => {
    const { page, complaints } = await open(moons);
    await drawn(page);
    await page.getByRole("slider", { name: "Penalty" }).press("PageUp");
    const penalty = await number(page, "Penalty");
    await expect.poll(() => page.url()).toContain(`penalty=${penalty}`);
    await page.getByRole("link", { name: "Density" }).click();
    await page.locator("path.release").first().waitFor({ state: "attached" });
    await page.getByLabel("Data set").selectOption("faithful");
    await expect.poll(() => page.url()).toContain("data=faithful");
    await page.getByRole("link", { name: "Boundary" }).click();
    await page.locator(".boundary-plot").waitFor();
    expect(await number(page, "Penalty")).toBe(penalty);
    expect(page.url()).toContain(`penalty=${penalty}`);

    await page.goBack();
    await page.locator("path.release").first().waitFor({ state: "attached" });
    expect(await page.getByLabel("Data set").inputValue()).toBe("faithful");
    await page.goBack();
    await page.goBack();
    await page.locator(".boundary-plot").waitFor();
    expect(await number(page, "Penalty")).toBe(penalty);
    await page.goBack();
    await expect.poll(() => number(page, "Penalty")).toBe("0.02");
    for (let k = 0; k < 4; k++) await page.goForward();
    await page.locator(".boundary-plot").waitFor();
    await expect.poll(() => number(page, "Penalty")).toBe(penalty);
    expect(await page.getByLabel("Data set").inputValue()).toBe("moons");
    expect(complaints).toEqual([]);
  });

  test("a link opens the same controls and the same picture elsewhere", async () => {
    const { page } = await open("#/boundary?data=circles");
    await drawn(page);
    await page.getByLabel("Loss", { exact: true }).selectOption("hinge");
    await page.getByLabel("Kernel").selectOption("matern32");
    await page.getByText("Where the parameters come from").click();
    await page.getByRole("checkbox", { name: "λ" }).check();
    await page.getByText("Where the parameters come from").click();
    await page.getByLabel("Fit").selectOption("landmarks");
    await page.getByLabel("Colour").selectOption("release");
    await page.locator(".stage-tools").getByLabel("Records").selectOption("support");
    await page.getByLabel("Domain of y, upper end").fill("1.25");
    await page.getByLabel("Domain of y, upper end").press("Enter");
    for (const slider of ["Privacy loss", "Penalty", "Length scale", "Failure probability"]) {
      await page.getByRole("slider", { name: slider }).press("PageUp");
    }
    const delta = Number(await number(page, "Failure probability"));
    await expect.poll(() => Number(/delta=([^&]*)/.exec(page.url())?.[1])).toBe(delta);
    const other = await open(new URL(page.url()).hash);
    await drawn(other.page);
    expect(await other.page.locator(".notice").count()).toBe(0);
    const controls = (of: Page) =>
      of.locator("main input:not([type=file]), main select").evaluateAll((all) =>
        all.map((one) => {
          const { type, checked, value } = one as HTMLInputElement;
          return type === "checkbox" ? checked : value;
        }),
      );
    expect(await controls(other.page)).toEqual(await controls(page));
    const sentences = () => Promise.all([page, other.page].map((of) => of.getByTestId("sentence").textContent()));
    await expect
      .poll(async () => (await sentences()).filter((text) => text?.includes("has not seen")).length, {
        timeout: 30_000,
      })
      .toBe(2);
    const [said, saidElsewhere] = await sentences();
    expect(saidElsewhere).toBe(said);
  });
});

describe("sliders and points", () => {
  test("dragging ε and λ redraws the plane while the hand moves", async () => {
    const { page, complaints } = await open(moons);
    await drawn(page);
    let before = await pixels(page);
    const look = async () => (before = await redrawnFrom(page, before));
    await drag(page, "Privacy loss", 0.7, 0.55, look);
    await expect.poll(() => page.url()).toMatch(/epsilon=0\.\d/);
    await drag(page, "Penalty", 0.46, 0.8, look);
    await expect.poll(() => number(page, "Penalty").then(Number)).toBeGreaterThan(0.5);
    await expect.poll(() => page.url()).toContain(`penalty=${await number(page, "Penalty")}`);
    expect(complaints).toEqual([]);
  });

  test("a click adds a point, a drag moves it, a click removes it, and the data can be restored", async () => {
    const { page, complaints } = await open(moons);
    await drawn(page);
    await page.getByText("What is guaranteed").click();
    expect(await recordCount(page)).toBe("400");
    const start = await drawing(page);
    expect(start.points).toHaveLength(400);

    await tool(page, /^\+/, 1);
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
    await page.getByText("a link does not contain them").waitFor();
    await page.getByRole("button", { name: "Restore the data" }).click();
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
    await card.getByText("The record you flipped").waitFor();
    await rested(page);
    const flipped = (await drawing(page)).points[which]!;
    expect(flipped[2]).toBe(-start.points[which]![2]);
    expect([label, -label]).toContain(flipped[2]);

    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await drawing(page)).points).toEqual(moved.points);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await drawing(page)).points).toEqual(start.points);
    expect((await drawing(page)).original).toBe(start.original);
    expect(await page.getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(async () => (await drawing(page)).points[which]).toEqual(flipped);

    await tool(page, "Most influential");
    await card.getByText("Most influential: left out").waitFor();
    expect(complaints).toEqual([]);
  });

  test("the same from the keyboard: Enter adds, M picks up and puts down, Delete removes", async () => {
    const { page, complaints } = await open(moons);
    await drawn(page);
    await page.getByText("What is guaranteed").click();
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
    const { page, complaints } = await open("#/boundary?data=cars");
    await drawn(page);
    await page.getByText("What is guaranteed").click();
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
  test("can be cancelled, is computed with progress, and its cells are adopted with a warning", async () => {
    const { page, complaints } = await open("#/boundary");
    await drawn(page);
    await page.getByText("λ against ε: what would be best").click();
    await page.getByRole("button", { name: "Compute the map" }).click();
    const progress = page.getByRole("progressbar", { name: "Computing the map" });
    await expect.poll(() => progress.getAttribute("value").then(Number), { timeout: 30_000 }).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Cancel the map" }).click();
    await page.getByRole("button", { name: "Compute the map again" }).waitFor();
    expect(await progress.count()).toBe(0);
    const cells = page.locator("[data-testid=map] table.map button");
    const found = await cells.count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(13 * 13);

    await page.getByLabel("Data set").selectOption("iris");
    await expect.poll(() => page.getByTestId("sentence").textContent()).toContain("ε = 3");
    await page.getByText("Made for other settings").waitFor();
    expect(await cells.count()).toBe(found);
    await page.getByRole("button", { name: "Compute the map again" }).click();
    await expect.poll(() => cells.count(), { timeout: 30_000 }).toBe(13 * 13);
    expect(await page.getByText("Made for other settings").count()).toBe(0);
    const csv = await savedBy(page, () => page.getByRole("button", { name: "Map (CSV)" }).click());
    expect(csv).toContain("do not pass it on");
    expect(csv.split("\r\n").filter((line) => /^[\d.]+,[\d.]+,0\.\d+$/.test(line))).toHaveLength(13 * 13);
    expect(await page.locator("[data-testid=map] table.map [data-best=true]").count()).toBe(13);

    const best = page.locator("[data-testid=map] table.map [data-best=true]").first();
    const [, penalty, epsilon] = /λ = ([\d.]+), ε = ([\d.]+)/.exec((await best.getAttribute("aria-label"))!)!;
    const before = await pixels(page);
    await best.click();
    await redrawnFrom(page, before);
    expect([await number(page, "Penalty"), await number(page, "Privacy loss")]).toEqual([penalty, epsilon]);
    await page.getByTestId("badge").waitFor();
    expect(await page.getByTestId("badge").textContent()).toMatch(/^Not private: λ was chosen while looking/);
    await expect.poll(() => page.url()).toContain("origin=penalty%3Alooked");

    await page.getByRole("button", { name: "Release", exact: true }).click();
    await page.getByText("This would not be a private release").waitFor();
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

/** Rows of two inputs and a label; coordinates with digits that no public number has. */
const rows = Array.from(
  { length: 60 },
  (_, i) => [((i * 0.61803399) % 1).toFixed(8), ((i * 0.41421356) % 1).toFixed(8)] as const,
);
const labelled = (labelOf: (i: number) => string) =>
  `wide,tall,kind\n${rows.map(([x, y], i) => `${x},${y},${labelOf(i)}`).join("\n")}\n`;
const good = labelled((i) => (Number(rows[i]![0]) > 0.5 ? "yes" : "no"));

/** A page with a good file of one's own on it, under a repeatable draw. */
async function ownData() {
  const opened = await open(moons);
  const { page } = opened;
  await drawn(page);
  await drawFile(page, "mine.csv", good);
  await expect.poll(() => page.url()).toContain("x=wide&y=tall&response=kind&positive=yes");
  await page.getByLabel("Repeatable noise").check();
  await rested(page);
  return opened;
}

/** Draws the file that waits with all its rows, also those without a value. */
async function drawAll(page: Page): Promise<void> {
  await page.locator(".declare form").waitFor();
  const leaveOut = page.getByLabel("Leave out rows without a value");
  if ((await leaveOut.count()) > 0) await leaveOut.uncheck();
  await drawOwn(page);
}

describe("data of one's own", () => {
  test("text labels are classes: the other one can be the positive one, and the link holds no value", async () => {
    const { page, complaints } = await ownData();
    expect(await page.locator(".readout").textContent()).toContain("□ violet: no; ● green: yes");
    const before = await pixels(page);
    await page.getByLabel("Positive class").selectOption("no");
    await redrawnFrom(page, before);
    await expect.poll(() => page.locator(".readout").textContent()).toContain("□ violet: yes; ● green: no");
    await expect.poll(() => page.url()).toContain("positive=no");
    expect(decodeURIComponent(page.url())).not.toContain(rows[7]![0].slice(0, 6));
    expect(complaints).toEqual([]);
  });

  const unusable = [
    ["one class", labelled(() => "no"), "at least two different values"],
    ["50 labels", labelled((i) => `class ${i % 50}`), "at most 20 classes; got 50 different values"],
    ["rows without a number or a label", `${good}NA,0.5,yes\n0.5,0.5,\n`, "got 2 rows without one"],
  ] as const;
  test("a file that cannot be used gets a sentence once, and the last good boundary stays, marked as stale", async () => {
    const { page, complaints } = await ownData();
    for (const [what, content, sentence] of unusable) {
      await rested(page);
      const before = await pixels(page);
      await dropFile(page, "bad.csv", content);
      await drawAll(page);
      const problem = page.locator(".problem").filter({ hasText: sentence });
      await problem.first().waitFor();
      expect(await problem.count(), what).toBe(1);
      await page.locator("#picture[data-stale=true]").waitFor();
      await page.getByText("The last good boundary").waitFor();
      expect(await pixels(page), what).toBe(before);
      expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled(), what).toBe(false);
      await drawFile(page, "mine.csv", good);
    }
    expect(complaints).toEqual([]);
  });

  test("incomplete rows are left out when the person chooses so, and points that are all equal are drawn", async () => {
    const { page, complaints } = await ownData();
    await dropFile(page, "gaps.csv", `${good}NA,0.5,yes\n0.5,0.5,\n`);
    await drawAll(page);
    await page.locator("#picture[data-stale=true]").waitFor();
    await page.getByLabel("Leave out rows without a number").check();
    await page.getByText("2 rows left out").waitFor();
    await rested(page);
    const before = await pixels(page);
    await drawFile(page, "equal.csv", `wide,tall,kind\n${"0.5,0.5,no\n0.5,0.5,yes\n".repeat(20)}`);
    await redrawnFrom(page, before);
    await rested(page);
    await page.getByText("the noise drowns the boundary").waitFor();
    expect(await mainText(page)).not.toMatch(/NaN|undefined|Infinity/);
    expect(complaints).toEqual([]);
  });

  test("100,000 rows: a sentence says what to do, and the last good boundary stays", async () => {
    const { page, complaints } = await ownData();
    const before = await pixels(page);
    await page.getByRole("button", { name: "Paste" }).click();
    await page.getByLabel("Rows to read").evaluate((box) => {
      const text = `wide,tall,kind\n${"0.1,0.2,no\n0.3,0.4,yes\n".repeat(50_000)}`;
      Reflect.set(HTMLTextAreaElement.prototype, "value", text, box); // Past React's own setter.
      box.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await page.getByRole("button", { name: "Read these rows" }).click();
    await drawOwn(page);
    const problem = page.locator(".problem").filter({ hasText: "100,000 records are too many" });
    await problem.waitFor();
    expect(await problem.textContent()).toContain("Load a random sample of the rows");
    await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("true");
    expect(await pixels(page)).toBe(before);
    expect(complaints).toEqual([]);
  });
});

describe("a regression from one's own file", () => {
  const file = (outlier: number) =>
    `height,weight\n${Array.from({ length: 40 }, (_, i) => `${i / 40},${i % 10 === 0 ? outlier : 0.5 + Math.sin(i / 6) / 2}`).join("\n")}\n`;

  /** The original curve, read from its export. */
  const curve = async (page: Page) => {
    const csv = await savedBy(page, () => page.getByRole("button", { name: "Shown values (CSV)" }).click());
    return csv
      .split("\r\n")
      .filter((line) => /^[\d.]/.test(line))
      .map((line) => Number(line.split(",")[2]));
  };
  const apart = (a: readonly number[], b: readonly number[]) =>
    Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));

  test("responses outside the declared range are moved to its edge and counted", async () => {
    const { page, complaints } = await open("#/boundary?data=cars");
    await drawn(page);
    await drawFile(page, "mine.csv", file(5));
    await expect.poll(() => page.url()).toContain("x=height&response=weight");
    await page.getByLabel("Range of weight, lower end").fill("0");
    await page.getByLabel("Range of weight, lower end").press("Enter");
    await page.getByLabel("Range of weight, upper end").fill("1");
    await page.getByLabel("Range of weight, upper end").press("Enter");
    await page.getByLabel("Domain, upper end").fill("1");
    await page.getByLabel("Domain, upper end").press("Enter");
    // A threshold beyond every residual of the clamped responses: farther ones would pull harder.
    await page.getByLabel("Threshold, as a number").fill("2");
    await page.getByLabel("Threshold, as a number").press("Enter");
    await page.getByLabel("Repeatable noise").check();
    await rested(page);
    await page.getByText("4 of 40 records were outside.").waitFor();
    const clamped = await curve(page);

    await drawFile(page, "edge.csv", file(1));
    await rested(page);
    await expect.poll(() => page.getByText("records were outside").count()).toBe(0);
    // Two fits from different starts end within gapShare · Δ = 0.05 · 2/(0.03 · 40) of each other, in halves of the range.
    expect(apart(clamped, await curve(page))).toBeLessThan(0.042);
    const before = await releasePath(page);
    await drawFile(page, "lower.csv", file(0));
    await changedFrom(page, before);
    await rested(page);
    expect(apart(clamped, await curve(page))).toBeGreaterThan(0.05);
    expect(complaints).toEqual([]);
  });
});

test("a file that cannot be read leaves the good one in place, and its sentence can be dismissed", async () => {
  const { page, complaints } = await ownData();
  const before = await pixels(page);
  await dropFile(page, "bad.csv", "wide,tall,kind\n0.5,0.5,yes\n");
  const sentence = page.getByText("bad.csv: file must be a table with at least two rows of numbers; got one row");
  await sentence.waitFor();
  expect(await page.locator("#picture").getAttribute("data-stale")).toBe("false");
  expect(await pixels(page)).toBe(before);
  expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled()).toBe(true);
  await page.getByRole("button", { name: "Dismiss" }).click();
  expect(await sentence.count()).toBe(0);
  expect(complaints).toEqual([]);
});

describe("the outside view", () => {
  test("shows and exports no record and no original", async () => {
    const { page, complaints } = await ownData();
    const before = await pixels(page);
    await page.getByText(/expected to label|noise drowns/).waitFor();
    const said = await page.getByRole("radio", { name: "Outside" }).evaluate(async (outside) => {
      (outside as HTMLElement).click();
      const sentences = new Set<string>();
      for (let frame = 0; frame < 20; frame++) {
        await new Promise(requestAnimationFrame);
        sentences.add(document.querySelector("[data-testid=sentence]")!.textContent);
      }
      return [...sentences];
    });
    expect(said.filter((sentence) => !/^The private rule calls/.test(sentence))).toEqual([]);
    await redrawnFrom(page, before);
    await page.getByText("What is guaranteed").click();
    const [x, y] = rows[7]!;
    const html = await page.content();
    const traces = [x, y, "records it has not seen", "Support vectors", "Restore the data", "□"];
    expect(traces.filter((trace) => html.includes(trace))).toEqual([]);
    expect(await page.locator(".stage-tools").getByLabel("Records").count()).toBe(0);
    expect(await page.getByTestId("map").count()).toBe(0);
    await expect.poll(() => page.url()).toContain("view=outside");
    expect(page.url()).not.toMatch(/seed=\d/);

    // A preview cannot be saved, and nothing of the picture is of a record or of the original.
    expect(await page.getByRole("button", { name: /^(Shown values|Picture) \(/ }).count()).toBe(0);
    const release = JSON.stringify(await releasedBy(page));
    expect(release).not.toMatch(/original|seed/);
    expect([x, y].filter((trace) => release.includes(trace))).toEqual([]);
    const svg = await savedBy(page, () => page.getByRole("button", { name: "Picture (SVG)" }).click());
    // On a page of no policy, which would have a parser take no text.
    const reader = await page.context().newPage();
    const drawing = await reader.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      return {
        isWhole: parsed.querySelector("parsererror") === null && parsed.documentElement.tagName === "svg",
        shapes: parsed.querySelectorAll("path, image").length,
        dots: parsed.querySelectorAll("circle, .record, .original, [class*=record], [class*=original]").length,
        words: parsed.documentElement.textContent,
      };
    }, svg);
    expect(drawing).toMatchObject({ isWhole: true, dots: 0 });
    expect(drawing.shapes).toBeGreaterThan(0);
    expect(drawing.words).not.toMatch(/original|seed/);
    expect([x, y].filter((trace) => svg.includes(trace))).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test("keeps nothing of the picture before it, when there is no file to draw", async () => {
    const { page } = await open(moons);
    await drawn(page);
    await page.getByLabel("Data set").selectOption("own");
    await page.getByText("Load the file to see its picture").waitFor();
    expect(await page.getByRole("button", { name: "Shown values (CSV)" }).isEnabled()).toBe(false);
    await page.getByRole("radio", { name: "Outside" }).click();
    await page.getByText("What is shown here can be released").waitFor();
    expect(await page.locator(".boundary-plot, .curve-plot").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Shown values (CSV)" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Release", exact: true }).isEnabled()).toBe(false);
  });
});

test("the page stays when other data come while the pointer rests where their domain does not reach", async () => {
  const { page, complaints } = await open("#/boundary?data=iris");
  await drawn(page);
  const box = (await page.locator(".curve-host").boundingBox())!;
  await page.mouse.move(box.x + 0.8 * Math.min(box.width, box.height), box.y + 40);
  const readout = page.locator(".readout").first();
  await expect.poll(() => readout.textContent()).toMatch(/^petal length = /);
  await page.evaluate((hash) => (window.location.hash = hash), moons);
  await expect.poll(() => readout.textContent()).toMatch(/^Boundaries/);
  await page.mouse.move(box.x + 0.7 * Math.min(box.width, box.height), box.y + 40);
  await expect.poll(() => readout.textContent()).toMatch(/private f = /);
  expect(complaints).toEqual([]);
});

describe("every screen", () => {
  test("fits a phone without scrolling sideways, opened and with a map", async () => {
    const { page } = await open("#/boundary?data=iris", { viewport: { width: 360, height: 740 } });
    await drawn(page);
    const width = () => page.evaluate(() => document.documentElement.scrollWidth);
    expect(await width()).toBeLessThanOrEqual(360);
    await page.getByText("What is guaranteed").click();
    await page.locator(".katex").first().waitFor();
    await page.getByText("λ against ε: what would be best").click();
    await page.getByRole("button", { name: "Compute the map" }).click();
    await expect
      .poll(() => page.locator("[data-testid=map] table.map button").count(), { timeout: 30_000 })
      .toBe(13 * 13);
    expect(await width()).toBeLessThanOrEqual(360);
  });

  test.each([
    ["light", 1280, "#/boundary?data=iris", true],
    ["dark", 1280, "#/boundary?data=cars", false],
    ["light", 390, "#/boundary?data=faithful-wait&view=outside", false],
    ["dark", 390, "#/boundary?data=iris&origin=records", true],
  ] as const)("axe finds nothing to object to (%s, %i px wide, %s)", async (colorScheme, width, hash, map) => {
    const { page } = await open(hash, { colorScheme, viewport: { width, height: 844 } });
    await drawn(page);
    await page.getByText("What is guaranteed").click();
    await page.locator(".katex").first().waitFor();
    if (map) {
      await page.getByText("λ against ε: what would be best").click();
      await page.getByRole("button", { name: "Compute the map" }).click();
      await page.locator("[data-testid=map] table.map button").first().waitFor();
    }
    expect(await axeViolations(page)).toEqual([]);
  });
});
