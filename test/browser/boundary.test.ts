import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { boundaryExamples } from "../../src/studies/boundary/model/examples.ts";
import { mainText, moons, number } from "../support/boundaryPage.ts";
import { triesAll } from "../support/fuzzing.ts";
import { drawn, releasePath, useBrowser, usePage } from "../support/page.ts";
import { rested } from "../support/rest.ts";
import { swept } from "../support/swept.ts";

const open = useBrowser();
const at = usePage();

/** The example that every run draws: four inputs, on a plane. Curves: gestures.test.ts. Moons stand in most tests below. */
const telling = ["iris-4"];

describe("examples and links", () => {
  test("every example is drawn, without a word in the console", async () => {
    const { page, complaints } = await at("#/boundary?data=alda-2");
    let said = "";
    for (const { id, defaults } of boundaryExamples.filter(({ id }) => triesAll || telling.includes(id))) {
      await page.getByLabel("Data set").selectOption(id);
      await expect.poll(() => page.getByTestId("sentence").textContent(), { message: id }).not.toBe(said);
      await expect
        .poll(() => page.getByTestId("sentence").textContent(), { message: id, timeout: 20_000 })
        .toMatch(/records it has not seen|original → private/);
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
    const { page, complaints } = await at(moons);
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
    await expect.poll(() => page.url()).toContain(`penalty=${penalty}`);

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

  // Each field of a link: test/studies/boundary/links.test.ts. The picture elsewhere, after a longer way: page.test.ts.
  swept("a link opens the same controls and the same picture elsewhere", async () => {
    const { page } = await at("#/boundary?data=circles");
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
    for (const slider of ["Privacy loss", "Penalty", "Length scale", "Slack"]) {
      await page.getByRole("slider", { name: slider }).press("PageUp");
    }
    const delta = Number(await number(page, "Slack"));
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
    // What is not needed for the first picture comes after it.
    await expect.poll(() => controls(other.page)).toEqual(await controls(page));
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

test("the original's dashes are stroked while λ moves, and stay as they are while ε does", async () => {
  const { page } = await at(moons);
  await rested(page);
  const dashed = (name: string) =>
    page
      .getByRole("slider", { name })
      .first()
      .evaluate(async (slider: HTMLInputElement) => {
        let count = 0;
        const drawing = CanvasRenderingContext2D.prototype;
        const { stroke } = drawing as unknown as { stroke: (...a: unknown[]) => void };
        const counted = function (this: CanvasRenderingContext2D, ...path: unknown[]) {
          if (this.getLineDash().length > 0) count++;
          stroke.apply(this, path);
        };
        Object.assign(drawing, { stroke: counted });
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
        for (let k = 0; k < 20; k++) {
          value.set!.call(slider, String(400 - 4 * k));
          slider.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise(requestAnimationFrame);
        }
        Object.assign(drawing, { stroke });
        return count;
      });
  expect(await dashed("Privacy loss")).toBe(0);
  await rested(page);
  expect(await dashed("Penalty")).toBeGreaterThan(0);
});
