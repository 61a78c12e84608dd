import { describe, expect, test } from "vitest";
import { declaredSchemaText } from "../../../src/core/tables/declaredSchema.ts";
import { readSchemaFile, schemaFileText } from "../../../src/core/tables/schemaFile.ts";
import {
  isSchemaFile,
  columnTypes,
  mayBeCensored,
  originOfSchema,
  schemaOfText,
  schemaText,
} from "../../../src/core/tables/schemaText.ts";
import type { SchemaColumn, TableSchema } from "../../../src/core/tables/schema.ts";
import { encodings } from "../../../src/core/tables/textDecoding.ts";
import { chanceOf, hostileTexts } from "../../support/fuzzing.ts";

const text = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true } as const;
const example: TableSchema = {
  ...{ from: "file", text },
  columns: [
    { name: "age", type: "point", unit: "years", missing: ["-999"] },
    { name: "sex", type: "category", unit: "", levels: ["f", "m"] },
    { name: "who", type: "id", unit: "" },
  ],
};

/** Types that several columns may have. */
const ofOneRecord = columnTypes.filter((type) => type !== "count");

function randomSchema(seed: number): TableSchema {
  const { uniform, below, one } = chanceOf(seed);
  const words = ["a", "b c", "~0", "!", "(", "*", "x!y*z(~", "Größe 漢", "%", "'", "NA", "1"];
  const some = () => Array.from(new Set(Array.from({ length: below(4) }, () => one(words))));
  const columns = Array.from({ length: 1 + below(8) }, (_, i): SchemaColumn => {
    const type = one(i === 0 ? columnTypes : ofOneRecord);
    return {
      ...{ name: `${one(words)}${i}`, type, unit: uniform() < 0.3 ? one(["kg", "(m", "°C"]) : "" },
      ...(uniform() < 0.3 && { missing: some() }),
      ...(uniform() < 0.3 && { levels: some() }),
      ...(uniform() < 0.3 && mayBeCensored(type) && { beyond: "limit" }),
      ...(uniform() < 0.3 && mayBeCensored(type) && { others: "converted" }),
    };
  });
  return {
    from: one(["file", "elsewhere"]),
    ...(uniform() < 0.8 && {
      text: {
        encoding: one(encodings),
        delimiter: one([",", ";", "\t", "|"]),
        newline: one(["\n", "\r"]),
        preamble: below(30),
        header: uniform() < 0.5,
      },
    }),
    columns,
  };
}

describe("schemaText", () => {
  test("a schema is a short text, and read again from it", () => {
    expect(schemaText(example)).toBe("1*file*utf-8*comma*lf*0*header!age*point*years*-999!sex*category***f(m!who*id");
    for (let seed = 1; seed <= 2000; seed++) {
      const schema = randomSchema(seed);
      expect(schemaOfText(schemaText(schema)), String(seed)).toEqual(schema);
    }
  });

  test("of a schema that is too long only its origin and its number of columns are written", () => {
    const columns = Array.from({ length: 900 }, (_, i): SchemaColumn => ({ name: `q_${i}`, type: "point", unit: "" }));
    const written = schemaText({ ...example, columns });
    expect(written).toMatch(/^1\*file\*long\*900\*[\da-z]{1,11}$/);
    expect([originOfSchema(written), schemaOfText(written)]).toEqual(["file", undefined]);
  });

  test("whatever stands there is read or not, and never throws", () => {
    const plain = schemaText(example);
    const { below, one } = chanceOf(7);
    const tried = [
      ...hostileTexts,
      "2*file*typed!a*point",
      "1*file*typed",
      "1*file*typed!a*money",
      "1*file*typed!a*id!a*id",
      "1*file*typed!a*id****limit",
      "1*file*typed!a*point****edge",
    ];
    for (const hostile of tried) expect(schemaOfText(hostile), hostile).toBeUndefined();
    for (let k = 0; k < 5000; k++) {
      const at = below(plain.length);
      const changed = plain.slice(0, at) + one(hostileTexts) + plain.slice(at + below(4));
      const read = schemaOfText(changed);
      // What is read stands for itself.
      if (read) expect(schemaOfText(schemaText(read))).toEqual(read);
    }
  });

  test("what leaves has the columns that a choice mentions, and no values but those of classes", () => {
    const whole: TableSchema = {
      ...example,
      columns: [{ name: "age", type: "point", unit: "", levels: ["20", "30"] }, ...example.columns.slice(1)],
    };
    expect(declaredSchemaText(whole, { columns: ["age"], missing: "drop" }, "")).toBe(
      "1*file*utf-8*comma*lf*0*header!age*point",
    );
    expect(declaredSchemaText(whole, { columns: ["age"], label: "sex" }, "sex")).toBe(
      "1*file*utf-8*comma*lf*0*header!age*point!sex*category***f(m",
    );
  });
});

describe("schema files", () => {
  test("a schema is a Table Schema, and read again from it as one that was known before", () => {
    const written = schemaFileText(example, "sex");
    expect(isSchemaFile(written)).toBe(true);
    expect(JSON.parse(written)).toMatchObject({
      fields: [
        { name: "age", type: "number", missingValues: ["", "-999"] },
        { name: "sex", type: "string", categories: ["f", "m"] },
        { name: "who", type: "string" },
      ],
    });
    expect(readSchemaFile(written)).toEqual({ ...example, from: "elsewhere" });
    // The values of a column that tells no classes apart are nobody’s business.
    expect(schemaFileText(example)).not.toContain("categories");
    for (let seed = 1; seed <= 500; seed++) {
      const { columns, ...rest } = randomSchema(seed);
      const bare = columns.map(({ levels: _, ...column }) => column);
      const read = readSchemaFile(schemaFileText({ ...rest, columns: bare }));
      expect(read, String(seed)).toEqual({ ...rest, columns: bare, from: "elsewhere" });
    }
  });

  test("a Table Schema of others is read", () => {
    const given = {
      missingValues: ["", "NA", "-9"],
      fields: [
        { name: "height", type: "number", decimalChar: "," },
        { name: "rooms", type: "integer", title: "Rooms" },
        { name: "born", type: "date", format: "%Y-%m-%d" },
        { name: "city", type: "string", constraints: { enum: ["Bern", "Basel"] } },
        { name: "note" },
      ],
    };
    const missing = ["NA", "-9"];
    expect(readSchemaFile(JSON.stringify(given))).toEqual({
      ...{ from: "elsewhere", text },
      columns: [
        { name: "height", type: "comma", unit: "", missing },
        { name: "rooms", type: "whole", unit: "", missing },
        { name: "born", type: "dayFirst", unit: "", missing },
        { name: "city", type: "category", unit: "", missing, levels: ["Bern", "Basel"] },
        { name: "note", type: "text", unit: "", missing },
      ],
    });
  });

  test.each([
    ["another version", { "curveil:schema": 2, fields: [] }, "curveil:schema must be 1"],
    ["no fields", { fields: [] }, "fields must be named"],
    ["a field twice", { fields: [{ name: "a" }, { name: "a" }] }, "each once"],
    ["an unknown type", { fields: [{ name: "a", type: "geopoint" }] }, "fields[0].type must be one of"],
    [
      "a type that everything inherits",
      { fields: [{ name: "a", type: "constructor" }] },
      "fields[0].type must be one of",
    ],
    ["an unknown kind", { fields: [{ name: "a", "curveil:type": "money" }] }, "fields[0].curveil:type must be"],
    [
      "a separator of its own",
      { fields: [{ name: "a" }], "curveil:text": { delimiter: "ab" } },
      "curveil:text.delimiter",
    ],
    ["a line of its own in a name", { fields: [{ name: "a\nb" }] }, "fields[0].name must be a text of one line"],
    ["a person that is no field", { fields: [{ name: "a" }], "curveil:person": "b" }, "curveil:person must be"],
  ])("%s is refused with a sentence", (_, given, sentence) => {
    const read = readSchemaFile(JSON.stringify(given));
    expect("problem" in read && read.problem).toContain(sentence);
  });

  test("whatever is given, the answer is a schema or a sentence", () => {
    const whole = schemaFileText(example);
    const { below, one } = chanceOf(11);
    for (const hostile of [...hostileTexts, "[".repeat(1e5), `{"fields":${"[".repeat(1000)}`, whole.slice(0, 50)])
      expect(readSchemaFile(hostile)).toHaveProperty("problem");
    for (let k = 0; k < 2000; k++) {
      const at = below(whole.length);
      const read = readSchemaFile(whole.slice(0, at) + one(hostileTexts) + whole.slice(at + below(20)));
      expect("problem" in read ? read.problem.length > 0 : read.columns.length > 0).toBe(true);
    }
  });
});
