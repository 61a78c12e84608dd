import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { cancelledAt } from "../support/cancelled.ts";
import { triesAll } from "../support/fuzzing.ts";
import { changedFrom, releasePath, savedBy, unfold, usePage } from "../support/page.ts";

const at = usePage();

test("both tables of the paper come from the page, printed numbers beside them, and a cell is taken over; axe finds nothing to object to", async () => {
  // On few grid points unless all cases are tried: what the paper's grid gives, `npm run reproduce -- mirshani-tables` says too.
  const { page, complaints } = await at(`#/meanCurve?v=1&data=mirshani-figure-2${triesAll ? "" : "&points=20"}`);
  await page.getByText("Both tables of the paper").click();
  await page.getByRole("button", { name: "Compute the tables" }).click();
  await page.getByText(/Computed in /).waitFor({ timeout: 80_000 });
  const one = await page.getByTestId("table-1").locator("tbody tr").allInnerTexts();
  expect(one).toHaveLength(4);
  // As `npm run reproduce -- mirshani-tables` says: printed, as published and by the theorem for each kernel.
  const expected = [
    ["0.0001", "0.01", "0.01", "0.01", "0.1", "0.02", "0.2", "0.25", "0.03", "0.25"],
    ["0.001", "0.01", "0.02", "0.02", "0.15", "0.15", "0.15", "0.2", "0.2", "0.25"],
    ["0.01", "0.03", "0.03", "0.03", "0.15", "0.15", "0.15", "0.3", "0.25", "0.25"],
    ["0.03", "0.05", "0.05", "0.05", "0.3", "0.2", "0.2", "0.8", "0.4", "0.4"],
  ];
  const printed = (row: readonly string[]) => (triesAll ? row : row.filter((_, j) => j === 0 || j % 3 === 1));
  expect(one.map((row) => printed(row.split(/\s+/)))).toEqual(expected.map(printed));
  const two = await page.getByTestId("table-2").locator("tbody tr").allInnerTexts();
  const whole = [
    "C1 0.005, 0.03 0.005, 0.03 0.01, 0.03 0.01, 0.03 3.15",
    "C3 0.005, 0.25 0.005, 0.2 0.02, 0.2 0.01, 0.15 1.62",
    "C4 0.01, 0.466 0.01, 0.333 0.02, 0.333 0.01, 0.267 0.766",
  ];
  const begins = (row: string) => (triesAll ? row : row.split(" ").slice(0, 3).join(" "));
  expect(two.map((row) => begins(row.replace(/\s+/g, " ")))).toEqual(whole.map(begins));
  const csv = await savedBy(page, () => page.getByRole("button", { name: "Tables (CSV)" }).click());
  // 18 ρ with 4 φ by two scores, and 33 ρ with 10 φ by three.
  const rowCount = 3 * 18 * 4 * 2 + (10 + 10 + 13) * 10 * 3;
  expect(csv.split("\r\n").filter((line) => /^[12],/.test(line))).toHaveLength(rowCount);
  await page.getByText("φ against ρ").click();
  const screens = [
    ["dark", 390],
    ["light", 1280],
    ["light", 390],
    ["dark", 1280],
  ] as const;
  for (const [colorScheme, width] of triesAll ? screens : screens.slice(0, 1)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    expect(await axeViolations(page), `${colorScheme}, ${width} px wide`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const before = await releasePath(page);
  await page.getByTestId("table-2").getByRole("row", { name: /^C3/ }).getByRole("button").nth(1).click();
  await changedFrom(page, before);
  await page
    .getByTestId("badge")
    .getByText(/chosen while looking/)
    .waitFor();
  expect(await page.getByLabel("Kernel", { exact: true }).inputValue()).toBe("matern32");
  expect(complaints).toEqual([]);
});

test("the tables stop when told, and say why they cannot begin", async () => {
  const { page, complaints } = await at("#/meanCurve?v=1&data=mirshani-figure-3&points=400");
  await unfold(page, "Both tables of the paper");
  await cancelledAt(page.getByRole("button", { name: "Compute the tables" }), "Cancel the tables");
  await page.getByRole("button", { name: /^Compute the tables/ }).waitFor();
  expect(await page.getByTestId("tables-time").count()).toBe(0);
  await page.getByLabel("Privacy loss, as a number").first().fill("2");
  await page.getByLabel("Privacy loss, as a number").first().press("Enter");
  await page.getByText("proved for ε ≤ 1 only").waitFor();
  expect(await page.getByRole("button", { name: /^Compute the tables/ }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test("typed lists of φ and ρ: errors are said beside them; scores, targets and recipes change the map; least ρ of each φ", async () => {
  const { page, complaints } = await at("#/meanCurve?v=1&data=mirshani-figure-11");
  await unfold(page, "φ against ρ");
  const phis = page.getByLabel("Values of φ");
  const start = page.getByRole("button", { name: /^Compute the map/ });
  for (const [typed, sentence] of [
    ["0.001, O.1", "“O.1” in the list of φ is not a number."],
    ["0.001, 0", "0 in the list of φ must lie between"],
    ["", "Write the values of φ"],
  ] as const) {
    await phis.fill(typed);
    await page.getByText(sentence).waitFor();
    expect(await start.isDisabled()).toBe(true);
  }
  await phis.fill("0.0001, 0.001, 0.01, 0.03");
  await page.getByLabel("Values of ρ").fill("0.1, 0.15, 0.2, 0.3");
  const least = async () => {
    await start.click();
    await page
      .getByTestId("map-time")
      .getByText(/Computed in/)
      .waitFor({ timeout: 30_000 });
    return page.getByTestId("least-ranges").locator("tbody").innerText();
  };
  const squares = await least();
  expect(squares.trim().split("\n")).toHaveLength(4);
  expect(await page.locator(".cell").count()).toBe(16);
  await page.getByLabel("Score").and(page.locator("select")).selectOption("norm");
  await page.getByText("Made for other settings").waitFor();
  await page.getByLabel("Against").selectOption("mean");
  await page.getByLabel("Noise by").selectOption("published");
  expect(await least()).not.toBe(squares);
  await page.getByText(/its ε is \d/).waitFor();
  const csv = await savedBy(page, () => page.getByRole("button", { name: "Map (CSV)" }).click());
  expect(csv).toContain("score = mean norm against the mean of the fold left out");
  await page.getByLabel("Kernel of the noise").selectOption("exponential");
  await page.getByText("The published recipe has noise of the estimator’s own kernel").waitFor();
  expect(await start.isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test("inside, the norm bound is told with max ‖X‖; outside it is not", async () => {
  const { page } = await at("#/meanCurve?v=1&data=mirshani-figure-2");
  await page.getByText(/None is: max ‖X‖ is 0\.\d+/).waitFor();
  await page.getByRole("radio", { name: "Outside" }).click();
  await expect.poll(() => page.getByText("max ‖X‖").count()).toBe(0);
  expect(await page.getByText("Both tables of the paper").count()).toBe(0);
});
