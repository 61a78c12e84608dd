import { expect, test } from "vitest";
import { densityExamples } from "../../src/studies/density/model/examples.ts";
import { triesAll } from "../support/fuzzing.ts";
import { changedFrom, openedSection, releasePath, usePage } from "../support/page.ts";
import { atRest, rested } from "../support/rest.ts";

const at = usePage();

test("the start page shows a private curve beside the original, and says what to see", async () => {
  const { page, complaints } = await at("");
  expect(await releasePath(page)).toMatch(/^M[\d.]+,[\d.-]+(L[\d.]+,[\d.-]+){50,999}$/);
  expect(await page.locator("path.estimate").getAttribute("d")).toMatch(/^M/);
  await page.getByText("Of 100 releases at ε = 0.2, 86 show both peaks").waitFor();
  expect(await page.getByLabel("Receipt").textContent()).toContain("Δ0.00161");
  expect(complaints).toEqual([]);
});

test("the start page says that the peaks are gone at ε = 0.01, from inside; outside it speaks of the release alone", async () => {
  const { page, complaints } = await at("#/density?v=1&epsilon=0.01");
  await page.getByText("At ε = 0.01 the peaks are gone").waitFor();
  await page.getByRole("radio", { name: "Outside" }).click();
  await page.getByText("No peak of the private curve rises by more than noise alone makes").waitFor();
  const sentence = (await page.getByTestId("sentence").textContent())!;
  const receipt = (await page.getByLabel("Receipt").textContent())!;
  // One definition of the noise: the same share in the sentence and on the receipt.
  const share = /noise\/mean height([\d.]+) %/.exec(receipt)![1]!;
  expect(sentence).toMatch(new RegExp(`${Number(share) < 200 ? `${share} % of` : "times"} the mean height`));
  expect(complaints).toEqual([]);
});

test("a term explains itself by pointer and by key, and Escape closes it", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const term = page.getByTestId("sentence").getByRole("button", { name: "visible" });
  const words = page.getByText("rises above its valleys by more than noise makes in 95 of 100 releases.");
  await term.press("Enter");
  await words.waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => words.isVisible()).toBe(false);
  await term.hover();
  await words.waitFor();
  expect(complaints).toEqual([]);
});

/** The examples that every run draws: a curve, fields, and curves of groups. */
const telling = ["sleep", "faithful-2d", "irises"];

test("every example is drawn, without a word in the console", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  let said = await page.getByTestId("sentence").textContent();
  for (const { id, defaults } of densityExamples.filter(({ id }) => triesAll || telling.includes(id))) {
    const shown = page.getByLabel("Data set");
    if ((await shown.inputValue()) !== id) {
      await shown.selectOption(id);
      await expect.poll(() => page.getByTestId("sentence").textContent(), { message: id }).not.toBe(said);
    }
    await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    said = await page.getByTestId("sentence").textContent();
    const plane = defaults.y !== undefined;
    await expect.poll(() => page.locator(".field-plot").count(), { message: id }).toBe(plane ? 2 : 0);
    if (!plane) expect(await releasePath(page), id).toMatch(/^M[\d.]+,[\d.-]+(L[\d.]+,[\d.-]+)+$/);
    if (id !== "sleep") await expect.poll(() => new URL(page.url()).hash, { message: id }).toContain(`data=${id}`);
    expect(await page.content(), id).not.toContain("NaN");
  }
  expect(complaints).toEqual([]);
});

test("each move of ε paints the curve once, within its own event", async () => {
  const { page } = await at("#/density?data=sleep");
  await rested(page);
  const paints = await page.getByRole("slider", { name: "Privacy loss" }).evaluate((slider) => {
    const context = document.querySelector<HTMLCanvasElement>(".curve-plot canvas")!.getContext("2d")!;
    let painted = 0;
    // Each painting begins with the ground of the curves.
    const { drawImage } = CanvasRenderingContext2D.prototype as unknown as { drawImage: (...what: unknown[]) => void };
    const counted = (...ground: unknown[]) => {
      painted++;
      drawImage.apply(context, ground);
    };
    Object.assign(context, { drawImage: counted });
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
    return Array.from({ length: 20 }, (_, k) => {
      painted = 0;
      value.set!.call(slider, String(500 + 5 * k));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return painted;
    });
  });
  expect(paints).toEqual(Array(20).fill(1));
});

test("of two fields ε paints the private one alone, and the bandwidth both in one frame", async () => {
  const { page } = await at("#/density?data=faithful-2d&y=waiting");
  await page.locator(".field-plot canvas").nth(1).waitFor();
  await rested(page);
  const paintedWith = (name: string) =>
    page
      .getByRole("slider", { name })
      .first()
      .evaluate(async (slider) => {
        const frames = new Map<number, Set<number>>();
        let frame = 0;
        const restore = [...document.querySelectorAll<HTMLCanvasElement>(".field-plot canvas")].map((canvas, i) => {
          const context = canvas.getContext("2d")!;
          const { drawImage } = CanvasRenderingContext2D.prototype as unknown as {
            drawImage: (...a: unknown[]) => void;
          };
          const noted = (...what: unknown[]) => {
            frames.set(frame, (frames.get(frame) ?? new Set()).add(i));
            drawImage.apply(context, what);
          };
          Object.assign(context, { drawImage: noted });
          return () => Reflect.deleteProperty(context, "drawImage");
        });
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
        for (let k = 0; k < 55; k++) {
          if (k < 40) {
            value.set!.call(slider, String(450 + k));
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }
          await new Promise(requestAnimationFrame);
          frame++;
        }
        for (const end of restore) end();
        return [...frames.values()].map((canvases) => [...canvases].sort().join());
      });
  const ofEpsilon = await paintedWith("Privacy loss");
  expect(ofEpsilon.length).toBeGreaterThan(10);
  expect(ofEpsilon.filter((canvases) => canvases === "1").length).toBeGreaterThan(0.8 * ofEpsilon.length);
  await rested(page);
  const ofBandwidth = await paintedWith("Bandwidth");
  expect(ofBandwidth.length).toBeGreaterThan(3);
  // A frame that was late may be told of in two.
  expect(ofBandwidth.filter((canvases) => canvases === "0,1").length).toBeGreaterThan(0.8 * ofBandwidth.length);
});

test("dragging the bandwidth redraws both curves", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  const original = await page.locator("path.estimate").getAttribute("d");
  const box = (await page.getByRole("slider", { name: "Bandwidth" }).boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.62, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 10 });
  await page.mouse.up();
  await changedFrom(page, before);
  expect(await page.locator("path.estimate").getAttribute("d")).not.toBe(original);
  expect(complaints).toEqual([]);
});

test("δ, calibration, post-processing, seed, route and draws each change the picture", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  let path = await releasePath(page);
  const changes = [
    () => page.getByRole("slider", { name: "Slack" }).press("PageDown"),
    () => page.getByLabel("Calibration").selectOption("classical"),
    () =>
      page
        .getByLabel("Seed")
        .fill("5")
        .then(() => page.getByLabel("Seed").press("Enter")),
    () => page.getByLabel("Noise", { exact: true }).selectOption("sobolev"),
    () => page.getByRole("slider", { name: "Rate of the noise kernel" }).press("PageUp"),
    () => page.getByLabel("Post-processing").selectOption("density"),
    () => page.getByRole("button", { name: "Draw again" }).click(),
  ];
  for (const change of changes) {
    await change();
    path = await changedFrom(page, path);
  }
  expect(complaints).toEqual([]);
});

test("classical calibration above ε = 1 is refused beside its control, and the last good curve stays", async () => {
  const { page, complaints } = await at("#/density?v=1&route=sobolev");
  await page.getByLabel("Calibration").selectOption("classical");
  const slider = page.getByRole("slider", { name: "Privacy loss" });
  const path = await releasePath(page);
  const printed = (await openedSection(page, "attacker")).getByTestId("printed-noise");
  await printed.filter({ hasText: /its ε is [\d.]+ and not 1; at ε = 1 its δ is/ }).waitFor();
  const said = await printed.textContent();
  await slider.press("PageUp");
  await page.getByText("The classical calibration is proved for ε up to 1 only").waitFor();
  expect(await releasePath(page)).not.toBe("");
  expect(await page.locator("#picture").getAttribute("data-stale")).toBe("true");
  expect(await printed.textContent()).toBe(said);
  await slider.press("PageDown");
  await expect.poll(() => page.locator("#picture").getAttribute("data-stale")).toBe("false");
  expect(path).not.toContain("NaN");
  expect(complaints).toEqual([]);
});

test("a domain that ends before it begins gets a sentence, and the curve stays", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  await page.getByLabel("Domain, upper end").fill("-2");
  await page.getByLabel("Domain, upper end").press("Enter");
  await page.getByText("The domain must end above where it begins").waitFor();
  expect(await releasePath(page)).toBe(before);
  await page.getByLabel("Domain, upper end").fill("14");
  await page.getByLabel("Domain, upper end").press("Enter");
  await changedFrom(page, before);
  expect(complaints).toEqual([]);
});

test("a number outside its limits gets a sentence and changes nothing", async () => {
  const { page } = await at("#/density?data=sleep");
  const before = await releasePath(page);
  for (const text of ["0", "-1", "1e400", "abc", ""]) {
    await page.getByLabel("Privacy loss, as a number").fill(text);
    await page.getByLabel("Privacy loss, as a number").press("Enter");
    await page.getByText(/Expected a number from 0\.001 to 50.*still using 1\./).waitFor();
  }
  expect(await releasePath(page)).toBe(before);
});

test("the guarantee opens into numbers, formula, source and the attacker's trade-off", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.locator("details.guarantee > summary").first().click();
  await page.locator(".katex").first().waitFor();
  const text = (await page.locator("details.guarantee").first().textContent()) ?? "";
  expect(text).toContain("Anyone who knows all records but one");
  expect(text).toMatch(/a factor of eε = [\d.]+, plus δ = /);
  expect(text).toContain("the privacy loss exceeds ε with probability");
  expect(text).toContain("section 4.1");
  expect(text).toContain("Jitter");
  expect(await page.locator(".tradeoff-plot path.best").getAttribute("d")).toMatch(/^M.*L/);
  await page
    .getByText(/% of the (peak|mean height)/)
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});

test("a second column turns the curve into fields", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await page.getByLabel("Data set").selectOption("faithful");
  await page.getByLabel("Second column").selectOption("waiting");
  await page.getByLabel("Domain of waiting, upper end").fill("110");
  await page.getByLabel("Domain of waiting, upper end").press("Enter");
  await page.locator(".field-plot").nth(1).waitFor();
  await page.getByLabel("Layout").selectOption("overlay");
  await expect.poll(() => page.locator(".field-plot").count()).toBe(1);
  await page.getByRole("slider", { name: "Correlation of the bump" }).press("PageUp");
  await expect.poll(() => page.url()).toMatch(/correlation=0\.\d/);
  expect(complaints).toEqual([]);
});

test("several draws are shown one after another, and stand still under reduced motion", async () => {
  const { page } = await at("#/density?v=1&data=hall-1&draws=5&display=animation");
  await atRest(page); // No frame and no timer is waiting that would show another one.
  const before = await releasePath(page);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await changedFrom(page, before);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await atRest(page);
});

test("pointing at a field reads it, with the original only from inside", async () => {
  const { page, complaints } = await at("#/density?v=1&data=mixture-2d&y=y");
  await page.locator(".field-plot").nth(1).waitFor();
  await page.locator(".field-plot").first().hover();
  await page.getByText(/x = 0\.\d+, y = 0\.\d+ · private .* · original/).waitFor();
  await page.getByRole("radio", { name: "Outside" }).click();
  await page.locator(".field-plot").first().hover();
  await page.getByText(/x = 0\.\d+, y = 0\.\d+ · private/).waitFor();
  expect(await page.locator(".readout").textContent()).not.toContain("original");
  expect(complaints).toEqual([]);
});

test("dragging ε redraws the private curve, even when no worker is left to ask", async () => {
  const { page } = await at("#/density?data=sleep"); // The last one here: no worker comes to this page again.
  const before = await releasePath(page);
  await page.evaluate(() => Reflect.deleteProperty(globalThis, "Worker")); // None takes the place of those that end.
  for (const worker of page.workers()) void worker.evaluate("close()").catch(() => undefined);
  await expect.poll(() => page.workers().length).toBe(0);
  const box = (await page.getByRole("slider", { name: "Privacy loss" }).boundingBox())!;
  await page.mouse.move(box.x + box.width * 0.64, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.55, box.y + box.height / 2, { steps: 8 });
  const during = await changedFrom(page, before);
  await page.mouse.up();
  expect(during).not.toBe(before);
  await expect.poll(() => page.url()).toMatch(/epsilon=0\.\d+/);
});
