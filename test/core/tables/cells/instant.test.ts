import { describe, expect, test } from "vitest";
import { readDate } from "../../../../src/core/tables/cells/dateCell.ts";
import { cellReading } from "../../../../src/core/tables/declaredColumn.ts";
import { daysOfDate, instantOf } from "../../../../src/core/tables/cells/instant.ts";
import { chanceOf } from "../../../support/fuzzing.ts";

describe("instantOf(units, perSecond)", () => {
  test("gives the same double as the date's text, to the nanosecond, before and after 1970", () => {
    const { below } = chanceOf(41);
    for (const digits of [0, 3, 6, 9]) {
      for (let k = 0; k < 3000; k++) {
        const seconds = below(2 ** 32) - 2 ** 31;
        const fraction = digits === 0 ? 0 : below(10 ** digits);
        const second = new Date(1000 * seconds).toISOString().slice(0, 19);
        const text = digits === 0 ? second : `${second}.${String(fraction).padStart(digits, "0")}`;
        const units = BigInt(seconds) * BigInt(10 ** digits) + BigInt(fraction);
        expect(daysOfDate(instantOf(units, 10 ** digits))).toBe(readDate(text, "dayFirst"));
        if (digits < 9) expect(daysOfDate(instantOf(Number(units), 10 ** digits))).toBe(readDate(text, "dayFirst"));
      }
    }
  });

  test("is a Date to the millisecond before", () => {
    expect(instantOf(-1n, 1e9).getTime()).toBe(-1);
    expect(instantOf(1_500_000n, 1e9).getTime()).toBe(1);
    expect(daysOfDate(new Date(NaN))).toBeNaN();
  });
});

test("an instant beyond the years of a Date has no text, in a column of any type: nothing is thrown", () => {
  const infinite = instantOf(2n ** 63n - 1n, 1e6);
  for (const type of ["id", "text", "category", "point", "time"] as const)
    expect(cellReading({ name: "t", type, unit: "" })(infinite)).toEqual({ kind: "missing" });
});
