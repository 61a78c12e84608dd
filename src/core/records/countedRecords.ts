import type { Points } from "../points.ts";
import { codesOf } from "./columnCodes.ts";
import { columnNamed } from "../tables/columnNamed.ts";
import { countColumnsOf } from "./countColumns.ts";
import { levelName, levelOfRow, type DeclaredLevels } from "./declaredLevels.ts";
import { latticeValue } from "./latticeCounts.ts";
import { numericColumn } from "./records.ts";
import { refusal } from "../tables/refusal.ts";
import type { Table } from "../tables/table.ts";
import { countText } from "../numberFormats.ts";

/** Points of a lattice, each with the number of records rounded to it. Private. */
export interface CountedRecords {
  readonly points: Points;
  /** Each ≥ 1, shape (n,). */
  readonly multiplicities: Float64Array;
  /** On a lattice of their own. */
  readonly responses?: Float64Array;
  /** Places among the declared levels, −1 for none; absent if none are declared. */
  readonly levels?: Int32Array;
  readonly labels?: { readonly names: readonly string[]; readonly codes: Int32Array };
  /** Public. */
  readonly recordsPerPerson: number;
  /** Its records are not among the points. */
  readonly pointMass?: { readonly at: number; readonly count: number };
}

/**
 * Records of a table of counts, at the points of its lattice: the same for any order of its rows.
 *
 * @param isAtomApart true if records at the query's point mass stay apart; else they are points at that value
 * @param declared levels of the labels
 * @throws {ParameterError} naming "column", unless cells are whole numbers on the lattice, each once with its label,
 * and counts are whole numbers ≥ 0 with at least one record
 */
export function recordsFromCounts(
  table: Table,
  isAtomApart = false,
  declared?: Pick<DeclaredLevels, "levels">,
): CountedRecords {
  const found = countColumnsOf(table.columns.map(({ name }) => name));
  if (!found) throw refusal("column", "other columns", "named as the query names them");
  const { names, columns } = found;
  const { inputs, response, label, pointMass } = columns;
  const rounded = [...inputs, ...(response ? [response] : [])];
  const cellNames = [...names.inputs, ...(names.response === undefined ? [] : [names.response])];
  const cellsOf = cellNames.map((name) => numericColumn(table, name).values);
  const countOf = numericColumn(table, names.count).values;
  const labels = label && labelCodes(table, names.label!);

  const levels =
    declared && names.label !== undefined ? levelOfRow(table, { column: names.label, ...declared }) : undefined;

  // A number for each place with its label: below 2⁵³, as an axis has at most 2²⁰ cells.
  const keys: { readonly key: number; readonly row: number }[] = [];
  // The cell of the point mass is −1.
  const first = pointMass === undefined ? 0 : -1;
  let recordCount = 0;
  for (let row = 0; row < table.rowCount; row++) {
    let key = 0;
    for (let j = rounded.length - 1; j >= 0; j--) {
      const { cells } = rounded[j]!.axis;
      const cell = cellsOf[j]![row]!;
      if (!(Number.isInteger(cell) && cell >= first && cell < cells)) {
        const range = `a whole number from ${first} to ${cells - 1} in every row`;
        throw refusal("column", `cell ${cell} in row ${row + 1}`, range);
      }
      key = key * (cells - first) + (cell - first);
    }
    if (labels) {
      const code = labels.codes[row]!;
      if (code < 0 && !declared) throw refusal("column", `no label in row ${row + 1}`, "a label in every row");
      key = key * (labels.count + 1) + code + 1;
    }
    if (!Number.isSafeInteger(key)) throw refusal("column", "a lattice of more than 2⁵³ places", "fewer cells");
    const count = countOf[row]!;
    if (!(Number.isSafeInteger(count) && count >= 0))
      throw refusal("column", `count ${count} in row ${row + 1}`, "a whole number in every row");
    recordCount += count;
    if (count > 0) keys.push({ key, row });
  }
  if (!(recordCount >= 1 && Number.isSafeInteger(recordCount)))
    throw refusal("column", `${recordCount} records`, "at least one record");
  keys.sort((a, b) => a.key - b.key);
  const twice = keys.find(({ key }, i) => i > 0 && keys[i - 1]!.key === key);
  if (twice) {
    const cells = cellsOf.map((values) => values[twice.row]).join(", ");
    throw refusal("column", `cell ${cells} twice`, "each cell in one row");
  }
  const d = inputs.length;
  const isAtom = ({ row }: { readonly row: number }) => cellsOf[0]![row] === -1;
  const rows = keys.filter((entry) => !(isAtomApart && isAtom(entry))).map(({ row }) => row);
  const atAtom = keys.filter(isAtom).reduce((sum, { row }) => sum + countOf[row]!, 0);
  const valueOf = (j: number, row: number) => {
    const cell = cellsOf[j]![row]!;
    return cell < 0 ? pointMass! : latticeValue(cell, rounded[j]!.axis);
  };
  const coordinates = new Float64Array(rows.length * d);
  rows.forEach((row, i) => {
    for (let j = 0; j < d; j++) coordinates[i * d + j] = valueOf(j, row);
  });
  return {
    points: { dimension: d, coordinates },
    multiplicities: Float64Array.from(rows, (row) => countOf[row]!),
    ...(response && { responses: Float64Array.from(rows, (row) => valueOf(d, row)) }),
    ...(levels && { levels: Int32Array.from(rows, levels) }),
    ...(labels &&
      !levels && {
        labels: {
          names: Array.from({ length: labels.count }, (_, code) => labels.name(code)),
          codes: Int32Array.from(rows, (row) => labels.codes[row]!),
        },
      }),
    recordsPerPerson: columns.rowsPerPerson,
    ...(isAtomApart && pointMass !== undefined && { pointMass: { at: pointMass, count: atAtom } }),
  };
}

function labelCodes(table: Table, name: string): ReturnType<typeof codesOf> {
  const column = columnNamed(table, name);
  const { levels } = column.declared ?? {};
  if (!levels) return codesOf(column);
  const levelOf = levelOfRow(table, { column: name, levels });
  const codes = Int32Array.from({ length: table.rowCount }, (_, row) => levelOf(row));
  return { count: levels.length, codes, name: (code) => levelName(levels[code]!) };
}

export const mostWrittenOut = 1_000_000;

/**
 * Counted records one by one: row i of the points as often as it occurs.
 *
 * @throws {ParameterError} naming "file", beyond a million
 */
export function writtenOut({ multiplicities }: Pick<CountedRecords, "multiplicities">): Int32Array {
  const total = multiplicities.reduce((sum, count) => sum + count, 0);
  if (total > mostWrittenOut) {
    throw refusal(
      "file",
      `counts of ${countText(total)} records`,
      `counts of at most ${countText(mostWrittenOut)} records for this study, which needs each of them; a density takes any number`,
    );
  }
  const rows = new Int32Array(total);
  let to = 0;
  multiplicities.forEach((count, i) => {
    rows.fill(i, to, to + count);
    to += count;
  });
  return rows;
}
