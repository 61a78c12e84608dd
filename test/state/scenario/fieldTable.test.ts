import { expect, test } from "vitest";
import { logNumber, number, wholeNumber, words } from "../../../src/state/scenario/fieldLines.ts";
import type { Values } from "../../../src/state/scenario/fieldLines.ts";
import { fieldProblems, rolesOf } from "../../../src/state/scenario/fieldTable.ts";
import { parameter } from "../../../src/state/scenario/provenance.ts";
import { commonFields } from "../../../src/state/scenario/sharedFields.ts";
import { tableLinks } from "../../../src/state/scenario/tableLinks.ts";

interface At {
  readonly side: number;
  readonly kind: "round" | "square";
}

const fields = {
  // Reads two fields that stand below it.
  width: logNumber("w", parameter("the width"), {
    ofData: true,
    fallback: 0.5,
    always: true,
    limits: ({ side }: At) => ({ min: side / 10, max: side }),
    when: ({ kind }: At) => kind === "round",
  }),
  ...commonFields,
  side: number("side", parameter("the side"), { ofData: true, limits: { min: 1, max: 100 }, fallback: 1 }),
  kind: words("kind", "display", ["round", "square"], { fallback: "round" }),
  count: wholeNumber("count", parameter("n"), { limits: { min: 1, max: 9 }, fallback: 2 }),
};

const roles = rolesOf(fields, ["side"]);

const links = tableLinks<Values<typeof fields>, { readonly isOwn: boolean }>({
  study: "toy",
  fields,
  roles,
  dataSets: [{ id: "a" }],
  start: "a",
  knownOf: (data) => ({ known: { isOwn: data === "own" }, usual: data === "a" ? { count: 7 } : {} }),
  ofDataInWords: "Sizes",
});

const decoded = (query: string) => links.decode(`#/toy?${query}`).values;

test("tableLinks reads a field before a line that depends on it, whatever their order", () => {
  expect(decoded("w=20&side=50").width).toBe(20);
  expect(decoded("w=20&side=5").width).toBe(0.5);
});

test("tableLinks takes an example's usual value, and the fallback for one's own data", () => {
  expect([decoded("data=a").count, decoded("data=own").count]).toEqual([7, 2]);
});

test("tableLinks takes nothing of the data from a link with an unknown data set", () => {
  expect(decoded("data=b&side=50&count=3")).toMatchObject({ data: "a", side: 1, count: 3 });
});

test("a link has a field that is always written where it applies, and others where they differ", () => {
  const start = decoded("");
  expect(links.encode(start)).toContain("?v=1&w=0.5&data=a&");
  expect(links.encode({ ...start, kind: "square", count: 3 })).toMatch(/\?v=1&data=a&.*&kind=square&count=3$/);
});

test("origins are written in the order in which parameters are told", () => {
  expect(Object.keys(roles).slice(0, 2)).toEqual(["side", "width"]);
  const link = links.encode({ ...decoded(""), provenance: { width: "looked", side: "bought" } });
  expect(link).toContain(`origin=${encodeURIComponent("side:bought,width:looked").replace("%2C", ",")}`);
});

test("fieldProblems names a value that is wrong by itself, where its field applies", () => {
  const wrong = { ...decoded(""), width: 7, count: 12 };
  const sentences = (kind: At["kind"]) => fieldProblems(fields, { ...wrong, kind }).map(({ sentence }) => sentence);
  expect(sentences("round")).toEqual([
    "The width must be between 0.1 and 1; got 7.",
    "n must be between 1 and 9; got 12.",
  ]);
  expect(sentences("square")).toEqual(["n must be between 1 and 9; got 12."]);
});
