import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");
const sourcesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => text(folder + path))
    .join("\n");
const core = sourcesIn("src/core/");
const screens = sourcesIn("src/");

const rowsOf = (document: string) =>
  document
    .split("\n")
    .filter((line) => /^\| (?!row \||---)/.test(line))
    .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);

/** Faults of a row: missing cells, names that nothing exports, files and titles that are not there. */
function wrongOf([row, exported, screen, tests, ...more]: readonly string[]): readonly string[] {
  const isThere = (name: string) =>
    /^\w+$/.test(name) ? new RegExp(`^export .*\\b${name}\\b`, "m").test(core) : existsSync(new URL(name, root));
  const isPartly = exported === "–" || tests === "–";
  return [
    ...(row && exported && screen && tests && more.length === 0 ? [] : ["four cells"]),
    ...(isPartly && !/\bwhy not\b/.test(screen!) ? ["why not"] : []),
    ...namesIn(exported!).filter((name) => !isThere(name)),
    ...namesIn(tests!).filter((name) => !name.startsWith("npm ") && !existsSync(new URL(`test/${name}`, root))),
    ...namesIn(screen!).filter((name) => !name.startsWith("npm ") && !screens.includes(name.replace(/-[^-]+$/, "-"))),
    ...[...screen!.matchAll(/“([^”]+)”/g)].map((match) => match[1]!).filter((title) => !screens.includes(title)),
  ].map((wrong) => `${row}: ${wrong}`);
}

test("each row of the papers has its place in core, on the screen and in a test, or says why not", () => {
  const rows = rowsOf(text("docs/papers.md"));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.flatMap(wrongOf)).toEqual([]);
  expect(wrongOf(["A", "`noSuchExport`", "“No such title”", "`no.test.ts`"])).toHaveLength(3);
  expect(wrongOf(["B", "–", "Density", "–"])).toEqual(["B: why not"]);
});

function upTo(most: number, least = 1) {
  return Array.from({ length: most - least + 1 }, (_, k) => least + k);
}

test.each<[string, Record<string, number[]>]>([
  ["Hall, Rinaldo & Wasserman (2013)", { Definition: [1, 10], Proposition: [3, 4, 5, 6, 7, 8], Figure: [1, 2, 3] }],
  ["Mirshani", { Definition: [2.1, 3.1, 3.2], Theorem: [3.1, 3.2, 3.3, 4.1, 4.2], Table: [1, 2], Scenario: [1, 7] }],
  ["Kumar", { Definition: upTo(15), Theorem: upTo(6), Remark: upTo(7), Table: upTo(11), Figure: upTo(17) }],
])("numbers of %s are rows", (paper, numbers) => {
  const section = text("docs/papers.md")
    .split("\n## ")
    .find((each) => each.startsWith(paper))!;
  const labels = rowsOf(section)
    .map(([row]) => row!.replace(/(\d+) to (\d+)/g, (_, from, to) => upTo(Number(to), Number(from)).join(", ")))
    .join("\n");
  const missing = Object.entries(numbers).flatMap(([kind, all]) =>
    all
      .filter((number) => !new RegExp(`${kind}s? [\\d., and]*?(?<![.\\d])${number}(?![.\\d])`).test(labels))
      .map((n) => `${kind} ${n}`),
  );
  expect(missing).toEqual([]);
});
