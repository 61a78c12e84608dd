import { SparkSQL } from "dt-sql-parser";
import bigQueryGrammar from "node-sql-parser/build/bigquery.js";
import { describe, expect, test } from "vitest";
import { countsQuery } from "../../../src/core/records/queries/countsQuery.ts";
import { curveSumsQuery } from "../../../src/core/records/queries/curveSumsQuery.ts";
import { firstOf } from "../../support/fuzzing.ts";

// Engines that are not run here: grammars that others wrote take every kind of query, and find the names in it.

const axis = { lower: -1.5, upper: 1e6, cells: 1024 };
const terms = {
  times: { lower: 0, upper: 21, cells: 12 },
  values: { lower: 0, upper: 400 },
  centre: 120,
  normBound: 60,
};
const names = ["größe in m²", "a`b", "a\\`b", "'\"`\\", "--", "x", "a'b", 'a"b', "`", "a``", "a\\", "select", "/* */"];

type Engine = "spark" | "bigquery";
/** Every kind of query that the page prints, all columns but those of persons named after one name. */
const kinds: Record<string, (engine: Engine, name: string) => string> = {
  density: (engine, of) => countsQuery({ engine, table: "t", inputs: [{ of, axis }] }),
  "density of persons": (engine, of) =>
    countsQuery({ engine, table: "t", inputs: [{ of, axis }], person: { column: of, bound: 3 } }),
  "density beside a point mass": (engine, of) =>
    countsQuery({ engine, table: "t", inputs: [{ of, axis }], pointMass: -1 }),
  "density of groups": (engine, of) => countsQuery({ engine, table: "t", inputs: [{ of, axis }], label: { of } }),
  plane: (engine, of) =>
    countsQuery({
      engine,
      table: "t",
      inputs: [
        { of, axis },
        { of: `${of} 2`, axis },
      ],
    }),
  "boundary of persons": (engine, of) =>
    countsQuery({
      ...{
        engine,
        table: "t",
        inputs: [
          { of, axis },
          { of: "y", axis },
        ],
        label: { of },
      },
      person: { column: of, bound: 2 },
    }),
  regression: (engine, of) => countsQuery({ engine, table: "t", inputs: [{ of: "x", axis }], response: { of, axis } }),
  "mean curve": (engine, of) =>
    curveSumsQuery({ engine, table: "t", curve: of, time: of, value: of, ...terms, rule: "uniform" }),
  "mean curves of groups": (engine, of) =>
    curveSumsQuery({ engine, table: "t", curve: "c", time: "t", value: of, group: of, ...terms, rule: "trapezoid" }),
  "mean curves of persons and groups": (engine, of) =>
    curveSumsQuery({
      ...{ engine, table: "t", curve: of, time: "t", value: "v", person: of, perPerson: 2, group: of },
      ...{ ...terms, rule: "trapezoid" },
    }),
};

/** The names in the grammar's own reading of a query; throws if it is none. */
const readBy: Record<Engine, (query: string) => Set<string>> = {
  spark: (query) => {
    const grammar = new SparkSQL();
    const [error] = grammar.validate(query);
    if (error) throw new SyntaxError(error.message);
    const quoted = grammar.getAllTokens(query).flatMap(({ text }) => (text?.startsWith("`") ? [text] : []));
    return new Set(quoted.map((text) => text.slice(1, -1).replaceAll("``", "`")));
  },
  bigquery: (query) => {
    const found = new Set<string>();
    JSON.stringify(new bigQueryGrammar.Parser().astify(query, { database: "bigquery" }), (_, value: unknown) => {
      if (typeof value === "string") found.add(value.replaceAll("\\x60", "`").replaceAll("\\\\", "\\"));
      return value;
    });
    return found;
  },
};

describe.each(["spark", "bigquery"] as const)("a grammar of %s", (engine) => {
  test.each(Object.entries(kinds))("takes the query of a %s, whatever quotes are in its names", (_, queryOf) => {
    for (const name of firstOf(names, 6)) {
      const found = readBy[engine](queryOf(engine, name));
      expect([...found]).toContain(name);
      // The name that the page finds its columns by.
      expect([...found].some((text) => /^(counts|sums)_/.test(text))).toBe(true);
    }
  });

  test("refuses a name that ends its own quotes", () => {
    expect(() => readBy[engine](kinds["density"]!(engine, "NAME").replaceAll("`NAME`", "`a`b`"))).toThrow();
  });
});
