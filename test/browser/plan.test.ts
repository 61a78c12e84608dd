import { expect, test } from "vitest";
import type { Locator, Page } from "playwright-core";
import { axeViolations } from "../support/axe.ts";
import { firstOf } from "../support/fuzzing.ts";
import { drawn, drawOwn, readItSo, usePage } from "../support/page.ts";
import { ditheredContents, sealed } from "../support/releaseExamples.ts";
import { swept } from "../support/swept.ts";
import { readFile } from "node:fs/promises";

const at = usePage();

/** Takes the truth from the example that is shown. */
async function takenFromExample(plan: Locator, page: Page): Promise<void> {
  const truth = () => /plan=(1,[^,]*)/.exec(decodeURIComponent(page.url()))?.[1];
  const before = truth();
  await plan.getByLabel("Or take it from an example").selectOption(/data=([^&]+)/.exec(page.url())![1]!);
  await expect.poll(truth).not.toBe(before);
}

const ages = `age\n${Array.from({ length: 300 }, (_, i) => 20 + ((i * 37) % 60)).join("\n")}\n`;

test("a plan in the form that declares a table gives ε, bounds and a budget before anything is drawn, and the release says so", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.setInputFiles("input[type=file]", { name: "ages.csv", mimeType: "text/csv", buffer: Buffer.from(ages) });
  await readItSo(page);
  await page.getByLabel("Domain of age, lower end").fill("0");
  await page.getByLabel("Domain of age, upper end").fill("110");
  await page.getByLabel("Domain of age, upper end").press("Tab");
  const plan = page.getByTestId("section-plan");
  await plan.locator("summary").click();
  await plan.getByTestId("plan-risk").waitFor();
  const percent = plan.getByLabel("Percent of the height");
  await percent.fill("10");
  // The Return key changes the plan, and draws nothing.
  await percent.press("Enter");
  await plan.getByRole("button", { name: /^Take over ε/ }).click();
  await plan.getByText("is reached").waitFor();
  expect(await page.locator("#picture canvas, #picture .curve").count()).toBe(0);
  const epsilon = Number(await page.getByLabel("Privacy loss ε").inputValue());
  expect(epsilon).toBeGreaterThan(0.5);
  // Two bars cross while the domain is dragged.
  const bounds = plan.getByTestId("plan-bounds");
  await bounds.locator("summary").click();
  const slider = bounds.getByRole("slider", { name: "The domain of age, in multiples of the declared" });
  const wider = async (key: string) => {
    await slider.press(key);
    const [clipping = 0, noise = 0] = await bounds
      .locator(".plan-bar div")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    return clipping - noise;
  };
  await slider.waitFor();
  expect(await wider("Home")).toBeGreaterThan(0);
  expect(await wider("End")).toBeLessThan(0);
  // Bounds that were taken over are where the next drag begins.
  await slider.press("ArrowLeft");
  const dragged = await slider.getAttribute("aria-valuetext");
  await bounds.getByRole("button", { name: /^Take over/ }).press("Enter");
  await expect.poll(() => page.getByLabel("Domain of age, upper end").inputValue()).not.toBe("110");
  await expect.poll(() => slider.getAttribute("aria-valuetext")).toBe(dragged);
  for (const [end, value] of [
    ["lower", "0"],
    ["upper", "110"],
  ] as const) {
    await page.getByLabel(`Domain of age, ${end} end`).fill(value);
    await page.getByLabel(`Domain of age, ${end} end`).press("Tab");
  }
  // A row opens the study as it is declared here, though the address does not have it yet.
  const analysis = plan.getByTestId("analysis");
  await analysis.locator("summary").click();
  await analysis.getByRole("button", { name: "Add this release" }).click();
  await analysis.getByRole("button", { name: "Add a purchase" }).click();
  const link = await analysis.getByRole("link").first().getAttribute("href");
  expect(link).toContain(`epsilon=${epsilon}&`);
  expect(link).toContain("domain=0..110");
  await analysis.getByLabel("ε that row 1 needs").fill("0.3");
  await analysis.getByLabel("ε that row 1 needs").press("Enter");
  await analysis.getByRole("button", { name: "Find the best split" }).click();
  await expect.poll(() => analysis.getByText(/, enough$/).count()).toBe(2);
  // A typed share is kept.
  const share = analysis.getByLabel("Share of row 2", { exact: true });
  await share.fill("20");
  await share.press("Enter");
  await analysis.getByRole("button", { name: "Find the best split" }).click();
  expect(await analysis.getByLabel("Keep the share of row 2").isChecked()).toBe(true);
  expect(await share.inputValue()).toBe("20");
  await analysis.getByLabel("Keep the share of row 1").check();
  await analysis.getByRole("button", { name: "Find the best split" }).click();
  await analysis.getByText("All rows are kept, so there is nothing to split.").waitFor();
  await analysis.getByLabel("Keep the share of row 1").uncheck();
  const saved = page.waitForEvent("download");
  await analysis.getByRole("button", { name: /^Save, to print/ }).click();
  const printed = await readFile(await (await saved).path(), "utf8");
  expect(printed).toContain("Budget of an analysis");
  expect(printed).toContain("2 rows. Together the rows cost ε = ");
  expect(await axeViolations(page)).toEqual([]);
  await drawOwn(page, { lower: "0", upper: "110" });
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`took_epsilon_${epsilon}`);
  expect(page.url()).not.toContain("origin=");
  // A private truth stays in the page: the link has the declared one, and says what was taken over.
  await page.getByTestId("section-plan").locator("summary").first().click();
  const declared = () => /plan=(1,[^,]*)/.exec(decodeURIComponent(page.url()))?.[1];
  const before = declared();
  await plan.getByTestId("plan-risk").waitFor();
  const risk = await plan.getByTestId("plan-risk").innerText();
  await plan.getByRole("button", { name: "Plan on the loaded data: this counts as looking" }).press("Enter");
  await plan.getByTestId("plan-private").waitFor();
  // Nothing there is called declared.
  await plan.getByText(/^Dashed: the truth of this plan\./).waitFor();
  await expect.poll(() => plan.getByTestId("plan-risk").innerText()).not.toBe(risk);
  await plan.getByTestId("plan-risk").getByRole("button", { name: "Take over h" }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain("looked_h_");
  expect(decodeURIComponent(page.url())).toContain("origin=h:looked");
  expect(declared()).toBe(before);
  await plan.getByRole("button", { name: /^Plan with n/ }).click();
  await plan.getByText("The data have 300.").waitFor();
  expect(decodeURIComponent(page.url())).not.toContain(",n_");
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
  );
  expect(kept).not.toContain("drawn_");
  await plan.getByTestId("analysis").locator("summary").click();
  expect(await plan.getByRole("button", { name: "Add this release" }).isEnabled()).toBe(false);
  await plan.getByRole("button", { name: "Plan on what was declared" }).click();
  await plan.getByText("The data have 300.").waitFor({ state: "detached" });
  // A parameter of a private plan is marked in the row of the budget too.
  await plan.getByRole("button", { name: "Add this release" }).click();
  await plan.getByText(/; h was planned on the private data$/).waitFor();
  await plan.locator("summary").first().click();
  expect(complaints).toEqual([]);
});

test("a link with a plan opens it; what no ε reaches says what bounds it; another h is taken over", async () => {
  const truth = "normals_0.6_35_6_0.4_62_5";
  const { page, complaints } = await at(
    `#/density?data=faithful&domain=0..110&h=5.5&plan=1,${truth},n_800,total_everywhere_5`,
  );
  await drawn(page);
  const plan = page.getByTestId("section-plan");
  await plan.locator("summary").click();
  await plan.getByText("No ε reaches it").waitFor();
  await plan.getByRole("button", { name: "Take over h = 2.19" }).click();
  await expect.poll(() => page.url()).toContain("h=2.19");
  await plan.getByText("At ε = 1, n = 800 and h = 2.19").waitFor();
  await plan.getByRole("button", { name: "Keep this release as A" }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain("pin_1_800_2.19");
  // A held target: ε follows h, by keys, until one press lets it go.
  const epsilonIn = () => Number(/epsilon=([\d.]+)/.exec(page.url())?.[1]);
  const percent = plan.getByLabel("Percent of the height");
  await percent.fill("60");
  await percent.press("Enter");
  // The answer before says that no ε reaches its target, which then cannot be held.
  await plan.getByRole("button", { name: /^Take over ε = / }).waitFor();
  await plan.getByRole("button", { name: "Hold the target by ε" }).press("Enter");
  await expect.poll(epsilonIn).not.toBe(1);
  const before = epsilonIn();
  await page
    .getByRole("slider", { name: /andwidth/ })
    .first()
    .press("ArrowRight");
  await expect.poll(epsilonIn).not.toBe(before);
  await plan.getByRole("button", { name: "Let go" }).press("Enter");
  await expect.poll(() => page.url()).not.toContain("held");
  const map = plan.getByRole("group", { name: /^mean integrated squared error over/ });
  await map.press("ArrowUp");
  await plan.getByText(/^ε \S+, bandwidth h \S+: \d/).waitFor();
  await map.press("Enter");
  await expect.poll(() => page.url()).not.toContain("h=2.19");
  // Mechanisms are compared at the plan's n, not at that of the data.
  const comparison = page.getByTestId("section-comparison");
  await comparison.locator("summary").click();
  await comparison.getByLabel("Measure errors against").selectOption("declared");
  await comparison.getByText("on five data sets of 800 records").waitFor();
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a truth comes from an example or an earlier release, and a place or peaks are planned by simulated releases", async () => {
  const { page, complaints } = await at(`#/density?data=faithful&domain=0..110&plan=1,normals_1_35_6,n_800,peaks_9`);
  await drawn(page);
  const plan = page.getByTestId("section-plan");
  // The section stays open from the test before.
  await plan
    .locator("summary")
    .first()
    .evaluate((summary) => (summary.parentElement as HTMLDetailsElement).open || (summary as HTMLElement).click());
  const answers = plan.getByTestId("plan-answers");
  await answers.getByText(/all peaks of the truth show in/).waitFor();
  await plan.getByLabel("Or take it from an example").selectOption("sleep");
  await expect.poll(() => decodeURIComponent(page.url())).toContain("plan=1,drawn_");
  // A click at the lower left draws a first height near a fifth of the axis.
  const drawing = plan.getByRole("img", { name: "the heights that are declared" });
  await drawing.click({ position: { x: 58, y: 150 } });
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/plan=1,drawn_0\.[1-9]/);
  await plan.getByLabel("Error", { exact: true }).selectOption("place");
  await plan.getByLabel("Highest point to").fill("50");
  await plan.getByLabel("Highest point to").press("Enter");
  await answers.getByText(/the error in place of the highest point between \d+ and 50/).waitFor();
  const file = plan.locator("input[type=file]").first();
  const csv = `eruptions\n${Array.from({ length: 60 }, (_, i) => 20 + (i % 7)).join("\n")}\n`;
  await file.setInputFiles({ name: "public.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/plan=1,drawn(_0){3}/);
  await file.setInputFiles({ name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await plan.getByRole("alert").first().waitFor();
  const earlier = JSON.stringify(await sealed(ditheredContents()));
  await file.setInputFiles({ name: "release.json", mimeType: "application/json", buffer: Buffer.from(earlier) });
  // The curve begins at 40, the thirteenth of 33 places.
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/plan=1,drawn(_0){13}\./);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

// In every run: a density, above; of a mean curve alone, test/core/planning.
swept("a mean curve is planned by declared curves, and φ is taken over", async () => {
  const { page, complaints } = await at("#/meanCurve?plan=1,curves_20_5_0_60_120,n_500,total_point_60");
  await drawn(page);
  const plan = page.getByTestId("section-plan");
  await plan.locator("summary").click();
  await plan.getByTestId("plan-risk").waitFor();
  await plan
    .getByRole("button", { name: /^Take over φ/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain("took_penalty_");
  await takenFromExample(plan, page);
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

/** What differs from study to study: test/core/planning/boundaryRounds.test.ts and tableRounds.test.ts. */
const growing = [
  ["boundary", "1,classes_2_0_1_0.3_0.5_0.1_0.1_1_1_0.7_0.5_0.1_0.1,n_150,total_accuracy_3_9", "λ"],
  ["fabrication", "1,classes_2_0_1_0.3_0.5_0.1_0.1_1_1_0.7_0.5_0.1_0.1,n_40,total_entry_20_9", "M"],
] as const;
test.each(firstOf(growing, 1))(
  "a plan of a %s grows by simulated releases, serves another target without new ones, and is taken over",
  async (study, text, symbol) => {
    const { page, complaints } = await at(`#/${study}?plan=${text}`);
    await drawn(page);
    const plan = page.getByTestId("section-plan");
    await plan.locator("summary").click();
    const answers = plan.getByTestId("plan-answers");
    await answers.getByText("simulated ones").waitFor();
    await plan.getByRole("button", { name: "Stop the simulation" }).click();
    await plan.getByRole("button", { name: "Stop the simulation" }).waitFor({ state: "detached" });
    await plan.getByLabel("Map over").selectOption("both");
    await plan.getByRole("group", { name: /^error of the target over ε and records n/ }).waitFor();
    await plan.getByRole("button", { name: "Stop the map" }).click();
    await plan.getByRole("button", { name: "Stop the map" }).waitFor({ state: "detached" });
    const percent = plan.getByLabel("Most", { exact: true });
    await percent.fill("95");
    await percent.press("Enter");
    await answers.getByText("the target is reached").waitFor();
    await expect.poll(() => decodeURIComponent(page.url())).toContain("_95_9");
    await plan.getByLabel("Weight of part 2").fill("2");
    await plan.getByLabel("Weight of part 2").press("Enter");
    const take = answers.getByRole("button", { name: /^Take over/ }).first();
    await take.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await take.click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain("took_");
    expect(await answers.innerText()).toContain(symbol);
    await takenFromExample(plan, page);
    expect(complaints).toEqual([]);
  },
);
