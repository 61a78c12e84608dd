import { describe, expect, test } from "vitest";
import {
  levelProblems,
  shareProblems,
  sharesText,
  typedShares,
} from "../../../../src/panels/controls/declared/typedGroups.ts";

describe("typedShares", () => {
  test("reads shares in per cent or as fractions, and shares out the rest", () => {
    expect(typedShares("placebo = 40 %, low, high dose")).toEqual({
      levels: ["placebo", "low", "high dose"],
      shares: [0.4, 0.3, 0.3],
    });
    expect(typedShares("a=0.25; b, c = 12,5 %; d")).toEqual({
      levels: ["a", "b, c", "d"],
      shares: [0.25, 0.125, 0.625],
    });
    expect(typedShares("1, 2").shares).toEqual([0.5, 0.5]);
  });

  test("takes for a name what has no number behind its sign", () => {
    expect(typedShares("x=y; z = ; = 3").levels).toEqual(["x=y", "z =", "= 3"]);
  });
});

test("shares are said where they differ", () => {
  expect(sharesText(typedShares("a, b"))).toBe("a, b");
  expect(sharesText(typedShares("a = 75 %, b"))).toBe("a (75 %), b (25 %)");
});

test.each([
  ["a = 0, b", false],
  ["a = 60 %, b = 50 %", false],
  ["a = 100 %, b", false],
  ["a = 120 %, b", false],
  ["a = 60 %, b = 20 %", true],
  ["a = 1/3, b", true],
])("shares that can be: %s", (text, holds) => {
  const named = typedShares(text);
  expect(shareProblems(named).length === 0).toBe(holds);
});

test("groups that cannot be told apart are told", () => {
  const said = (names: readonly string[]) =>
    levelProblems(names, "arm")
      .map(({ sentence }) => sentence)
      .join(" ");
  expect(said(["a", "b"])).toBe("");
  expect(said(["a"])).toContain("two values of arm");
  expect(said(["a", "a"])).toContain("“a” is named twice");
  expect(said(Array.from({ length: 25 }, (_, i) => `g${i}`))).toContain("25 groups are too many");
  expect(said(["a", "x".repeat(201)])).toContain("200 characters");
});
