import { ParameterError } from "../errors.ts";
import { columnNamed } from "../tables/columnNamed.ts";
import { labelPrefix } from "./countColumns.ts";
import { addSums, valueCells, wholeTerms, type CurveSums, type CurveSumsTerms } from "./curveSums.ts";
import { levelOfRow, type DeclaredLevels } from "./declaredLevels.ts";
import { refusal } from "../tables/refusal.ts";
import type { Table } from "../tables/table.ts";

interface SumNames {
  readonly time: string;
  readonly label?: string;
  readonly sum: string;
  readonly count: string;
}

/**
 * Names of the columns of sums, which say all terms, public.
 *
 * @throws {ParameterError} naming "terms", if their numbers have too many digits
 */
export function sumNames({ times, values, centre, normBound, rule, perPerson, group }: CurveSumsTerms): SumNames {
  const names = {
    time: `time_cell_${[times.lower, times.upper].map(written).join("_")}_${times.cells}`,
    sum: `sums_${[values.lower, values.upper, centre, normBound].map(written).join("_")}_${rule}`,
    count: perPerson === undefined ? "curves" : `curves_per_${perPerson}`,
  };
  const long = Object.values(names).find((name) => name.length > longestName);
  if (long !== undefined) throw new ParameterError("terms", long, "numbers of fewer digits");
  return { ...names, ...(group !== undefined && { label: `${labelPrefix}${group}` }) };
}

/** PostgreSQL's longest name. */
const longestName = 63;

function written(value: number): string {
  return String(value).replace("-", "m").replace("+", "").replace(".", "p").replace("-", "m");
}

function readNumber(text: string): number {
  return Number(text.replaceAll("m", "-").replace("p", "."));
}

/** Terms in the names of a table of sums; undefined for any other. */
export function sumTermsOf(
  names: readonly string[],
): { readonly names: SumNames; readonly terms: CurveSumsTerms } | undefined {
  const found = names.flatMap((name) => {
    const parts = /^sums_([\dmpe]+)_([\dmpe]+)_([\dmpe]+)_([\dmpe]+)_(uniform|trapezoid)$/.exec(name);
    return parts
      ? [{ name, numbers: parts.slice(1, 5).map(readNumber), rule: parts[5] as CurveSumsTerms["rule"] }]
      : [];
  });
  const times = names.flatMap((name) => {
    const parts = /^time_cell_([\dmpe]+)_([\dmpe]+)_(\d+)$/.exec(name);
    return parts
      ? [{ name, axis: { lower: readNumber(parts[1]!), upper: readNumber(parts[2]!), cells: Number(parts[3]) } }]
      : [];
  });
  const [count, ...otherCounts] = names.filter((name) => /^curves(_per_\d+)?$/.test(name));
  const [label, ...otherLabels] = names.filter((name) => name.startsWith(labelPrefix) && name !== labelPrefix);
  const [sum, time] = [found[0], times[0]];
  if (!sum || !time || count === undefined || found.length + times.length + otherCounts.length > 2) return undefined;
  if (otherLabels.length > 0) return undefined;
  const [lower, upper, centre, normBound] = sum.numbers as [number, number, number, number];
  const perPerson = count === "curves" ? undefined : Number(count.slice("curves_per_".length));
  const terms = {
    ...{ times: time.axis, values: { lower, upper }, centre, normBound, rule: sum.rule },
    ...(perPerson !== undefined && { perPerson }),
    ...(label !== undefined && { group: label.slice(labelPrefix.length) }),
  };
  try {
    wholeTerms(terms);
  } catch (error) {
    if (error instanceof ParameterError) return undefined;
    throw error;
  }
  return { names: { time: time.name, sum: sum.name, count, ...(label !== undefined && { label }) }, terms };
}

/** Sums of the curves of declared groups. Private. */
export interface GroupedSums extends DeclaredLevels {
  /** In sequence, shape (K m,). */
  readonly sums: Float64Array;
  /** Curves in each, and last in none. Shape (K + 1,). */
  readonly counts: Float64Array;
}

/**
 * Sums in a table that an engine made: of all curves, and of each declared group. Curves of other labels are in none.
 *
 * @param groups column of the labels, and which are groups; without them all are added together
 * @throws {ParameterError} naming "column", if it is not one, or a number is not the query's, or a row is there twice;
 * or as `levelOfRow`
 */
export function curveSumsFrom(
  table: Table,
  groups?: DeclaredLevels,
): CurveSums & { readonly terms: CurveSumsTerms; readonly groups?: GroupedSums } {
  const known = sumTermsOf(table.columns.map(({ name }) => name));
  if (!known) throw new ParameterError("column", "these columns", "those of the query for sums, with their names");
  const { names, terms } = known;
  const m = terms.times.cells;
  const [cells, given, counts] = [names.time, names.sum, names.count].map(
    (name) => columnNamed(table, name).values,
  ) as [Float64Array, Float64Array, Float64Array];
  const labelOf = keyOfRow(table, names.label);
  const once =
    names.label === undefined ? "" : " for each label, where two writings of one, such as “1” and “1.0”, are one";
  const byLabel = new Map<
    number | string,
    { readonly sums: Float64Array; readonly curveCount: number; readonly row: number }
  >();
  for (let row = 0; row < table.rowCount; row++) {
    const [cell, sum, count, label] = [cells[row]!, given[row]!, counts[row]!, labelOf(row)];
    if (!(Number.isSafeInteger(count) && count >= 1))
      throw refusal("column", `${count} curves in row ${row + 1}`, "a whole number of at least one");
    const own = byLabel.get(label) ?? { sums: new Float64Array(m).fill(NaN), curveCount: count, row };
    byLabel.set(label, own);
    if (count !== own.curveCount)
      throw refusal("column", "other numbers of curves", "the same number in each row of a label");
    if (!(Number.isInteger(cell) && cell >= 0 && cell < m && Number.isNaN(own.sums[cell])))
      throw refusal("column", `time ${cell} in row ${row + 1}`, `each whole number from 0 to ${m - 1} once${once}`);
    if (!(Number.isSafeInteger(sum) && Math.abs(sum) <= count * valueCells))
      throw refusal("column", `sum ${sum} in row ${row + 1}`, "a whole number that so many curves can have");
    own.sums[cell] = sum;
  }
  const placeOf = groups && levelOfRow(table, groups);
  const all = { sums: new Float64Array(m), curveCount: 0 };
  const apart = Array.from({ length: groups?.levels.length ?? 0 }, () => ({
    sums: new Float64Array(m),
    curveCount: 0,
  }));
  for (const { sums, curveCount, row } of byLabel.values()) {
    if (sums.includes(NaN)) throw refusal("column", `${table.rowCount} rows`, `one row for each of ${m} times`);
    addSums(all, sums, curveCount);
    const own = placeOf && apart[placeOf(row)];
    if (own) addSums(own, sums, curveCount);
  }
  const { curveCount: n } = all;
  if (!(Number.isSafeInteger(n * valueCells) && n >= 2))
    throw refusal("column", `${n} curves`, `two or more, and at most ${2 ** 33 - 1}`);
  const ofGroups = apart.map(({ curveCount }) => curveCount);
  return {
    ...all,
    terms,
    ...(groups && {
      groups: {
        ...groups,
        sums: Float64Array.from(apart.flatMap(({ sums }) => [...sums])),
        counts: Float64Array.of(...ofGroups, n - ofGroups.reduce((sum, count) => sum + count, 0)),
      },
    }),
  };
}

function keyOfRow(table: Table, name: string | undefined): (row: number) => number | string {
  if (name === undefined) return () => 0;
  const { categories, texts, digits, values } = columnNamed(table, name);
  const told = categories ?? texts;
  return (row) => told?.codes[row] ?? digits?.get(row) ?? values[row]!;
}
