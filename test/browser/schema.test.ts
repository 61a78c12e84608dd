import { expect, test } from "vitest";
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

test.each([
  ["the number of points of a mean curve", "#/meancurve", wide, ["07", "7"], /points=4&/],
  ["the column of a density", "#/density", ranks, ["07", "7"], /x=waiting&/],
] as const)(
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
