import { expect, test } from "vitest";
import { csvText } from "../../src/core/release/file/csv.ts";
import { chanceOf } from "../support/fuzzing.ts";

// Whatever separates the lists of a spreadsheet, no cell of a CSV begins with a formula.

const signs = [
  "=",
  "+",
  "-",
  "@",
  "\uff1d",
  "\uff0b",
  "\u207a",
  "\u208c",
  "\ufe66",
  "\u2212",
  "\ufe63",
  "\u00ac",
  "\ufe6b",
];
const between = [
  ",",
  ";",
  "\t",
  "|",
  " ",
  ":",
  "\u00a0",
  "\u200b",
  "\u00ad",
  "\ufeff",
  "\u2060",
  "\u0301",
  "\u034f",
  "\ufe0f",
  "\u115f",
  "\u3164",
  '"',
  "'",
  "\n",
  "\r",
  "\u2028",
  "\u0085",
  "\0",
  "\ud800",
  "\u{e0041}",
  "#",
  "/",
  "\\",
  "(",
  "*",
  "%",
  "&",
  "!",
];
const words = ["a", "1", "é", "cmd", "A1", "SUM(1)", "٣", "x1"];

test("no cell begins a formula", () => {
  let cells = 0;
  const wrong = new Map<string, string>();
  for (let seed = 1; seed <= 150_000; seed++) {
    const { below, one, uniform } = chanceOf(seed);
    const text = () =>
      Array.from({ length: 1 + below(7) }, () =>
        one(uniform() < 0.35 ? signs : uniform() < 0.6 ? between : words),
      ).join("");
    const [comment, name, value] = [text(), text(), text()];
    const csv = csvText({
      comments: [comment],
      columns: [
        { name, at: () => value },
        { name: "n", at: () => 1 },
      ],
      rowCount: 1,
    });
    for (const line of csv.split("\r\n"))
      for (const separator of [",", ";", "\t", "|"])
        for (const part of line.split(separator)) {
          const cell = part.replace(/^["\s\p{C}\p{Z}\p{DI}]+/u, "").normalize("NFKC");
          cells++;
          if (/^[=+\-@]/.test(cell) && !/^-?\d+(\.\d+)?([^\d=+@-]|$)/.test(cell))
            wrong.set(separator, JSON.stringify({ comment, name, value, line, part }));
        }
  }
  console.log({ cells }, [...wrong]);
  expect(wrong.size).toBe(0);
});
