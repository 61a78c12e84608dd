import { expect, test } from "vitest";
import { readCell, type ColumnFormat } from "../../../../src/core/tables/cells/columnFormat.ts";

const number = (decimal: "." | ",", unit = ""): ColumnFormat => ({ type: "number", decimal, unit });

test("Arabic-Indic, Persian and full-width digits are the same numbers, days, times and durations", () => {
  for (const [written, latin, format] of [
    ["١٢٫٥", "12.5", number(".")],
    ["١٢٫٥", "12,5", number(",")],
    ["−١٬٢٣٤٫٥", "-1,234.5", number(".")],
    ["۱۲،۵", "12,5", number(",")],
    ["۰٫۱", "0.1", number(".")],
    ["\u200f٢٫٥ kg", "2.5 kg", number(".", "kg")],
    ["１，２３４．５％", "1,234.5%", number(".", "%")],
    ["－７", "-7", number(".")],
    ["1e−5", "1e-5", number(".")],
    ["٢٠٢٤-٠١-٠٣", "2024-01-03", { type: "date", order: "dayFirst" }],
    ["٣/٤/٢٠٢٠", "3/4/2020", { type: "date", order: "dayFirst" }],
    ["１４：３０", "14:30", { type: "time" }],
    ["٢٥:١٠:٠٠", "25:10:00", { type: "duration", unit: "h" }],
  ] as const satisfies readonly (readonly [string, string, ColumnFormat])[]) {
    const value = readCell(latin, format);
    expect(value, latin).not.toBeNaN();
    expect(readCell(written, format), written).toBe(value);
  }
});
