import { expect, test } from "vitest";
import { drawFile, drawn, useBrowser, withBudget } from "../support/page.ts";
import { refusesEmptyShares } from "../support/shares.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();

test("λ is bought from a list: errors are said beside it, ε is divided, the ledger is charged, and the release has the rest", async () => {
  const { page, complaints } = await open("#/boundary?v=1&data=iris&epsilon=1");
  await drawn(page);
  await page.getByText("Buy λ with a part of the budget").click();
  const section = page.getByTestId("buy-penalty");
  const list = section.getByLabel("Values of λ to choose from");
  const buy = section.getByRole("button", { name: "Buy", exact: true });
  for (const [text, sentence] of [
    ["0.1", "One λ alone would come out whatever the records are"],
    ["0.1, O.3", "“O.3” in the list of λ is not a number."],
    ["0.1, 0", "0 in the list of λ must lie between"],
  ] as const) {
    await list.fill(text);
    await section.getByText(sentence).waitFor();
    expect(await buy.isDisabled()).toBe(true);
  }
  await list.fill("0.1, 0.3, 1");
  await refusesEmptyShares(section);
  const share = section.getByLabel("Share of the budget");
  await share.fill("0.2");
  await share.press("Enter");
  await section
    .getByText(/^Of ε = 1, 0\.2 buys λ, and 0\.8 is left for the release\. Together they are \(1, /)
    .waitFor();
  await section.getByText(/With 95 %, the loss of the λ that comes out exceeds/).waitFor();
  await withBudget(page);
  await buy.click();
  await section.getByText(/^Bought: λ = (0\.1|0\.3|1)\. It cost ε = 0\.2; ε is now 0\.8, what is left\.$/).waitFor();
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/epsilon=0\.8&.*origin=penalty:bought/);
  await page.getByTestId("account").waitFor();
  expect(complaints).toEqual([]);
});

swept("φ and ρ, then τ, are bought for a mean curve, on a phone; one pair alone is refused", async () => {
  const { page, complaints } = await open("#/meanCurve?v=1&data=mirshani-figure-3", {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await drawn(page);
  await page.getByText("Buy φ, ρ or τ with a part of the budget").click();
  const section = page.getByTestId("buy-smoothing");
  await section.getByLabel("Values of φ to choose from").fill("0.01");
  await section.getByLabel("Values of ρ to choose from").fill("0.1");
  await section.getByText("One pair alone would come out whatever the curves are").waitFor();
  await section.getByLabel("Values of ρ to choose from").fill("0.1, 0.3");
  await withBudget(page);
  await section.getByRole("button", { name: "Buy", exact: true }).click();
  await section.getByText(/^Bought: φ = 0\.01, ρ = 0\.[13]\. It cost ε = 0\.2; ε is now 0\.8/).waitFor();
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/origin=[^&]*penalty:bought/);
  await section.getByLabel("Buy", { exact: true }).selectOption("normBound");
  // The section follows once the settings rest.
  await section.getByText("Of ε = 0.8, 0.16 buys τ").waitFor();
  await section.getByRole("button", { name: "Buy", exact: true }).click();
  await section.getByText(/^Bought: τ = [\d.]+\. It cost ε = 0\.16/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(complaints).toEqual([]);
});

test("a list that is written beside one's own data counts as looked at, until its writer says otherwise", async () => {
  const { page } = await open("#/boundary?data=alda-2");
  await drawn(page);
  const rows = Array.from({ length: 40 }, (_, i) => `${(i % 8) / 8},${i / 40},${i % 3 === 0 ? "a" : "b"}`);
  await drawFile(page, "own.csv", `u,v,kind\n${rows.join("\n")}\n`);
  await drawn(page);
  await page.getByText("Buy λ with a part of the budget").click();
  const section = page.getByTestId("buy-penalty");
  await section.getByLabel("Values of λ to choose from").fill("0.2, 0.5");
  await section.getByText(/^The list of λ was written beside the picture/).waitFor();
  await withBudget(page);
  const buy = section.getByRole("button", { name: "Buy", exact: true });
  await buy.click();
  await section.getByText(/^This would not be a private choice: the list of λ/).waitFor();
  expect(await section.getByTestId("bought").count()).toBe(0);
  await section.getByRole("button", { name: "I would have written it without looking" }).click();
  await buy.click();
  await section.getByText(/^Bought: λ = 0\.[25]\./).waitFor();
});
