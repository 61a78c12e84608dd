import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { csvText } from "../../../../src/core/release/file/csv.ts";
import { releaseTable, shownTable, valueTable } from "../../../../src/core/release/file/tables.ts";
import { casesOf, chanceOf, triesAll } from "../../../support/fuzzing.ts";
import { has } from "../../../support/programs.ts";
import { ditheredContents, sealed } from "../../../support/releaseExamples.ts";

const payload = "1+cmd|' /C calc'!A0";
/** What people and spreadsheets put between cells, and the rest of what no name and no number is made of. */
const usualSeparators = [",", ";", "\t", "|", " ", ":", "/", "^", "~", "#", "\u00a0", "\u2028", "、", "，", "；"];

const number = String.raw`[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?`;
const numberOrInterval = new RegExp(`^${number}(?:\\.\\.${number})?[;,:]?"?$`, "i");
/** What was not split: behind its first number stands a quote or a comma, which no formula has there but before a fraction. */
const unsplitRow = new RegExp(`^${number}(?:"|,(?!\\d[\\w.]*\\s*[-+*/^&=<>|!%(]))`, "i");

/**
 * Whether a spreadsheet would compute a cell. It drops what is not seen before the first character, and a quote that opens the
 * cell; it knows the full-width forms. A number is none, nor is a starter alone.
 */
function isFormula(cell: string): boolean {
  const seen = cell.replace(/^[\s\p{C}\p{Z}\p{M}\p{DI}"]+/u, "").normalize("NFKC");
  return /^[=+\-@][^"]/.test(seen) && !numberOrInterval.test(seen) && !unsplitRow.test(seen);
}

/** The formulas in a table under a separator, with quotes read as in RFC 4180, or as any other character. */
function formulasIn(csv: string, separator: string): string[] {
  const plain = csv.split(/\r\n|[\r\n\u2028\u2029\u0085]/).flatMap((line) => line.split(separator));
  const quoted = /[\r\n"]/.test(separator) ? [] : Papa.parse<string[]>(csv, { delimiter: separator }).data.flat();
  return [...plain, ...quoted].filter(isFormula);
}

const tableOf = (texts: readonly string[]) =>
  csvText({ comments: [], columns: [{ name: "text", at: (row) => texts[row]! }], rowCount: texts.length });
/** Planes 0 and 1 and the tags have nearly all assigned marks; every run tries a sample of the others. */
const isTried = (code: number) => triesAll || code < 0x20000 || (code >= 0xe0000 && code < 0xe1000) || code % 61 === 0;
const codePoints = Array.from({ length: 0x110000 }, (_, code) => code).filter(
  (code) => (code < 0xd800 || code > 0xdfff) && isTried(code),
);
const characters = codePoints.map((code) => String.fromCodePoint(code));
const starters = characters.filter((character) => /[=+\-@]/.test(character.normalize("NFKC")));
const unseen = characters.filter((character) => /^[\p{Cc}\p{Cf}\p{Z}\p{DI}]$/u.test(character));

test("the spreadsheet of these tests computes what spreadsheets do, and no number", () => {
  for (const cell of ["=1+1", '"=1', "\t@x", "\u200b＝1+1", "-a", "-1+cmd", "﹣2+3", "-5,1+cmd"])
    expect(isFormula(cell)).toBe(true);
  for (const cell of ["-1", "1", "-1.5e-7", "'=1", "=", "a=b", "", "-5,,3", '-5,"1+x",3'])
    expect(isFormula(cell)).toBe(false);
  expect(formulasIn("x,a;=1+1\r\n", ";")).toEqual(["=1+1", "=1+1"]);
  expect(starters.length).toBeGreaterThan(15);
  expect(unseen.length).toBeGreaterThan(4000);
});

describe("csvText writes cells that no spreadsheet computes", () => {
  test("whatever stands for a formula's first character, at the beginning or behind any separator", () => {
    for (const starter of starters) {
      const texts = ["", ...usualSeparators.flatMap((separator) => [`a${separator}`, `1${separator} `, separator])];
      const csv = tableOf(texts.map((before) => `${before}${starter}${payload}`));
      for (const separator of usualSeparators) expect(formulasIn(csv, separator)).toEqual([]);
    }
  });

  test("behind every character of Unicode, and the character itself taken as the separator", () => {
    const lines = tableOf(characters.flatMap((character) => [`${character}=1+x`, `a${character}=1+x`])).split("\r\n");
    lines.shift();
    expect(lines.filter((line) => line.split(";").some(isFormula))).toEqual([]);
    // No list is separated by letters, digits or accents, nor by the apostrophe that makes a text of a cell.
    const separates = (character: string) => !/[\p{L}\p{N}\p{M}'=+\-@]/u.test(character.normalize("NFKD"));
    const found = characters.filter(
      (character, i) =>
        separates(character) &&
        [lines[2 * i]!, lines[2 * i + 1]!].some((line) => line.split(character).some(isFormula)),
    );
    expect(found.map((character) => character.codePointAt(0))).toEqual([]);
  });

  test("with what is not seen before, within and behind the first character", () => {
    const texts = unseen.flatMap((mark) => [
      `${mark}=${payload}`,
      `a;${mark}${mark}=${payload}`,
      `=${mark}=${payload}`,
      ` ${mark}\u200b＝${mark}${payload}`,
      `a${mark};${mark}-${payload}`,
    ]);
    const csv = tableOf(texts);
    for (const separator of usualSeparators) expect(formulasIn(csv, separator)).toEqual([]);
    expect(Papa.parse(csv.trimEnd()).data).toHaveLength(texts.length + 1);
  });

  test("in any combination, as names, texts and comments", () => {
    const { below, one } = chanceOf(6);
    const alphabet = [
      ...[
        "=",
        "+",
        "-",
        "@",
        "＝",
        "＋",
        "－",
        "＠",
        "﹣",
        "⁼",
        "≠",
        "'",
        '"',
        ",",
        ";",
        "\t",
        "|",
        " ",
        "\r",
        "\n",
        "\r\n",
      ],
      ...[
        "\u200b",
        "\ufeff",
        "\u00ad",
        "\u0000",
        "\u001a",
        "\u3164",
        "\u180e",
        "\u0301",
        "\ud800",
        "#",
        "a",
        "E5",
        "1",
      ],
      ...["cmd|' /C calc'!A0", "(", ")", ".", "%"],
    ];
    for (let round = 0; round < casesOf(4000, 400); round++) {
      const text = () => Array.from({ length: below(9) }, () => one(alphabet)).join("");
      const [name, first, second, comment] = [text(), text(), text(), text()] as const;
      const csv = csvText({
        comments: [`h = 1; domain = -1..1 x -2..2; reason = ${comment}`],
        columns: [
          { name: "x", at: (row) => [-5, 5][row]! },
          { name, at: (row) => [first, second][row]! },
          { name: "value", at: (row) => [3, -0.25][row]! },
        ],
        rowCount: 2,
      });
      for (const separator of [",", ";", "\t", "|", " ", ":"])
        expect(formulasIn(csv, separator).map((cell) => [cell, csv])).toEqual([]);
      const { data } = Papa.parse<string[]>(csv.trimEnd(), { delimiter: ",", newline: "\r\n" });
      expect(data.map((row) => row.length)).toEqual([1, 3, 3, 3]);
      expect(data.slice(2).map((row) => [row[0], row[2]])).toEqual([
        ["-5", "3"],
        ["5", "-0.25"],
      ]);
    }
  });

  test("where a comma before the fraction joins a number to the text behind it", () => {
    const csv = csvText({
      comments: [],
      columns: [
        { name: "x", at: () => -5 },
        { name: "class", at: () => payload },
      ],
      rowCount: 1,
    });
    // As one cell of a list that is separated by semicolons, −5,1+… would be a formula.
    expect(csv).toBe(`x,class\r\n-5,"${payload}"\r\n`);
  });
});

test("csvText changes no text but those that begin like a formula, and its own text no more", () => {
  const kept = [
    ...["a,b", 'say "x"', "a;b", "waiting time", "Größe", "x-y", "a=b", "temperature - maximum", "kg·m⁻²", "می‌خواهم"],
    ...["-1", "-2.5", "1e-5", "", "µ = 3"],
  ];
  const cellsOf = (texts: readonly string[]) =>
    Papa.parse<string[]>(tableOf(texts).trimEnd(), { delimiter: "," })
      .data.slice(1)
      .map(([cell]) => cell!);
  expect(cellsOf(kept)).toEqual(kept);
  const begun = ["=a", "+", "a -", "-a;-b", "@x", "a;=b", "a =b", "# note", "\u200b=1"];
  const written = ["'=a", "'+", "a '-", "'-a;'-b", "'@x", "a;'=b", "a '=b", "'# note", "'=1"];
  expect(cellsOf(begun)).toEqual(written);
  expect(cellsOf(written)).toEqual(written);
});

test("csvText keeps comments on one line, as one cell, and numbers in them whole", () => {
  const comments = ["h = 1; 2, 3\r\n=x", "value = -3 + 0.5 * 0.25 * integer", "domain = -1..1 x -2e-5..2; at -5; a,=b"];
  expect(csvText({ comments, columns: [], rowCount: 0 }).split("\r\n").slice(0, 3)).toEqual([
    "# h = 1; 2; 3 '=x",
    "# value = -3 + 0.5 * 0.25 * integer",
    "# domain = -1..1 x -2e-5..2; at -5; a;'=b",
  ]);
});

describe("the tables of a release whose names are hostile", () => {
  const names = ["a;=cmd|' /C calc'!A0;b", "\u200b=\u200b=1+1", "-\t@x", "＠SUM(A1)", "#x", 'q"\r\n=1', "=1", "=1"];
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "csv-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const released = (first: string, second: string) => {
    const contents = ditheredContents(3, 2);
    const named = contents.view.axes.map((axis, k) => ({ ...axis, name: [first, second][k]! }));
    const mechanism = { ...contents.mechanism, domain: { kind: "grid" as const, axes: named } };
    return sealed({ ...contents, mechanism, view: { ...contents.view, axes: named } });
  };

  /** A release for each name, whose tables stand in the folder. */
  const writtenTables = () =>
    Promise.all(
      names.map(async (first, k) => {
        const file = await released(first, "b");
        writeFileSync(join(folder, `table${k}.csv`), releaseTable(file));
        return file;
      }),
    );

  test("hold no formula under any separator, and are read back", async () => {
    for (const [i, first] of names.entries()) {
      const file = await released(first, names[(i + 1) % names.length]!);
      for (const csv of [releaseTable(file), shownTable(file), valueTable(file.view.axes, file.view.values)]) {
        for (const separator of usualSeparators) expect(formulasIn(csv, separator)).toEqual([]);
        const { data, meta } = Papa.parse<Record<string, string>>(csv.trimEnd(), { header: true, delimiter: "," });
        expect(new Set(meta.fields).size).toBe(csv === releaseTable(file) ? 4 : 3);
        expect(data).toHaveLength(6);
      }
    }
  });

  test.skipIf(!has("python3", "--version"))("are read by Python's csv module (skipped without python3)", async () => {
    const files = await writtenTables();
    const program = `import csv, json
for k in range(${files.length}):
  rows = list(csv.reader(open(f"table{k}.csv", newline="", encoding="utf-8")))
  print(json.dumps([[len(row) for row in rows], [int(row[2]) for row in rows[1:]]]))`;
    const { stdout, stderr } = spawnSync("python3", ["-c", program], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    const read = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(read).toEqual(files.map(({ mechanism }) => [new Array(7).fill(4), mechanism.integers]));
  });

  test.skipIf(!has("Rscript", "--version"))("are read by R (skipped without Rscript)", async () => {
    const files = await writtenTables();
    const read = 'cat(read.csv(sprintf("table%d.csv", k), check.names = FALSE)$integer, "\\n")';
    const program = `for (k in 0:${files.length - 1}) ${read}`;
    const { stdout, stderr } = spawnSync("Rscript", ["-e", program], { cwd: folder, encoding: "utf8" });
    expect(stderr).toBe("");
    const rows = stdout
      .trim()
      .split("\n")
      .map((line) => line.trim().split(" ").map(Number));
    expect(rows).toEqual(files.map(({ mechanism }) => mechanism.integers));
  });
});
