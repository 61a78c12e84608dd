import { expect, test } from "vitest";
import { drawn, savedBy, useBrowser, withBudget } from "../support/page.ts";

const open = useBrowser();
const sizes = [
  ["desktop", { viewport: { width: 1280, height: 900 } }],
  ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true }],
] as const;

test.each(sizes)("a bandwidth is bought with a part of ε, and the rest is left, on a %s", async (_, options) => {
  const { page, complaints } = await open("", options);
  await drawn(page);
  const section = page.getByTestId("section-bandwidth");
  await section.locator("> summary").click();
  await section.getByText("Of ε = 1, 0.2 buys the bandwidth, and 0.8 is left for the release.").waitFor();
  await withBudget(page);
  await section.getByRole("button", { name: "Buy" }).click();
  await section.getByText(/Bought: an interquartile range of [\d.]+, hence h = [\d.]+\. It cost ε = 0\.2/).waitFor();
  await expect.poll(() => page.url()).toContain("epsilon=0.8");
  expect(decodeURIComponent(page.url())).toContain("origin=h:bought");
  // Two draws' worth is in the ledger once the release follows; the purchase alone is there now.
  await page.getByTestId("account").waitFor();
  // Moved by hand it is no longer what was bought.
  await page.getByLabel("Bandwidth, as a number").fill("0.5");
  await page.getByLabel("Bandwidth, as a number").press("Enter");
  await expect.poll(() => decodeURIComponent(page.url())).not.toContain("h:bought");
  expect(complaints).toEqual([]);
});

test("a share of 0 or 1 is refused in a sentence, and so is cross-validation of a million records", async () => {
  const { page } = await open();
  await drawn(page);
  const section = page.getByTestId("section-bandwidth");
  await section.locator("> summary").click();
  const share = section.getByLabel("Share of the budget");
  for (const [text, sentence] of [
    ["0", "nothing would be bought"],
    ["1", "nothing would be left for the release"],
  ] as const) {
    await share.fill(text);
    await share.press("Enter");
    await section.getByText(sentence).waitFor();
    expect(await section.getByRole("button", { name: "Buy" }).isDisabled()).toBe(true);
  }
});

test("propose-test-release without an answer is charged, and says so", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  const section = page.getByTestId("section-bandwidth");
  await section.locator("> summary").click();
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

test.each(sizes)(
  "online: the same point has the same answer, and a point outside is refused, on a %s",
  async (_, options) => {
    const { page, complaints } = await open("", options);
    await drawn(page);
    await page.getByLabel("Noise", { exact: true }).selectOption("sobolev");
    const section = page.getByTestId("section-online");
    await section.locator("> summary").click();
    await withBudget(page);
    await section.getByRole("button", { name: "Begin an online release" }).click();
    await section.getByTestId("online-terms").waitFor();
    const points = section.getByLabel("Points to ask for");
    await points.fill("7.25 4 7.25");
    await section.getByRole("button", { name: "Ask", exact: true }).click();
    await section.getByText("3 answers, all for one price").waitFor();
    const answers = await section.locator("td").allTextContents();
    expect(answers[0]).toBe(answers[2]);
    await points.fill("15");
    await section.getByRole("button", { name: "Ask", exact: true }).click();
    await section.getByText("15 is outside the domain, 2 to 13; nothing was asked.").waitFor();
    // Folded, seen from outside and opened again, it goes on where it was.
    await section.locator("> summary").click();
    await page.getByRole("radio", { name: "Outside" }).click();
    await section.locator("> summary").click();
    await section.getByLabel("Points to ask for").fill("4");
    await section.getByRole("button", { name: "Ask", exact: true }).click();
    await section.getByText("4 answers, all for one price").waitFor();
    expect((await section.locator("td").allTextContents())[0]).toBe(answers[1]);
    await section.locator(".line-plot").click({ position: { x: 150, y: 100 } });
    await section.getByText("5 answers, all for one price").waitFor();
    const csv = await savedBy(page, () => section.getByRole("button", { name: "Answers (CSV)" }).click());
    expect(
      csv
        .trim()
        .split("\r\n")
        .filter((row) => !row.startsWith("#")),
    ).toHaveLength(6);
    expect(csv).toContain("private as the bits that leave");
    expect(complaints).toEqual([]);
  },
);

test("online: 10⁵ points pasted at once are answered", async () => {
  const { page, complaints } = await open("#/density?v=1&kernel=exponential");
  await drawn(page);
  const section = page.getByTestId("section-online");
  await section.locator("> summary").click();
  await withBudget(page);
  await section.getByRole("button", { name: "Begin an online release" }).click();
  await section.getByTestId("online-terms").waitFor();
  await section.getByLabel("Points to ask for").evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", Array.from({ length: 1e5 }, (_, i) => 2 + i / 1e4).join("\n"));
    box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await section.getByRole("button", { name: "Ask", exact: true }).click();
  await section.getByText("100,000 answers, all for one price").waitFor();
  expect(complaints).toEqual([]);
});

test.each(sizes)("synthetic records come from a release file, any number of them, on a %s", async (_, options) => {
  const { page, complaints } = await open("", options);
  await drawn(page);
  await withBudget(page);
  await page.getByRole("button", { name: "Release", exact: true }).click();
  const file = page.getByRole("button", { name: "Release file (JSON)" });
  await file.waitFor();
  const release = Buffer.from(await savedBy(page, () => file.click()));
  await page.getByRole("button", { name: "Back to exploring" }).click();
  await drawn(page);
  const section = page.getByTestId("section-synthetic");
  await section.locator("> summary").click();
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

test("a file that is no release gets a sentence", async () => {
  const { page } = await open();
  await drawn(page);
  const section = page.getByTestId("section-synthetic");
  await section.locator("> summary").click();
  await section
    .getByLabel("Release file")
    .setInputFiles({ name: "a.json", mimeType: "application/json", buffer: Buffer.from('{"schema":"x"}') });
  await section.getByRole("alert").waitFor();
  expect(await section.getByRole("alert").textContent()).toContain("schema");
});

test.each(sizes)(
  "term by term: what cutting the noise alone would publish, with the original only inside, on a %s",
  async (_, options) => {
    const { page, complaints } = await open("#/density?v=1&kernel=exponential", options);
    await drawn(page);
    const section = page.getByTestId("section-spectral");
    await section.locator("> summary").click();
    await section.getByText(/would be published as it is/).waitFor();
    expect(await section.locator("circle.original").count()).toBeGreaterThan(10);
    await page.getByRole("radio", { name: "Outside" }).click();
    await section.locator("> summary").click();
    await section.getByText(/would be published as it is/).waitFor();
    expect(await section.locator("circle.original").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test("kernels to pick: each redraws the curve, and Epanechnikov’s is refused with the reason", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  for (const kernel of ["matern52", "matern32", "exponential", "triangular"]) {
    await page.getByLabel("Bump").selectOption(kernel);
    await expect.poll(() => page.url()).toContain(`kernel=${kernel}`);
    await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("false");
  }
  await page.getByLabel("Bump").selectOption("epanechnikov");
  await page.getByText("Epanechnikov’s bump is not positive definite").waitFor();
  await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("true");
  expect(complaints).toEqual([]);
});
