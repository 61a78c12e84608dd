import { expect, test } from "vitest";
import { firstOf } from "../support/fuzzing.ts";
import { drawn, drawOwn, dropFile, readItSo, releasedBy, savedBy, useBrowser } from "../support/page.ts";

const at = useBrowser();

/** Codes, a tenth of which have a leading zero: with one more at the end they are taken for codes, without it for numbers. */
const codes = (rows: number, last: string) =>
  Array.from({ length: rows }, (_, i) => (i < rows / 10 ? "07" : i === rows - 1 ? last : String(i + 1)));
const wide = (last: string) => {
  const rows = codes(60, last).map((code, i) => [(i % 7) / 7, 0.5, code, 0.25, (i % 5) / 5].join(","));
  return `q_one,q_two,q_three,q_four,q_five\n${rows.join("\n")}\n`;
};
const ranks = (last: string) =>
  `rank,waiting\n${codes(40, last)
    .map((code, i) => `${code},${40 + (i % 9)}.5`)
    .join("\n")}\n`;

/** Each study's choice, whatever a cell says: test/fuzz/schema.test.ts. */
const decided = [
  ["the number of points of a mean curve", "#/meancurve", wide, ["07", "7"], /points=4&/],
  ["the column of a density", "#/density", ranks, ["07", "7"], /x=waiting&/],
] as const;
test.each(firstOf(decided, 1))(
  "a schema that is given before the file decides %s, whatever a cell says",
  async (_, place, fileOf, ends, said) => {
    const first = await at(place);
    await dropFile(first.page, "first.csv", fileOf(ends[0]));
    await first.page.locator(".declare form").waitFor();
    expect(await first.page.getByRole("button", { name: "Draw it" }).count()).toBe(0);
    await first.page.getByText(/all its cells together: a proposal/).waitFor();
    const save = first.page.getByRole("button", { name: "Save as a schema" });
    const schema = await savedBy(first.page, () => save.click());
    await readItSo(first.page);
    await drawOwn(first.page, { upper: "60", number: "15" });
    await drawn(first.page);
    await expect.poll(() => decodeURIComponent(first.page.url())).toMatch(said);
    const proposed = await releasedBy(first.page);
    const ofReading = (release: typeof proposed) =>
      release.provenance.find(({ parameter }) => parameter === "how the file is read");
    expect(ofReading(proposed)).toMatchObject({ origin: "chosen after looking" });

    const second = await at(place);
    await drawn(second.page);
    await dropFile(second.page, "first.schema.json", schema);
    await second.page.getByText(/The next file is read by the schema/).waitFor();
    await dropFile(second.page, "second.csv", fileOf(ends[1]));
    await second.page.getByText(/by a schema that was given before it was opened/).waitFor();
    await drawOwn(second.page, { upper: "60", number: "15" });
    await drawn(second.page);
    await expect.poll(() => decodeURIComponent(second.page.url())).toMatch(said);
    const declared = await releasedBy(second.page);
    expect(ofReading(declared)).toMatchObject({ origin: "public" });
    expect(declared.mechanism.integers.length).toBe(proposed.mechanism.integers.length);
    expect(declared.sheet.dataProduct).toBe(proposed.sheet.dataProduct);
    expect([...first.complaints, ...second.complaints]).toEqual([]);
  },
);

const small = `waiting,rank\n${Array.from({ length: 40 }, (_, i) => `${20 + (i % 9)}.5,${i % 7}`).join("\n")}\n`;
const reading = (release: Awaited<ReturnType<typeof releasedBy>>) =>
  release.provenance.find(({ parameter }) => parameter === "how the file is read");

test("a proposed schema that is saved and given with the same file counts as chosen after looking", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  await dropFile(page, "first.csv", small);
  await page.locator(".declare form").waitFor();
  const schema = await savedBy(page, () => page.getByRole("button", { name: "Save as a schema" }).click());
  await page.getByRole("button", { name: "Back to what was shown" }).click();
  await drawn(page);
  await dropFile(page, "first.schema.json", schema);
  await page.getByText(/The next file is read by the schema/).waitFor();
  await dropFile(page, "again.csv", small);
  await page.getByText(/releases say that it was chosen after looking/).waitFor();
  await drawOwn(page, { upper: "60", number: "15" });
  await drawn(page);
  expect(reading(await releasedBy(page))).toMatchObject({ origin: "chosen after looking" });
  expect(complaints).toEqual([]);
});

test("a link whose schema does not fit the file draws nothing; opened once more, the file proposes its own", async () => {
  const { page, complaints } = await at(
    "#/density?v=1&data=own&x=age&schema=1*elsewhere*utf-8*comma*lf*0*header!age*point",
  );
  await dropFile(page, "other.csv", small);
  await page.getByText(/no column “age”.*Nothing is drawn\. Open the file once more/).waitFor();
  expect(await page.locator("path.release[d], .declare form").count()).toBe(0);
  await dropFile(page, "other.csv", small);
  await page.getByText(/all its cells together: a proposal/).waitFor();
  expect(complaints).toEqual([]);
});

test("an old link without a schema, and one whose schema was too long for it, have the file propose one", async () => {
  const names = Array.from({ length: 700 }, (_, i) => `column_${i}`);
  for (const schema of ["", "&schema=1*elsewhere*long*700"]) {
    const { page, complaints } = await at(`#/density?v=1&data=own&x=waiting&domain=0,60${schema}`);
    await dropFile(page, "own.csv", small);
    await page.getByText(/all its cells together: a proposal/).waitFor();
    expect(complaints).toEqual([]);
  }
  // A schema of more than 4,000 characters is a file like any other.
  const { page, complaints } = await at("#/density?data=sleep");
  await drawn(page);
  const fields = names.map((name) => ({ name, type: "number" }));
  await dropFile(page, "long.schema.json", JSON.stringify({ "curveil:schema": 1, "curveil:text": {}, fields }));
  await page.getByText("The next file is read by the schema of 700 columns").waitFor();
  const row = (i: number) => names.map((_, j) => (i + j) % 9).join(",");
  await dropFile(page, "long.csv", `${names.join(",")}\n${Array.from({ length: 30 }, (_, i) => row(i)).join("\n")}\n`);
  await page.getByText(/by a schema that was given before it was opened/).waitFor();
  await drawOwn(page, { upper: "60" });
  await drawn(page);
  expect(complaints).toEqual([]);
});
