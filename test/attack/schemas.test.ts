import { expect, test } from "vitest";
import { readSchemaFile, schemaFileText } from "../../src/core/tables/schemaFile.ts";
import { schemaOfText, schemaText, originOfSchema, columnTypes } from "../../src/core/tables/schemaText.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readTable } from "../../src/core/tables/readTable.ts";
import { study as boundary } from "../../src/studies/boundary/definition.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { study as fabrication } from "../../src/studies/fabrication/definition.ts";
import { study as meanCurve } from "../../src/studies/meanCurve/definition.ts";
import { chanceOf } from "../support/fuzzing.ts";

const names = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "x",
  "0",
  "1.5",
  "a*b!c(d~0",
  "~4",
  "~5",
  "é",
  "=1+1",
  "\u202e",
  "'",
  '"',
  "a,b",
  "schema",
  "n",
  "person_id",
  "time",
  "value",
  "cell_of_x",
  "curves",
  "counts_0_1_8_per_1",
  "sum",
];

test("hostile schemas are refused in a sentence, or read as they are written", () => {
  let [read, refused] = [0, 0];
  for (let seed = 1; seed <= 20_000; seed++) {
    const { below, one, uniform } = chanceOf(seed);
    const odd = () =>
      one<unknown>([
        null,
        0,
        -1,
        1e308,
        "",
        "x",
        [],
        {},
        [[]],
        true,
        "a".repeat(201),
        "\n",
        "\ud800",
        ["a", "a"],
        [1, "1"],
        [{ value: 1 }],
        { enum: ["a", "b"] },
        "__proto__",
      ]);
    const field = () => ({
      name: uniform() < 0.9 ? one(names) : odd(),
      type: uniform() < 0.7 ? one(["number", "integer", "string", "date", "any", "boolean", "year"]) : odd(),
      ...(uniform() < 0.5 && { "curveil:type": uniform() < 0.9 ? one(columnTypes) : odd() }),
      ...(uniform() < 0.3 && { categories: uniform() < 0.5 ? ["a", "b", "1", "1.0"] : odd() }),
      ...(uniform() < 0.3 && { missingValues: uniform() < 0.5 ? ["", "-9", "~5"] : odd() }),
      ...(uniform() < 0.2 && { constraints: odd() }),
      ...(uniform() < 0.2 && { "curveil:unit": uniform() < 0.5 ? "kg" : odd() }),
    });
    const whole = {
      ...(uniform() < 0.8 && { "curveil:schema": uniform() < 0.95 ? 1 : odd() }),
      ...(uniform() < 0.5 && {
        "curveil:text":
          uniform() < 0.7
            ? {
                encoding: "utf-8",
                delimiter: one([",", ";"]),
                newline: "\n",
                preamble: below(3),
                header: uniform() < 0.5,
              }
            : odd(),
      }),
      ...(uniform() < 0.2 && { "curveil:person": uniform() < 0.7 ? one(names) : odd() }),
      fields: uniform() < 0.97 ? Array.from({ length: below(6) }, field) : odd(),
    };
    const text = JSON.stringify(whole).replaceAll('"__proto__":', '"__proto__":');
    const found = readSchemaFile(text);
    if ("problem" in found) {
      refused++;
      expect(found.problem.length).toBeLessThan(400);
      continue;
    }
    read++;
    const short = schemaText(found);
    const { person: _, ...withoutPerson } = found;
    const back = schemaOfText(short);
    if (short.startsWith("1*elsewhere*long")) continue;
    expect(back, short).toEqual(withoutPerson);
    expect(originOfSchema(short)).toBe("elsewhere");
    const again = readSchemaFile(schemaFileText(found)) as TableSchema;
    // Levels of columns that are no classes are left out.
    expect({ ...again, columns: again.columns.map(({ levels: __, ...c }) => c) }, text).toEqual({
      ...found,
      columns: found.columns.map(({ levels: __, missing, ...c }) => ({
        ...c,
        ...(missing && { missing: missing.filter((m) => m !== "") }),
      })),
    });
    // The four studies start from it, and say what is chosen, without a table.
    if (!found.text) continue;
    const sep = found.text.delimiter;
    const q = (s: string) => `"${s.replaceAll('"', '""')}"`;
    const rows = Array.from({ length: 4 }, (__, i) =>
      found.columns.map(() => q(one(["1", "a", "", "2024-01-02", String(i)]))).join(sep),
    );
    const csv =
      [
        "r\n".repeat(found.text.preamble) +
          (found.text.header ? found.columns.map(({ name }) => q(name)).join(sep) : rows[0]),
        ...rows,
      ].join("\n") + "\n";
    let table;
    try {
      table = readTable(new TextEncoder().encode(csv), { schema: found });
    } catch (error) {
      expect(String(error)).toMatch(/ParameterError/);
      continue;
    }
    const outline = outlineOf(table);
    for (const study of [density, boundary, meanCurve, fabrication] as any[]) {
      const own = study.links.decode("").values;
      const scenario = { ...own, ...study.session.choose(outline, own), data: "own", schema: short };
      study.session.choiceOf(scenario, outline, "drop");
      const link = study.links.encode(scenario);
      const decoded = study.links.decode(link);
      expect(decoded.values.schema, link).toBe(short);
    }
  }
  console.log({ read, refused });
  expect(Math.min(read, refused)).toBeGreaterThan(1000);
});

test("a schema of 10^5 columns, or of a megabyte of levels, is refused or read in no time", () => {
  const many = JSON.stringify({
    fields: Array.from({ length: 100_000 }, (_, i) => ({ name: `c${i}`, type: "number" })),
  });
  expect(readSchemaFile(many)).toHaveProperty("problem");
  const wide = JSON.stringify({
    fields: Array.from({ length: 1000 }, (_, i) => ({
      name: `c${i}`,
      type: "string",
      categories: Array.from({ length: 1000 }, (__, k) => `l${k}`),
    })),
  });
  const found = readSchemaFile(wide);
  expect(found).toBeTruthy();
});
