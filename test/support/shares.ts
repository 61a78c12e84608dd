import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** A section that buys with a share of ε refuses shares of nothing and of all, each in a sentence. */
export async function refusesEmptyShares(section: Locator): Promise<void> {
  const share = section.getByLabel("Share of the budget");
  for (const [text, sentence] of [
    ["0", "nothing would be bought"],
    ["1", "nothing would be left for the release"],
  ] as const) {
    await share.fill(text);
    await share.press("Enter");
    await section.getByText(sentence).waitFor();
    expect(await section.getByRole("button", { name: "Buy", exact: true }).isDisabled()).toBe(true);
  }
}
