import { expect, test } from "vitest";
import { casesOf } from "../support/fuzzing.ts";
import {
  changedFrom,
  drawFile,
  drawn,
  openedSection,
  releasePath,
  savedBy,
  useBrowser,
  usePage,
  withBudget,
} from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { refusesEmptyShares } from "../support/shares.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
/** What is bought and released here finds room in the budget that the ledger suggests. */
const at = usePage();
const phone = { width: 390, height: 844 };

test("a bandwidth is bought with a part of ε, and the rest is left", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page);
  const section = await openedSection(page, "bandwidth");
  await section.getByText("Of ε = 1, 0.2 buys the bandwidth, and 0.8 is left for the release.").waitFor();
  await withBudget(page);
  await section.getByRole("button", { name: "Buy" }).click();
  await section.getByText(/Bought: an interquartile range of [\d.]+, hence h = [\d.]+\. It cost ε = 0\.2/).waitFor();
  await expect.poll(() => page.url()).toContain("epsilon=0.8");
  await expect.poll(() => decodeURIComponent(page.url())).toContain("origin=h:bought");
  // Two draws' worth is in the ledger once the release follows; the purchase alone is there now.
  await page.getByTestId("account").waitFor();
  // Moved by hand it is no longer what was bought.
  await page.getByLabel("Bandwidth, as a number").fill("0.5");
  await page.getByLabel("Bandwidth, as a number").press("Enter");
  await expect.poll(() => decodeURIComponent(page.url())).not.toContain("h:bought");
  expect(complaints).toEqual([]);
});

test("a share of 0 or 1 is refused in a sentence, and so is cross-validation of a million records", async () => {
  const { page } = await at("#/density?data=sleep");
  const section = await openedSection(page, "bandwidth");
  await refusesEmptyShares(section);
});

// In every run: test/core/privacy/choice/proposeTestRelease.test.ts.
swept("propose-test-release without an answer is charged, and says so", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await rested(page);
  const section = await openedSection(page, "bandwidth");
  await section.getByLabel("Buy", { exact: true }).selectOption("proposeTestRelease");
  await page.getByText("Draws that are paid in δ").click();
  await page.getByLabel("Budget: part of delta for draws that are paid in delta").fill("0.000006");
  await page.getByLabel("Budget: part of delta for draws that are paid in delta").press("Enter");
  await withBudget(page);
  await section.getByRole("button", { name: "Buy" }).click();
  await section.getByText("Propose-test-release gave no answer").waitFor();
  await section.getByText("It cost ε = 0.2 and δ = 5 × 10⁻⁶").waitFor();
  expect(complaints).toEqual([]);
});

test("online: the same point has the same answer, a point outside is refused, thousands pasted at once are answered, on a phone", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.setViewportSize(phone);
  await rested(page);
  await page.getByLabel("Noise", { exact: true }).selectOption("sobolev");
  const section = await openedSection(page, "online");
  await withBudget(page);
  await section.getByRole("button", { name: "Begin an online release" }).click();
  await section.getByTestId("online-terms").waitFor();
  const points = section.getByLabel("Points to ask for");
  await points.fill("7.25 4 7.25");
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  await section.getByText("3 answers, all for one price").waitFor();
  const answers = await section.locator("td").allTextContents();
  expect(answers[0]).toBe(answers[2]);
  // In whatever order points are asked, one after the other or between others, each has its one answer.
  const asked = async (text: string, count: number) => {
    await points.fill(text);
    await section.getByRole("button", { name: "Ask", exact: true }).click();
    await section.getByText(`${count} answers, all for one price`).waitFor();
  };
  await asked("12", 4);
  await asked("3 5.5", 6);
  await asked("12 7.25 3 4", 10);
  // The last eight, from the newest back: 7.25, 12, 3, 5.5, then those of the last question.
  const last = (await section.locator("td").allTextContents()).reverse();
  expect(last.slice(4)).toEqual([last[1], last[0], last[2], answers[1]]);
  expect([last[0], new Set(last).size]).toEqual([answers[0], 5]);
  await points.fill("15");
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  await section.getByText("15 is outside the domain, 2 to 13; nothing was asked.").waitFor();
  // Folded, seen from outside and opened again, it goes on where it was.
  await section.locator("> summary").click();
  await page.getByRole("radio", { name: "Outside" }).click();
  await section.locator("> summary").click();
  await section.getByLabel("Points to ask for").fill("4");
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  await section.getByText("11 answers, all for one price").waitFor();
  expect((await section.locator("td").allTextContents())[0]).toBe(answers[1]);
  await section.locator(".line-plot").click({ position: { x: 150, y: 100 } });
  await section.getByText("12 answers, all for one price").waitFor();
  const csv = await savedBy(page, () => section.getByRole("button", { name: "Answers (CSV)" }).click());
  expect(
    csv
      .trim()
      .split("\r\n")
      .filter((row) => !row.startsWith("#")),
  ).toHaveLength(13);
  expect(csv).toContain("private as the bits that leave");
  // As many as anybody pastes.
  const count = casesOf(1e5, 1e4);
  await section.getByLabel("Points to ask for").evaluate((box, count) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", Array.from({ length: count }, (_, i) => 2 + (10 * i) / count).join("\n"));
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, count);
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  await section.getByText(`${(12 + count).toLocaleString("en")} answers, all for one price`).waitFor();
  expect(complaints).toEqual([]);
});

test("synthetic records come from a release file, any number of them", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await rested(page);
  await withBudget(page);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  const file = page.getByRole("button", { name: "Release file (JSON)" });
  await file.waitFor();
  const release = Buffer.from(await savedBy(page, () => file.click()));
  await page.getByRole("button", { name: "Back to exploring" }).click();
  await drawn(page);
  const section = await openedSection(page, "synthetic");
  await section.getByText("for teaching, it protects nobody").waitFor();
  await section
    .getByLabel("Release file")
    .setInputFiles({ name: "release.json", mimeType: "application/json", buffer: release });
  await section.getByText("Drawn from the release in this file: ε = 1, δ = 0.00001").waitFor();
  await section.getByLabel("Number of records").fill("2500");
  await section.getByLabel("Number of records").press("Enter");
  const csv = await savedBy(page, () => section.getByRole("button", { name: "Synthetic records (CSV)" }).click());
  const rows = csv
    .trim()
    .split("\r\n")
    .filter((row) => !row.startsWith("#"));
  expect(rows).toHaveLength(2501);
  expect(rows.slice(1).every((row) => Number(row) >= 2 && Number(row) <= 13)).toBe(true);
  expect(csv).toContain("post-processing of the release with digest");
  expect(complaints).toEqual([]);
});

test("of a preview of one's own data no synthetic records leave, also with a seed that is known", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await drawn(page);
  const rows = Array.from({ length: 60 }, (_, i) => (i * 0.61803399) % 1);
  await drawFile(page, "mine.csv", `share\n${rows.join("\n")}\n`);
  await page.getByLabel("Repeatable noise").check();
  await rested(page);
  const section = await openedSection(page, "synthetic");
  await section.getByText("Only a release may leave").waitFor();
  expect(await section.getByRole("button", { name: "Synthetic records (CSV)" }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

test("a file that is no release gets a sentence", async () => {
  const { page } = await at("#/density?data=sleep");
  const section = await openedSection(page, "synthetic");
  await section
    .getByLabel("Release file")
    .setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from('{"schema":"x"}') });
  await section.getByRole("alert").waitFor();
  expect(await section.getByRole("alert").textContent()).toContain("schema");
});

test("term by term: what cutting the noise alone would publish, with the original only inside, on a phone", async () => {
  const { page, complaints } = await at("#/density?v=1&kernel=exponential");
  await page.setViewportSize(phone);
  const section = await openedSection(page, "spectral");
  await section.getByText(/would be published as it is/).waitFor();
  expect(await section.locator("circle.original").count()).toBeGreaterThan(10);
  await page.getByRole("radio", { name: "Outside" }).click();
  await section.locator("> summary").click();
  await section.getByText(/would be published as it is/).waitFor();
  expect(await section.locator("circle.original").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("kernels to pick: each redraws the curve, and Epanechnikov’s is refused with the reason", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  for (const kernel of ["matern52", "matern32", "exponential", "triangular"]) {
    await page.getByLabel("Bump", { exact: true }).selectOption(kernel);
    await expect.poll(() => page.url()).toContain(`kernel=${kernel}`);
    await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("false");
  }
  await page.getByLabel("Bump", { exact: true }).selectOption("epanechnikov");
  await page.getByText("Epanechnikov’s bump is not positive definite").waitFor();
  await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("true");
  expect(complaints).toEqual([]);
});

test("a candidate is chosen by the exponential mechanism; its list says what is wrong; odds stay inside, on a phone", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.setViewportSize(phone);
  await rested(page);
  const section = await openedSection(page, "choice");
  const list = section.getByRole("textbox", { name: "Candidates" });
  const choose = section.getByRole("button", { name: /^Choose for/ });
  for (const [text, sentence] of [
    ["uniform", "One candidate alone would come out whatever the records are"],
    ["uniform\nnormal 4", "Line 2: “normal 4” is neither uniform nor normal MEAN DEVIATION."],
  ] as const) {
    await list.fill(text);
    await section.getByText(sentence).waitFor();
    expect(await choose.isDisabled()).toBe(true);
  }
  await list.fill("uniform\n0.4 normal 4 1 + 0.6 normal 7 1\nnormal 12 0.5");
  await section.getByLabel("Privacy loss of the choice").fill("0.2");
  await section.getByLabel("Privacy loss of the choice").press("Enter");
  await withBudget(page);
  await section.getByRole("button", { name: "Its probabilities (private)" }).click();
  await section.getByText(/^In 100 choices “.*”, which is nearest, comes out \d+ times\.$/).waitFor();
  expect(await section.getByTestId("choice-odds").locator("tr").count()).toBe(3);
  await choose.click();
  await section.getByText(/^Chosen among 3 for ε = 0\.2: /).waitFor();
  await page.getByTestId("account").waitFor();
  await page.getByRole("radio", { name: "Outside" }).click();
  await section.locator("> summary").click();
  await section.getByText(/^Chosen among 3 for ε = 0\.2: /).waitFor();
  expect(await section.getByTestId("choice-odds").count()).toBe(0);
  expect(await section.getByRole("button", { name: /private/ }).count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  expect(complaints).toEqual([]);
});

test("the attacker of a paper’s density: the terms of equation (9), and the paper’s noise drawn as it really is", async () => {
  const { page, complaints } = await at("#/density?v=1&data=hall-2");
  const section = await openedSection(page, "attacker");
  await section.getByText(/^Of 100 guesses the best attacker gets/).waitFor();
  await section.getByText("of ‖f − f′‖², eq. (9): ends ½(f(0)² + f(1)²)").waitFor();
  const before = await releasePath(page);
  await section.getByText(/The paper prints Δ = .* At δ = 0\.1 its ε is 0 and not 1; at ε = 1 its δ is /).waitFor();
  await section.getByRole("button", { name: /^Draw the paper’s noise/ }).click();
  await changedFrom(page, before);
  expect(complaints).toEqual([]);
});
