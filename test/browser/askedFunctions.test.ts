import { expect, test } from "vitest";
import { openedSection, usePage, withBudget } from "../support/page.ts";
import { rested } from "../support/rest.ts";

const at = usePage();

test("a curve of responses is answered point by point, and chosen among functions", async () => {
  const { page, complaints } = await at("#/boundary?data=cars");
  await rested(page);
  const online = await openedSection(page, "online");
  await withBudget(page);
  await online.getByRole("button", { name: "Begin an online release" }).click();
  await online.getByTestId("online-terms").waitFor();
  const ask = async (text: string) => {
    await online.getByLabel("Points to ask for").fill(text);
    await online.getByRole("button", { name: "Ask", exact: true }).click();
  };
  await ask("12 12");
  await online.getByText("2 answers, all for one price").waitFor();
  const answers = await online.locator("td").allTextContents();
  expect(answers[0]).toBe(answers[1]);
  await ask("-1e9");
  await online.getByText(/is outside the domain, .*nothing was asked/).waitFor();
  const choice = await openedSection(page, "choice");
  await choice.getByText(/^One record changes a distance by s = /).waitFor();
  await choice.getByRole("textbox", { name: "Candidates" }).fill("1 + 2 step x 10\n20 + -1 x");
  await choice.getByRole("button", { name: "Its probabilities (private)" }).click();
  await expect.poll(() => choice.getByTestId("choice-odds").locator("tr").count()).toBe(2);
  await choice.getByRole("button", { name: /^Choose for/ }).click();
  await choice.getByText(/^Chosen among 2 for ε = 0\.2: /).waitFor();
  expect(complaints).toEqual([]);
});
