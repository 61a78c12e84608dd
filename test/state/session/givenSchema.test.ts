import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { schemaFileText } from "../../../src/core/tables/schemaFile.ts";
import { schemaText } from "../../../src/core/tables/schemaText.ts";
import type { TableSchema } from "../../../src/core/tables/schema.ts";
import { createOwnTable, ownData } from "../../../src/state/scenario/ownData.ts";
import { createGivenSchema } from "../../../src/state/session/givenSchema.ts";
import { emptySession } from "../../../src/state/session/session.ts";

const text = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true } as const;
const schema: TableSchema = { from: "elsewhere", text, columns: [{ name: "a", type: "point", unit: "" }] };
const file = schemaFileText(schema);

function given(link = "") {
  const own = createOwnTable();
  const session = createStore(() => emptySession());
  const reads: unknown[] = [];
  const waiting = (...read: unknown[]) => Promise.resolve(reads.push(read));
  const scenario = () => ({ data: ownData, schema: link }) as never;
  const made = createGivenSchema(own, session as never, scenario);
  return {
    ...made,
    own,
    reads,
    failure: () => session.getState().fileFailure,
    give: (source: Blob | string, name = "s.json") => made.take(source, name, waiting),
  };
}

describe("a schema that is given before a file", () => {
  test.each([
    ["a file", new Blob([file])],
    ["pasted text", file],
  ])("%s: the next file is read by it", async (_, source) => {
    const { give, reading, own, mayBeSchema } = given();
    expect(mayBeSchema(source, "s.json")).toBe(true);
    expect(await give(source)).toBe("taken");
    expect([reading(), own.getState().given]).toEqual([{ schema }, schema]);
  });

  test("is read anew as a proposal where a file waits: that file was looked at", async () => {
    const { give, own, reads, reading } = given();
    own.setState({ pending: { table: undefined, name: "f.csv", source: "a\n1\n2\n", reading: {} } });
    expect(await give(file)).toBe("taken");
    expect(reads).toEqual([["a\n1\n2\n", "f.csv", { schema: { ...schema, from: "file" }, isProposal: true }]]);
    expect(reading()).toEqual({});
  });

  test("is none where a text does not begin as one, and of data only the beginning is read", async () => {
    const { give, mayBeSchema, failure } = given();
    expect(mayBeSchema("a,b\n1,2\n", "pasted")).toBe(false);
    expect(mayBeSchema(new Blob([]), "data.csv")).toBe(false);
    const data = new Blob([`{"rows":[${"1,".repeat(50_000)}1]}`]);
    data.text = () => Promise.reject(new Error("the whole file was read"));
    expect([await give(data), failure()]).toEqual(["none", undefined]);
  });

  test("is refused with a sentence where it is wrong, or longer than any schema", async () => {
    const { give, failure } = given();
    expect(await give('{"fields":[]}')).toBe("refused");
    expect(failure()!.message).toContain("s.json: fields must be");
    const long = new Blob([file.replace("{", `{"note":"${"x".repeat(10)}",`), " ".repeat(600_000)]);
    long.text = () => Promise.reject(new Error("the whole file was read"));
    expect(await give(long)).toBe("refused");
    expect(failure()!.message).toContain("more than 500,000 characters");
  });
});

describe("the schema of a link", () => {
  test("reads the first file, and is forgotten once a file did not fit it", () => {
    const { reading, forget } = given(schemaText(schema));
    expect(reading()).toEqual({ schema });
    forget();
    expect(reading()).toEqual({});
  });

  test("is none in an old link, in a link that is too long, and where a file is open", () => {
    expect(given().reading()).toEqual({});
    expect(given("1*elsewhere*long*900").reading()).toEqual({});
    const { reading, own } = given(schemaText(schema));
    own.setState({ pending: { table: undefined, name: "f.csv", source: "", reading: {} } });
    expect(reading()).toEqual({});
  });
});
