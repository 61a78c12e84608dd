import { countText } from "../numberFormats.ts";
import { isCountName, isPersonName } from "../tables/head/columnNames.ts";
import { unitInName } from "../tables/head/headRows.ts";
import { refusal } from "../tables/refusal.ts";
import type { Column, Table } from "../tables/table.ts";
import { mostWrittenOut } from "./countedRecords.ts";

// Counted data: a column says how many records each row stands for (docs/proofs/reading.md, Lemma 6).

const mostCells = 10_000_000;

/**
 * Each row as often as its column of counts says, with 1 in that column; the table itself without one. Sizes are
 * checked before memory is taken.
 *
 * @throws {ParameterError} naming "column", unless there is one such column, of whole numbers ≥ 0 in every row; naming
 * "file", for no records or too many
 */
export function writtenOutRows(table: Table): Table {
  const [counts, ...others] = table.columns.filter(({ declared }) => declared?.type === "count");
  if (!counts) return table;
  if (others.length > 0) throw refusal("column", `${others.length + 1} columns of counts`, "one column of counts");
  const wrong = notCounts(counts);
  if (wrong !== undefined) {
    throw refusal(
      "column",
      `${wrong} in “${counts.name}”`,
      `whole numbers from 0 on in every row, to count records; under weights one person counts many times, and so would the sensitivity`,
    );
  }
  const total = sumOf(counts.values);
  const most = mostRecords(table);
  if (total < 1) throw refusal("file", "counts of 0 records", "counts of at least one record");
  if (total > most) {
    const engine = "a density of more is counted on its lattice by an engine (“Data of any size”)";
    throw refusal(
      "file",
      `counts of ${countText(total)} records`,
      `counts of at most ${countText(most)} records; ${engine}`,
    );
  }
  const rows = new Int32Array(total);
  let to = 0;
  counts.values.forEach((count, row) => rows.fill(row, to, (to += count)));
  return {
    ...table,
    columns: table.columns.map((column) =>
      column === counts
        ? { ...column, values: new Float64Array(total).fill(1), missingCount: 0 }
        : atRows(column, rows),
    ),
    rowCount: total,
    notices: [...table.notices, countsNotice(counts.name, table.rowCount, total)],
  };
}

/** Sentence on how many records counted rows are. */
export function countsNotice(name: string, rows: number, records: number): string {
  return `Each row stands for as many records as “${name}” counts: ${countText(rows)} rows are ${countText(records)} records.`;
}

/**
 * Column that seems to count records, or why one of such a name does not: whole numbers that do not number the rows,
 * which differ elsewhere and have no names.
 */
export function proposedCounts(table: Table): { readonly name?: string; readonly notice?: string } {
  const { columns, rowCount } = table;
  const [counts, ...more] = columns.filter(({ name }) => isCountName(name) && unitInName(name) === "");
  if (
    !counts ||
    more.length > 0 ||
    counts.reading?.format.type !== "number" ||
    counts.reading.limits ||
    rowCount > mostRecords(table)
  )
    return {};
  const others = columns.filter((column) => column !== counts);
  const isRowNamed = others.some(
    ({ name, reading, categories, texts }) =>
      isPersonName(name) || reading?.kind === "id" || texts !== undefined || categories?.names.length === rowCount,
  );
  if (isRowNamed || !others.some(({ missingCount }) => missingCount < rowCount) || !areDifferent(others, rowCount))
    return {};
  const eachIsOne = "each row counts as one record";
  const wrong = notCounts(counts);
  if (wrong !== undefined) {
    return {
      notice: `“${counts.name}” has ${wrong}, so it does not count records: ${eachIsOne}. Under weights one person would count many times, and so would the sensitivity.`,
    };
  }
  const { values } = counts;
  const isIndex = rowCount > 2 && values.every((value, row) => value === values[0]! + row);
  if (isIndex) return {};
  const total = sumOf(values);
  if (total >= 2 && total !== rowCount && others.some(isSeries)) {
    return {
      notice: `“${counts.name}” beside times that rise from row to row may be a measurement: ${eachIsOne}. If it counts records, read it as “Count of records like the row”.`,
    };
  }
  if (total > mostRecords(table)) {
    return {
      notice: `“${counts.name}” counts ${countText(total)} records, more than are written out, ${countText(mostRecords(table))}: ${eachIsOne}.`,
    };
  }
  return total >= 2 && total !== rowCount ? { name: counts.name } : {};
}

/** True for dates that rise from row to row. */
function isSeries({ reading, values }: Column): boolean {
  return reading?.kind === "date" && values.every((value, row) => row === 0 || value > values[row - 1]!);
}

function mostRecords({ columns }: Table): number {
  return Math.min(mostWrittenOut, Math.floor(mostCells / columns.length));
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A cell that is no count, in words. */
function notCounts({ values, firstProblem }: Column): string | undefined {
  if (firstProblem) return JSON.stringify(firstProblem.text);
  const wrong = values.find((value) => !(Number.isInteger(value) && value >= 0));
  return wrong === undefined ? undefined : Number.isNaN(wrong) ? "an empty cell" : String(wrong);
}

function areDifferent(columns: readonly Column[], rowCount: number): boolean {
  const met = new Set<string>();
  for (let row = 0; row < rowCount; row++) {
    const cells = columns.map(({ values, categories }) => (categories ? `c${categories.codes[row]}` : values[row]));
    if (met.size === met.add(cells.join(" ")).size) return false;
  }
  return true;
}

function atRows(column: Column, rows: Int32Array): Column {
  const { values, categories, texts, digits } = column;
  const told = categories ?? texts;
  const taken = told && { names: told.names, codes: Int32Array.from(rows, (row) => told.codes[row]!) };
  const long = digits && [...rows].flatMap((row, i) => (digits.has(row) ? [[i, digits.get(row)!] as const] : []));
  const numbers = Float64Array.from(rows, (row) => values[row]!);
  return {
    ...column,
    values: numbers,
    missingCount: numbers.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0),
    ...(taken && (categories ? { categories: taken } : { texts: taken })),
    ...(long && { digits: new Map(long) }),
  };
}
