import { expect, test } from "vitest";
import { limitRule } from "../../../src/panels/data/readingWords.ts";

test("limitRule names the columns whose cells beyond a limit count as it, and no schema, or another one, has none", () => {
  const head = "1*file*utf-8*comma*lf*0*header";
  expect(limitRule(`${head}!lead*point****limit!age*whole****limit!x*point`)).toBe(
    " A cell of lead, age such as <0.5 or 90+ counts as its limit.",
  );
  expect([limitRule(`${head}!x*point`), limitRule("")]).toEqual(["", ""]);
});
