import { expect, test } from "vitest";
import { releaseText } from "../../src/core/release/file/sealedRelease.ts";
import { changedFrom, drawn, dropFile, releasedBy, releasePath, useBrowser } from "../support/page.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const sentence = "[data-testid=sentence]";

test("a density on the log scale with folded ends: chosen, said, released, and opened again without data", async () => {
  const { page, complaints } = await open("#/density?v=1&data=sleep");
  await drawn(page);
  let path = await releasePath(page);
  await page.getByLabel("Scale", { exact: true }).selectOption("logit");
  await page.getByText("The logit scale needs a domain above 0 and below 1").waitFor();
  await page.getByLabel("Scale", { exact: true }).selectOption("log");
  path = await changedFrom(page, path);
  await expect.poll(() => page.locator(sentence).innerText()).toMatch(/^Half of what .* even on the log scale/);
  await page.getByLabel("Ends of the domain").selectOption("folded");
  await changedFrom(page, path);
  await expect.poll(() => page.locator(sentence).innerText()).toContain("folded back");
  await expect.poll(() => page.url()).toMatch(/scale=log.*ends=folded/);
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();

  const file = await releasedBy(page);
  expect(file.view.axes[0]!.coordinates.kind).toBe("points");
  expect(file.view.values.length).toBe(1000);
  expect(file.mechanism.integers.length).toBeGreaterThan(1000);
  expect(file.sheet.parameters).toContainEqual({ name: "scale", value: expect.stringContaining("log") as string });
  const shown = await releasePath(page);
  await page.reload();
  await drawn(page);
  await dropFile(page, "release.json", releaseText(file));
  await page.getByTestId("released").waitFor();
  await expect.poll(() => releasePath(page)).toBe(shown);
  expect(complaints).toEqual([]);
});

// Of what is added to a release: test/core/release/postMap.test.ts.
swept("a declared centre: typed, refused with a sentence, drawn, released with it added", async () => {
  const { page, complaints } = await open("#/meanCurve?v=1&data=chick-weight");
  await drawn(page);
  const path = await releasePath(page);
  const centre = page.getByRole("textbox", { name: "Centre" });
  await centre.fill("21:1, 0:2");
  await centre.press("Enter");
  await page.getByText("The centre is a number, such as 120, or a curve").waitFor();
  await centre.fill("0:40, 21:200");
  await centre.press("Enter");
  await changedFrom(page, path);
  await expect
    .poll(() => page.locator(sentence).innerText())
    .toContain("pulls the whole mean towards the declared centre");
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
  const file = await releasedBy(page);
  const { offsets } = file.view.carried!;
  expect([offsets[0], offsets.at(-1)]).toEqual([40, 200]);
  expect(file.view.values[5]).toBe(file.mechanism.integers[5]! * file.mechanism.lattice + offsets[5]!);
  expect(complaints).toEqual([]);
});
