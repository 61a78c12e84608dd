import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { drawn, drawOwn, dropFile, usePage, readItSo } from "../support/page.ts";
import { rested } from "../support/rest.ts";

const at = usePage();

/** Two hundred customers, and others from another start: data that were drawn before are known again. */
const german = (start = 100) =>
  `Kundennummer;Datum;Einkommen\n${Array.from(
    { length: 200 },
    (_, i) => `${5000 + i};${1 + (i % 28)}.03.2024;${1 + (i % 9)}.${start + i},50 €`,
  ).join("\n")}\n`;

test("an Arrow file is declared, then drawn; a damaged one leaves an empty stage with a sentence until it is dismissed", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const bytes = readFileSync(new URL("../fixtures/arrow/lz4.feather", import.meta.url));
  const mimeType = "application/vnd.apache.arrow.file";
  await page.setInputFiles("input[type=file]", { name: "people.feather", mimeType, buffer: bytes });
  await readItSo(page);
  expect(await page.locator(".declare").innerText()).toContain("300 rows, 14 columns");
  expect(await page.locator(".declare svg, .declare canvas").count()).toBe(0);
  expect(await page.getByLabel("day is read as").inputValue()).toBe("dayFirst");
  expect(await page.getByLabel("level is read as").inputValue()).toBe("category");
  await page.getByLabel("Column", { exact: true }).selectOption("double");
  await drawOwn(page, { lower: "-5", upper: "10" });
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("x=double");
  const cut = bytes.subarray(0, bytes.length / 2);
  await page.setInputFiles("input[type=file]", { name: "cut.feather", mimeType, buffer: cut });
  await page.getByText("an Arrow file that is damaged or cut off").waitFor();
  expect(await page.locator("#picture canvas").count()).toBe(0);
  await page.getByRole("button", { name: "Dismiss" }).click();
  expect(decodeURIComponent(page.url())).toContain("x=double");
  await drawn(page);
  expect(complaints).toEqual([]);
});

const windows = [
  ["a desktop", { width: 1280, height: 900 }],
  ["a phone", { width: 390, height: 844 }],
] as const;
test.each(triesAll ? windows : windows.slice(0, 1))(
  "a file by picker, drop and paste is declared, by a form that draws it, on %s",
  async (_, viewport) => {
    const ways = {
      picker: (page: Page, text: string) =>
        page.setInputFiles("input[type=file]", {
          name: "kunden.csv",
          mimeType: "text/csv",
          buffer: Buffer.from(text),
        }),
      drop: (page: Page, text: string) => dropFile(page, "kunden.csv", text),
      paste: async (page: Page, text: string) => {
        await page.getByRole("button", { name: "Paste" }).click();
        await page.getByLabel("Rows to read").fill(text);
        await page.getByRole("button", { name: "Read these rows" }).click();
      },
    };
    for (const [k, [way, load]] of Object.entries(ways).entries()) {
      const { page, complaints } = await at("#/density?data=sleep");
      await page.setViewportSize(viewport);
      await expect.poll(() => page.url(), { message: way }).not.toContain("data=own");
      await load(page, german(100 + (viewport.width === 390 ? 300 : 0) + 100 * k));
      await readItSo(page);
      // Names, kinds and counts; no value, no picture, no link.
      const said = await page.locator(".declare").innerText();
      expect(said, way).toContain("200 rows, 3 columns");
      expect(said, way).not.toMatch(/\d\.\d{3},50|5000/);
      expect(await page.locator(".declare svg, .declare canvas").count(), way).toBe(0);
      expect(page.url(), way).not.toContain("data=own");
      expect(await page.getByLabel("Einkommen is read as").inputValue(), way).toBe("comma");
      expect(await page.getByLabel("Column", { exact: true }).inputValue(), way).toBe("Einkommen");
      expect(await page.getByRole("button", { name: "Draw it" }).isEnabled(), way).toBe(false);
      // The form is the same whichever way a file came.
      if (!triesAll && k > 0) {
        await page.getByRole("button", { name: "Back to what was shown" }).click();
        await page.locator(".declare").waitFor({ state: "detached" });
        continue;
      }
      expect(await axeViolations(page), way).toEqual([]);
      await page.getByRole("button", { name: /yearly incomes/ }).click();
      await drawOwn(page);
      await drawn(page);
      await expect
        .poll(() => decodeURIComponent(page.url()), { message: way })
        .toContain("x=Einkommen&person=Kundennummer&unit=€&domain=0..200000");
      expect(complaints, way).toEqual([]);
    }
  },
);

test("separator, decimal mark and unit are declared; a wrong one gets a sentence; the unit stands on the axis and in the link", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const rows = Array.from({ length: 60 }, (_, i) => `${i};1.${500 + ((7 * i) % 40)}`).join("\n");
  await dropFile(page, "weights.csv", `id;weight\n${rows}\n`);
  await page.locator(".declare form").waitFor();
  const said = (label: string) => page.getByLabel(label, { exact: true });
  // With semicolons, 1.500 is taken for fifteen hundred until it is said otherwise.
  await expect.poll(() => said("Decimal mark").inputValue()).toBe(",");
  expect(await page.getByLabel("weight is read as").inputValue()).toBe("comma");
  await said("Decimal mark").selectOption("point");
  await expect.poll(() => page.getByLabel("weight is read as").inputValue()).toBe("point");
  await said("Separator").selectOption("bar");
  await page.getByText("only text").waitFor();
  expect(await page.getByLabel("weight is read as").inputValue()).toBe("point");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await said("Separator").selectOption("semicolon");
  await expect.poll(() => said("Separator").inputValue()).toBe(";");
  expect(await said("Decimal mark").inputValue()).toBe(".");
  await readItSo(page);
  await page.getByLabel("Unit of weight").fill("time");
  await page.locator(".problem", { hasText: "no unit" }).waitFor();
  await page.getByLabel("Unit of weight").fill("kg");
  await page.getByRole("button", { name: /weights of people in kg/ }).click();
  await drawOwn(page);
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("unit=kg&domain=0..200");
  await expect.poll(() => page.locator("#picture svg").first().textContent()).toContain("weight (kg)");

  // Instants have ends to the second, in the form, the link and the axis.
  const instants = Array.from({ length: 60 }, (_, i) => `2024-01-03T14:30:${String(i).padStart(2, "0")}Z`);
  await dropFile(page, "instants.csv", `at\n${instants.join("\n")}\n`);
  await readItSo(page);
  for (const [end, clock] of [
    ["lower", "14:30:15"],
    ["upper", "14:30:45"],
  ] as const) {
    await page.getByLabel(`Domain of at, ${end} end`, { exact: true }).fill("2024-01-03");
    await page.getByLabel(`Domain of at, ${end} end, time of day`).fill(clock);
  }
  await page.getByRole("button", { name: "Draw it" }).click();
  await page.locator(".declare").waitFor({ state: "detached" });
  await drawn(page);
  const [, lower, upper] = /domain=([\d.]+)\.\.([\d.]+)/.exec(page.url())!.map(Number) as [number, number, number];
  expect([lower, upper].map((day) => Math.round(86_400 * day) % 86_400)).toEqual([52_215, 52_245]);
  await expect.poll(() => page.locator("#picture svg").first().textContent()).toContain("14:30:30");
  expect(complaints).toEqual([]);
});

test("a cell beyond a limit counts as it or is missing, and a class is left out, as a person declares", async () => {
  const { page, complaints } = await at("#/density");
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i % 9 === 0 ? "<0.5" : 1 + i / 60},${["yes", "no", "unknown"][i % 3]}`,
  );
  await dropFile(page, "lead.csv", `lead,smoker\n${rows.join("\n")}\n`);
  const row = page.locator(".read-columns tbody tr").filter({ hasText: "lead" });
  await row.getByText("7 beyond a limit, such as “<0.5”").waitFor();
  await page.getByText("in no class: “unknown”").waitFor();
  await row.getByText("<0.5 as 0.5").click();
  await row.getByLabel("<0.5 and 90+").selectOption("missing");
  await row.getByText("more", { exact: true }).waitFor();
  await drawOwn(page, { lower: "0", upper: "3" });
  await drawn(page);
  expect(decodeURIComponent(page.url())).toContain("header!lead*point&");
  expect(complaints).toEqual([]);
});

test("bounds and budget are typed key by key: each key stands, and what is no answer is neither lost nor drawn", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await dropFile(page, "ages.csv", `age\n${Array.from({ length: 60 }, (_, i) => 20 + ((7 * i) % 41)).join("\n")}\n`);
  await readItSo(page);
  const box = (label: string) => page.getByLabel(label, { exact: true });
  const [lower, upper] = [box("Domain of age, lower end"), box("Domain of age, upper end")];
  const draw = page.getByRole("button", { name: "Draw it" });
  const retype = async (label: string, text: string) => {
    await box(label).click();
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
    expect(await box(label).inputValue(), label).toBe(text);
  };

  // The second digit of an upper end comes after the first has made a domain.
  await lower.click();
  await page.keyboard.type("0");
  await page.keyboard.press("Tab");
  await page.keyboard.type("110");
  expect(await upper.inputValue()).toBe("110");
  expect(await upper.evaluate((input) => input === document.activeElement)).toBe(true);

  // Another domain, and smaller numbers whose first digits are out of range.
  await retype("Domain of age, lower end", "18");
  await retype("Domain of age, upper end", "95");
  await retype("Domain of age, upper end", "120");
  await retype("Privacy loss ε", "0.5");
  await retype("Slack δ", "1e-6");

  // What ends below its beginning, and what is no number, is said and not drawn.
  await retype("Domain of age, upper end", "7");
  await page.keyboard.press("Tab");
  await page.getByText("It must end above where it begins.").waitFor();
  await page.getByText("Still to be said: Domain of age.").waitFor();
  expect(await draw.isEnabled()).toBe(false);
  await retype("Domain of age, upper end", "120");
  await retype("Privacy loss ε", "two");
  await page.keyboard.press("Tab");
  await page.getByText(/Expected a number from .*; still using 0\.5\./).waitFor();
  await draw.click();
  expect(await box("Privacy loss ε").evaluate((input) => input === document.activeElement)).toBe(true);
  await retype("Privacy loss ε", "0.7");
  await draw.click();
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("domain=18..120");
  expect(decodeURIComponent(page.url())).toMatch(/epsilon=0\.7&delta=(1e-6|0\.000001)/);
  expect(complaints).toEqual([]);
});

test("looking first marks what follows as chosen after looking", async () => {
  const { page } = await at("#/density?data=sleep");
  const looked = german(800);
  await dropFile(page, "kunden.csv", looked);
  await readItSo(page);
  await page.getByRole("button", { name: "Explore first" }).click();
  await page.locator(".declare").waitFor({ state: "detached" });
  await expect.poll(() => page.url()).toMatch(/origin=.*looked/);
  // The ends of the domain, which stand in the link, were read off the records.
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Settings that were chosen by looking at them are in it, and tell of them.").waitFor();

  // Declared anew, moved to the outside view and back, the mark of the bandwidth stays; so it does when the same file comes
  // again.
  const marked = () => /[?&]origin=([^&]*)/.exec(decodeURIComponent(page.url()))?.[1] ?? "";
  await page.getByLabel("Column", { exact: true }).selectOption("Datum");
  await readItSo(page);
  await page.getByLabel("Domain of Datum, lower end", { exact: true }).fill("2024-01-01");
  await page.getByLabel("Domain of Datum, upper end", { exact: true }).fill("2024-12-31");
  await drawOwn(page);
  await drawn(page);
  await expect.poll(marked).toContain("h:looked");
  await dropFile(page, "kopie.csv", looked);
  await drawOwn(page);
  await drawn(page);
  await expect.poll(marked).toContain("looked");
});

test("back leaves what was shown as it was", async () => {
  const { page } = await at("#/density?data=sleep");
  await rested(page); // The address follows the picture.
  const before = page.url();
  await dropFile(page, "kunden.csv", german());
  await page.getByRole("button", { name: "Back to what was shown" }).click();
  await drawn(page);
  expect(page.url()).toBe(before);
});
