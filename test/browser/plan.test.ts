import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { drawn, drawOwn, readItSo, usePage } from "../support/page.ts";

const at = usePage();

const ages = `age\n${Array.from({ length: 300 }, (_, i) => 20 + ((i * 37) % 60)).join("\n")}\n`;

test("a plan in the form that declares a table gives ε before anything is drawn, and the release says so", async () => {
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
  expect(await axeViolations(page)).toEqual([]);
  await drawOwn(page, { lower: "0", upper: "110" });
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`took_epsilon_${epsilon}`);
  expect(page.url()).not.toContain("origin=");
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
  await plan.getByLabel("The target is").selectOption("peaks");
  await plan.getByRole("button", { name: "Simulate 400 releases" }).click();
  await plan.getByText("You declared 2 peaks.").waitFor();
  await plan.getByRole("button", { name: "Keep this release as A" }).click();
  await expect.poll(() => decodeURIComponent(page.url())).toContain("pin_1_800_2.19");
  const map = plan.getByRole("group", { name: /^mean integrated squared error over/ });
  await map.press("ArrowUp");
  await plan.getByText(/^ε \S+, bandwidth h \S+: \d/).waitFor();
  await map.press("Enter");
  await expect.poll(() => page.url()).not.toContain("h=2.19");
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a mean curve is planned by declared curves, and φ is taken over", async () => {
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
  expect(await axeViolations(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test.each([
  ["boundary", "1,classes_2_0_1_0.3_0.5_0.1_0.1_1_1_0.7_0.5_0.1_0.1,n_150,total_accuracy_3_9", "λ"],
  ["fabrication", "1,classes_2_0_1_0.3_0.5_0.1_0.1_1_1_0.7_0.5_0.1_0.1,n_40,total_entry_20_9", "M"],
])(
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
    expect(complaints).toEqual([]);
  },
);
