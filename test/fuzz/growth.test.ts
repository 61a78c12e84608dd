import { expect, test } from "vitest";
import { countColumnsOf } from "../../src/core/records/countColumns.ts";
import { isIdName, isPersonName, isTimeName } from "../../src/core/tables/head/columnNames.ts";
import { sumTermsOf } from "../../src/core/records/curveSumsTable.ts";
import { exampleCell } from "../../src/core/tables/cells/exampleCell.ts";
import { isMissing } from "../../src/core/tables/cells/missingCell.ts";
import { decimalEvidence, numberParts, readNumber } from "../../src/core/tables/cells/numberCell.ts";
import { orderEvidence, readTimeOfDay } from "../../src/core/tables/cells/dateCell.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import { csvText } from "../../src/core/release/file/csv.ts";
import { stateOfSvg } from "../../src/core/release/file/pictureState.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import { levelProblems, typedLevels, typedShares } from "../../src/panels/controls/declared/typedGroups.ts";
import { escaped } from "../../src/plots/escaped.ts";
import { withEdits } from "../../src/state/scenario/editedRows.ts";
import { typedInputs } from "../../src/state/scenario/furtherInputs.ts";
import { linkedName } from "../../src/state/scenario/linkFields.ts";
import { typedList } from "../../src/state/scenario/numberList.ts";
import { typedNumber } from "../../src/state/typedNumber.ts";
import { readPoints } from "../../src/studies/boundary/sections/predictedPoints.ts";
import { typedCandidates } from "../../src/panels/mechanisms/candidates.ts";
import { typedPoints } from "../../src/panels/mechanisms/typedPoints.ts";
import { centreOf } from "../../src/studies/meanCurve/model/centre.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import { readTable } from "../support/readTable.ts";

const definitions = Object.values(
  import.meta.glob<{ readonly links: { readonly decode: (hash: string) => unknown }; readonly id: string }>(
    "../../src/studies/*/definition.ts",
    { eager: true, import: "study" },
  ),
);

/** All that reads a text of others: of a file, a link, what is pasted or typed, a name. */
const readers: readonly (readonly [name: string, read: (text: string) => unknown])[] = [
  ["a table", (text) => outlineOf(readTable(text, undefined, 1 << 14))],
  ["pasted points", (text) => readPoints(text, ["x", "y"])],
  ["a release", parseRelease],
  ["a ledger", parseLedger],
  ["a picture", stateOfSvg],
  ...definitions.map(({ id, links }) => [`a link to ${id}`, (text: string) => links.decode(text)] as const),
  ["edits", (text) => withEdits({ values: Float64Array.of(1, 2), width: 1 }, text)],
  ["further inputs", (text) => typedInputs(text)],
  ["groups", (text) => [typedShares(text), levelProblems(typedLevels(text), "x")]],
  ["a list", (text) => typedList(text, { name: "x", min: 0, max: 1, most: 9 })],
  ["online points", (text) => [typedPoints(text, [[0, 1]]), typedPoints(text, [[0, 1], [0, 1]])]], // prettier-ignore
  [
    "candidates",
    (text) =>
      (["density", "function"] as const).map((kind) =>
        typedCandidates(text, { kind, domain: [[0, 1]], places: [Float64Array.of(0, 1)] }),
      ),
  ],
  ["a centre", centreOf],
  ["a number", (text) => [typedNumber(text), linkedName(text)]],
  [
    "a cell",
    (text) => [
      isMissing(text),
      numberParts(text),
      readNumber(text, { decimal: ",", unit: "" }),
      decimalEvidence(text),
      orderEvidence(text),
      readTimeOfDay(text),
      exampleCell(text.slice(0, 40), { type: "number", decimal: ".", unit: "" }),
    ],
  ],
  ["a column's name", (text) => [isIdName(text), isPersonName(text), isTimeName(text), countColumnsOf([text])]],
  ["a column of sums", (text) => sumTermsOf([text, "time_cell_0_1_2", "curves"])],
  ["what is written", (text) => [csvText({ columns: [{ name: text, at: () => text }], rowCount: 1 }), escaped(text)]],
];

const beginnings = [
  ...[
    "",
    "x\n1",
    "x,y\n1,2\n",
    '"',
    "1",
    "a:",
    "a: 0..1 at ",
    "counts_",
    "counts_0_1_2_per_1",
    "[",
    '{"a":',
    "a\n1;2\n",
  ],
  ...["#/density?v=1&x=", "#/boundary?data=own&further=", "#/density?edits=", "<svg>", '<svg><metadata id="curveil">'],
];
const repeated = [
  ...[
    " ",
    "\t",
    "\n",
    "\r\n",
    "\u00a0",
    ",",
    ";",
    "|",
    ":",
    ".",
    "..",
    "0",
    "1",
    "1,",
    "1.",
    "1 ",
    "1e",
    "e1",
    "-",
    "+",
  ],
  ...[
    "=",
    "a",
    "a ",
    " a",
    "a=",
    "a;",
    "a,",
    "A",
    "Aa",
    "é",
    "\u0301",
    "\u200b",
    "(",
    ")",
    '"',
    '""',
    '",',
    ' "',
    '" ',
  ],
  ...["[", "]", "[]", "{", "{}", "[{},", '{"a":', '"a":1,', "\\", '\\"', "%", "&", "a&", "a=1&", "%20", "_", "_per_1"],
  ...[
    "counts_1",
    "m_",
    "<svg",
    "&lt;",
    "&amp;",
    "a: 0..1 at 0;",
    ":..",
    ": 1..",
    "x: ",
    "1,5;",
    "12:30:00.1 ",
    "2020-01-01",
  ],
  ...[
    "normal 1 2 + ",
    "1 000",
    "1,000",
    "1.000,",
    "'",
    "🂡",
    "\ud800",
    " (1)",
    "c1,",
    "r1_",
    "a1_",
    "=1;",
    "1:2,",
    "~~",
  ],
];
const ends = ["", "!", "\n", '"', "x", "]}", " at 1", ";"];

/** The last is longer than the beginning by which a dialect is told. */
const lengths = [1 << 7, 1 << 9, 1 << 11, 1 << 13, 1 << 15, 1 << 17];

/** Milliseconds of this process, whatever else the machine does. */
function computing(read: (text: string) => unknown, text: string): number {
  const start = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/**
 * How much more computing a text takes that is four times as long, where it takes enough to be measured: 4 times as much where it
 * is linear, 16 times where it is quadratic. The least of several runs, and of two steps: memory is collected in some of them.
 */
function growthOf(read: (text: string) => unknown, textOf: (length: number) => string): number {
  let before = 0;
  for (const [i, length] of lengths.entries()) {
    const time = computing(read, textOf(length));
    const isSuspect = i > 0 && time > measurable && time > mostGrowth * before;
    before = time;
    if (!isSuspect) continue;
    const least = (of: number) => Math.min(...Array.from({ length: 6 }, () => computing(read, textOf(of))));
    const growth = least(length) / least(lengths[i - 1]!);
    if (growth > mostGrowth) return Math.min(growth, least(4 * length) / least(length));
  }
  return 0;
}

/** Milliseconds. */
const measurable = 100;
const mostGrowth = 9;

/** A text of about so many characters: a beginning, one or two texts repeated, an end. */
type Shape = readonly [start: string, unit: string, other: string, end: string];

/** What took quadratic time once, or cubic. */
const found: readonly Shape[] = [
  ["x\n1", " ", "", "!"],
  ["", " ", "", "x;"],
  ["", "1", "", "x"],
  ["a:", ":", ".", "x"],
  ["a: 0", ".", "", "x"],
  ["a: 0..", " ", "", "x"],
];

function textOf([start, unit, other, end]: Shape, length: number): string {
  const many = (text: string, share: number) => text.repeat(Math.ceil((share * length) / text.length));
  return start + (other === "" ? many(unit, 1) : many(unit, 0.5) + many(other, 0.5)) + end;
}

test.each(readers)("what it takes to read %s grows with its length", (_, read) => {
  const { one, below } = chanceOf(8);
  const others = Array.from({ length: casesOf(400, 4) }, (): Shape => [
    one(beginnings),
    one(repeated),
    below(3) === 0 ? one(repeated) : "",
    one(ends),
  ]);
  const growing = [...found, ...others].map((shape) => [shape, growthOf(read, (of) => textOf(shape, of))] as const);
  expect(growing.filter(([, growth]) => growth > mostGrowth)).toEqual([]);
});
