import { checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { shareOfRange } from "../../columnRanges.ts";
import { headerTimes, type LongLayout, type WideLayout } from "./curveLayout.ts";
import { codesOf } from "../columnCodes.ts";
import { columnNamed } from "../../tables/columnNamed.ts";
import type { MissingValues } from "../missingValues.ts";
import { numericColumn } from "../records.ts";
import { refusal } from "../../tables/refusal.ts";
import { isTextColumn } from "../../tables/schema.ts";
import type { Column, Table } from "../../tables/table.ts";
import { counted, countText } from "../../numberFormats.ts";

interface CurveSamples {
  readonly curveCount: number;
  /** Public times of a wide table; undefined for a long one. */
  readonly columnTimes: Float64Array | undefined;
  readonly longest: number;
  /** Code of each curve’s person, −1 where missing. Shape (curveCount,). */
  readonly personOf: Int32Array | undefined;
  /** Row of curve i: its own, or its first. */
  rowOf(i: number): number;
  name(i: number): string;
  /** Writes times and values of curve i, in the order of the table. @returns their number */
  read(i: number, times: Float64Array, values: Float64Array): number;
  readonly notices: readonly string[];
}

interface SampledTable<Layout> {
  readonly table: Table;
  readonly layout: Layout;
  readonly missing: MissingValues;
}

/**
 * Curves of a wide table, columns in the order of time. Without times in the header or the first row they are equally
 * spaced from 0 to 1; a curve that does not reach from the first to the last column is refused, or without values.
 * Columns with ranges stand at 1, 2, …; a row that lacks one is refused, or without values.
 *
 * @throws {ParameterError} naming "column", if a column is absent or has text, or there are fewer than two; naming
 * "file", if curves without times differ in length
 */
export function wideSamples({ table, layout, missing }: SampledTable<WideLayout>): CurveSamples {
  const m = layout.times.length;
  if (m < 2)
    throw refusal(
      "column",
      m === 1 ? "one column of values" : "no column of values",
      "chosen with at least two columns of values for each curve; text in one of its cells makes a column one of text",
    );
  const columns = layout.times.map((name) => valueColumn(table, name, missing));
  const firstRow = layout.timesInFirstRow === true ? 1 : 0;
  const { ranges } = layout;
  if (ranges) checkLength("ranges", ranges, m);
  const given = firstRow === 1 ? timesOfFirstRow(columns) : ranges ? undefined : headerTimes(layout);
  const unsorted = given ?? Float64Array.from({ length: m }, (_, j) => (ranges ? j + 1 : j / (m - 1)));
  const order = Array.from(unsorted.keys()).sort((i, j) => unsorted[i]! - unsorted[j]!);
  const at = Float64Array.from(order, (j) => unsorted[j]!);
  const rowName = (i: number) => `row ${countText(i + firstRow + 1)}`;

  const notices =
    given || ranges ? [] : [`The header has no times: its ${m} columns stand for equally spaced times from 0 to 1.`];
  const missingCount = columns.reduce((sum, column) => sum + column.missingCount, 0);
  if (missingCount > 0)
    notices.push(
      `${counted(missingCount, "cell")} without a number: ${ranges ? "such a row has no values" : "the curves are continued across the gaps"}.`,
    );
  return {
    curveCount: table.rowCount - firstRow,
    columnTimes: Float64Array.from(new Set(at)),
    longest: m,
    personOf:
      layout.person === undefined ? undefined : codesOf(columnNamed(table, layout.person)).codes.subarray(firstRow),
    rowOf: (i) => i + firstRow,
    name: rowName,
    read: (i, times, values) => {
      let length = 0;
      for (let j = 0; j < m; j++) {
        const value = columns[order[j]!]!.values[i + firstRow]!;
        if (Number.isNaN(value)) continue;
        times[length] = at[j]!;
        values[length++] = ranges ? shareOfRange(value, ranges[order[j]!]!) : value;
      }
      const isJoined = !ranges && (given !== undefined || (times[0] === 0 && times[length - 1] === 1));
      const whole = isJoined || length === 0 || length === m;
      if (!whole && missing === "refuse") {
        throw refusal(
          "file",
          `${length} of ${m} values in ${rowName(i)}`,
          ranges
            ? "a value in each column, unless you choose to leave such rows out"
            : "curves of equal length, as its header has no times, unless you choose to leave shorter ones out",
        );
      }
      return whole ? length : 0;
    },
    notices,
  };
}

/**
 * Curves of a long table, in the order of their first row, each sorted by time. A row without a value is a gap; one
 * without time, curve or person is refused or left out.
 *
 * @throws {ParameterError} naming "column", if a column is absent or has text, or if such a row is refused
 */
export function longSamples({ table, layout, missing }: SampledTable<LongLayout>): CurveSamples {
  const { values: time } = numericColumn(table, layout.time);
  const value = valueColumn(table, layout.value, missing).values;
  const curve = codesOf(columnNamed(table, layout.curve));
  const person = layout.person === undefined ? undefined : codesOf(columnNamed(table, layout.person));
  const personCount = person?.count ?? 1;

  const codeOfKey = new Map<number, number>();
  const firstRows: number[] = [];
  const curveOf = new Int32Array(table.rowCount).fill(-1);
  const lengths: number[] = [];
  let strayCount = 0;
  let gapCount = 0;
  for (let row = 0; row < table.rowCount; row++) {
    const whose = person?.codes[row] ?? 0;
    const isNameless = curve.codes[row]! < 0 || whose < 0;
    const isTimeless = Number.isNaN(time[row]);
    if (isNameless || isTimeless) {
      strayCount++;
      if (missing === "refuse")
        throw refusal(
          "column",
          `row ${countText(row + 1)} without one`,
          "a curve and a time in every row, unless you choose to leave such rows out",
        );
      // Also without a time it keeps its curve among the counted ones.
      if (isNameless || missing === "drop") continue;
    }
    const key = curve.codes[row]! * personCount + whose;
    const code = codeOfKey.get(key) ?? firstRows.length;
    if (code === firstRows.length) {
      codeOfKey.set(key, code);
      firstRows.push(row);
      lengths.push(0);
    }
    if (isTimeless || Number.isNaN(value[row])) {
      if (!isTimeless) gapCount++;
      continue;
    }
    curveOf[row] = code;
    lengths[code]!++;
  }

  const starts = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (starts[i + 1] = starts[i]! + length));
  const next = starts.slice();
  const rows = new Int32Array(starts[lengths.length]!);
  for (let row = 0; row < table.rowCount; row++) if (curveOf[row]! >= 0) rows[next[curveOf[row]!]!++] = row;

  const notices: string[] = [];
  if (strayCount > 0) notices.push(`${counted(strayCount, "row")} without a time or a curve: left out.`);
  if (gapCount > 0)
    notices.push(`${counted(gapCount, "row")} without a number: the curves are continued across the gaps.`);
  return {
    curveCount: lengths.length,
    columnTimes: undefined,
    longest: lengths.reduce((most, length) => Math.max(most, length), 0),
    personOf: person && Int32Array.from(firstRows, (row) => person.codes[row]!),
    rowOf: (i) => firstRows[i]!,
    name: (i) => {
      const row = firstRows[i]!;
      const owner = person ? ` of ${layout.person} ${person.name(person.codes[row]!)}` : "";
      return `${layout.curve} ${curve.name(curve.codes[row]!)}${owner}`;
    },
    read: (i, times, values) => {
      const start = starts[i]!;
      const length = starts[i + 1]! - start;
      const mine = rows.subarray(start, start + length);
      if (!isSorted(mine, time)) mine.sort((a, b) => time[a]! - time[b]!);
      for (let j = 0; j < length; j++) {
        const row = mine[j]!;
        times[j] = time[row]!;
        values[j] = value[row]!;
      }
      return length;
    },
    notices,
  };
}

function isSorted(rows: Int32Array, time: Float64Array): boolean {
  for (let j = 1; j < rows.length; j++) if (!(time[rows[j - 1]!]! <= time[rows[j]!]!)) return false;
  return true;
}

function timesOfFirstRow(columns: readonly Column[]): Float64Array {
  return Float64Array.from(columns, ({ name, values }) => {
    const time = values[0] ?? NaN;
    if (Number.isNaN(time)) throw refusal("column", `none in ${name}`, "chosen with a time in the first row");
    return time;
  });
}

/** Column of numbers, in which text may be a missing value. */
function valueColumn(table: Table, name: string, missing: MissingValues): Column {
  const column = columnNamed(table, name);
  const { firstProblem, categories, missingCount, declared } = column;
  const isOfText = declared ? isTextColumn(declared) : missingCount === table.rowCount && (firstProblem ?? categories);
  if (isOfText) throw new ParameterError("column", name, "a column of numbers");
  if (firstProblem && missing === "refuse") {
    const found = `${JSON.stringify(firstProblem.text)} in row ${countText(firstProblem.row)} of ${name}`;
    throw refusal(
      "column",
      found,
      "a number in every cell that is not empty, unless you choose to leave out what is none",
    );
  }
  return column;
}
