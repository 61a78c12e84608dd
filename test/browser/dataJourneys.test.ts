import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { strToU8, zipSync } from "fflate";
import { expect } from "vitest";
import type { Page } from "playwright-core";
import { changedFrom, drawn, dropFile, releasePath, usePage } from "../support/page.ts";
import { swept } from "../support/swept.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

// From the drop of a file to its picture: clicks, answers typed, seconds (bench/RESULTS.md).

const at = usePage();

const rows = Array.from(
  { length: 60 },
  (_, i) => [((30 + i * 0.7) / 100).toFixed(3), ["Zürich", "Bern"][i % 2]!] as const,
);
const csv = `length,town\n${rows.map((row) => row.join(",")).join("\n")}\n`;
const written = (separator: string, cell: (length: string, i: number) => string = (length) => length) =>
  `length${separator}town\n${rows.map(([length, town], i) => `${cell(length, i)}${separator}${town}`).join("\n")}\n`;
const records = rows.map(([length, town]) => ({ length: Number(length), town }));
const curveTimes = Array.from({ length: 11 }, (_, j) => j / 10);
const curves = Array.from({ length: 12 }, (_, i) => curveTimes.map((t) => (Math.sin(3 * t + i / 5) / 2).toFixed(4)));
const line = (cells: readonly (string | number)[]) => cells.join(",");

async function parquet(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "curveil-journeys-"));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const values = rows.map(([length, town]) => `(${length}::DOUBLE, '${town}')`).join(",");
  const path = join(folder, "t.parquet");
  await connection.run(`COPY (SELECT * FROM (VALUES ${values}) t(length, town)) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  const bytes = new Uint8Array(await readFile(path));
  await rm(folder, { recursive: true });
  return bytes;
}

type Journey = readonly [
  name: string,
  file: string,
  content: () => string | Uint8Array | Promise<Uint8Array>,
  sheet?: string,
];
const densities: readonly Journey[] = [
  ["CSV", "t.csv", () => csv],
  ["semicolons, decimal commas", "t.csv", () => written(";", (length) => length.replace(".", ","))],
  ["tabs", "t.tsv", () => written("\t")],
  ["between blanks", "t.txt", () => rows.map(([length], i) => `${length}  ${i % 2}`).join("\n")],
  ["UTF-16", "t.csv", () => new Uint8Array(Buffer.from(`\uFEFF${csv}`, "utf16le"))],
  ["Windows (Western)", "t.csv", () => new Uint8Array(Buffer.from(csv, "latin1"))],
  ["a title and comments", "t.csv", () => `Lengths of 2024\n# by hand\n${csv.replace("\n", "\n# first day\n")}`],
  ["a row of units", "t.csv", () => csv.replace("\n", "\nm,\n")],
  ["cm beside m", "t.csv", () => written(",", (m, i) => (i % 5 === 0 ? `${Number(`${m}e2`)} cm` : `${m} m`))],
  ["gzip", "t.csv.gz", () => new Uint8Array(gzipSync(csv))],
  ["ZIP", "t.zip", () => zipSync({ "t.csv": strToU8(csv) })],
  ["JSON", "t.json", () => JSON.stringify(records)],
  [
    "Excel",
    "t.xlsx",
    () =>
      workbookBytes({
        sheets: [
          { name: "Others", rows: sheetRows([["width"], [0.1], [0.9], [0.9]]) },
          {
            name: "Lengths",
            rows: sheetRows([["length", "town"], ...records.map((each) => [each.length, each.town])]),
          },
        ],
      }),
    "Lengths",
  ],
  ["Parquet", "t.parquet", parquet],
];
const means: readonly Journey[] = [
  ["a curve a row", "c.csv", () => `${line(curveTimes)}\n${curves.map(line).join("\n")}\n`],
  [
    "a value a row",
    "c.csv",
    () =>
      `curve,time,value\n${curves.flatMap((own, i) => own.map((value, j) => line([`c${i}`, curveTimes[j]!, value]))).join("\n")}\n`,
  ],
  [
    "a curve a column",
    "c.csv",
    () =>
      `${line(["time", ...curves.map((_, i) => `s${i}`)])}\n${curveTimes.map((t, j) => line([t, ...curves.map((own) => own[j]!)])).join("\n")}\n`,
  ],
];

/** Declares the waiting file, or a sheet of it. @returns clicks, and the boxes that were filled */
async function declare(page: Page, sheet?: string): Promise<{ clicks: number; typed: number }> {
  const done = { clicks: 0, typed: 0 };
  const click = async (name: string) => {
    await page.getByRole("button", { name }).click();
    done.clicks++;
  };
  await page.locator(".declare form, .problem").first().waitFor();
  expect(await page.locator(".problem").allInnerTexts()).toEqual([]);
  if (sheet !== undefined) {
    await page.getByText("1 column.").waitFor();
    await page.getByLabel("Sheet").selectOption(sheet);
    await page.getByText("60 rows, 2 columns.").waitFor();
    done.clicks++;
  }
  await click("Read it so");
  const boxes = page.locator(".declare form input[type=text]:not(.units input, .column-details input)");
  for (const box of await boxes.all()) {
    if ((await box.inputValue()) !== "") continue;
    const label = (await box.getAttribute("aria-label")) ?? "";
    await box.fill(label.endsWith("lower end") ? "0" : "1");
    done.typed++;
  }
  await click("Draw it");
  await page.locator(".declare").waitFor({ state: "detached" });
  return done;
}

/** Heights of the original at 21 places, from its lowest to its highest point as 0 to 1. */
async function originalShape(page: Page): Promise<readonly number[]> {
  const path = (await page.locator("#picture path.estimate").first().getAttribute("d")) ?? "";
  const points = [...path.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), -Number(y)] as const);
  const [left, right] = [points[0]![0], points.at(-1)![0]];
  const heights = points.map(([, y]) => y);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  return Array.from({ length: 21 }, (_, k) => {
    const at = left + (k / 20) * (right - left);
    const next = Math.max(
      1,
      points.findIndex(([x]) => x >= at - 1e-9),
    );
    const [[x0, y0], [x1, y1]] = [points[next - 1]!, points[next]!];
    return (y0 + ((at - x0) / (x1 - x0)) * (y1 - y0) - low) / (high - low);
  });
}

swept("seventeen files, from drop to the picture of the same records", { timeout: 600_000 }, async () => {
  const table = ["| file | clicks | boxes filled | seconds |", "|---|---|---|---|"];
  for (const [study, journeys, apart] of [
    ["density?data=sleep", densities, 0.02],
    ["meanCurve?data=chick-weight", means, 0.1],
  ] as const) {
    let picture: readonly number[] | undefined;
    for (const [name, file, content, sheet] of journeys) {
      const { page, complaints } = await at(`#/${study}`);
      const before = await releasePath(page);
      const bytes = await content();
      const start = performance.now();
      await dropFile(page, file, bytes);
      const { clicks, typed } = await declare(page, sheet);
      await changedFrom(page, before);
      await drawn(page);
      const seconds = (performance.now() - start) / 1000;
      table.push(`| ${study.split("?")[0]}: ${name} | ${clicks} | ${typed} | ${seconds.toFixed(1)} |`);
      const found = await originalShape(page);
      picture ??= found;
      // Pixels are rounded, and a picture's height follows its noise; a mean is smoothed on the grid of its times.
      for (const [k, height] of found.entries()) expect(Math.abs(height - picture[k]!), name).toBeLessThan(apart);
      expect(complaints, name).toEqual([]);
    }
  }
  console.log(table.join("\n"));
  expect(table).toHaveLength(19);
});
