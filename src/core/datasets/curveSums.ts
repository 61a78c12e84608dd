import { checkFinite, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { columnNamed } from "./columnNamed.ts";
import { labelPrefix } from "./countColumns.ts";
import { levelOfRow } from "./declaredLevels.ts";
import type { DeclaredLevels } from "./declaredLevels.ts";
import { latticeCell, latticeScale, latticeValue } from "./latticeCounts.ts";
import type { LatticeAxis } from "./latticeCounts.ts";
import { refusal } from "./refusal.ts";
import type { Table } from "./table.ts";

/** What curves are clipped and added with, where they are. All of it is public, and declared. */
export interface CurveSumsTerms {
  /** The grid of times: from the lower to the upper end, `cells` of them, 2 to 1000. */
  readonly times: LatticeAxis;
  /** Between which values lie; others are moved there. They are rounded to 2²⁰ points between. */
  readonly values: Pick<LatticeAxis, "lower" | "upper">;
  /** What curves are clipped around: a value between those. */
  readonly centre: number;
  /** τ₀ > 0: curves whose distance from the centre has a larger norm are shrunk to it. */
  readonly normBound: number;
  /** Of the norm: a mean over the grid, or the trapezoidal rule. */
  readonly rule: "uniform" | "trapezoid";
  /** How many curves of each person are added, where persons are told apart; each curve is a person if absent. */
  readonly perPerson?: number;
  /** The column whose labels have sums of their own; all curves are added together if absent. */
  readonly group?: string;
}

/** The terms as whole numbers, which an engine and the page compute with. */
export interface WholeTerms {
  readonly times: LatticeAxis;
  readonly values: LatticeAxis;
  /** z: the cell of the centre. */
  readonly centreCell: number;
  /** The weight of an inner time and of the two ends in the square of the norm. */
  readonly weights: readonly [inner: number, end: number];
  /** T: a curve is within τ₀ if Σ weight·q² ≤ T, its q being cells less z. */
  readonly largestSquare: number;
  /** What a value is worth: g. */
  readonly step: number;
}

/** Points between the two ends of the values. */
export const valueCells = 2 ** 20;
/** A factor that shrinks is a multiple of 1/this. */
export const factorSteps = 2 ** 20;

/**
 * The declared terms of clipped sums as whole numbers. With g the step of the values, q a coordinate less the centre in
 * steps, and the norm ‖x‖² = u Σ w_j (g q_j)², u = 1/m and w = 1 for a mean, u = ½/(m − 1) and w = 1, 2, …, 2, 1 for trapezoids,
 *
 *     Σ w_j q_j² ≤ T = ⌊τ₀²/(u g²)·(1 − 2⁻⁴⁰)⌋   gives   ‖x‖ ≤ τ₀.
 *
 * All sums of squares are whole numbers below 2⁵², so any engine has them exactly, in any order.
 *
 * @throws {ParameterError} if a bound is none, the centre is outside of the values, or T is 0
 */
export function wholeTerms({ times, values, centre, normBound, rule, perPerson = 1 }: CurveSumsTerms): WholeTerms {
  checkPositiveInteger("perPerson", perPerson);
  latticeScale(times);
  if (times.cells > 1000) throw new ParameterError("times.cells", times.cells, "at most 1000");
  const lattice = { ...values, cells: valueCells };
  const scale = latticeScale(lattice);
  checkFinite("centre", centre);
  if (!(centre >= values.lower && centre <= values.upper))
    throw new ParameterError("centre", centre, `from ${values.lower} to ${values.upper}`);
  checkPositive("normBound", normBound);
  const step = (values.upper - values.lower) / (valueCells - 1);
  const unit = rule === "uniform" ? 1 / times.cells : 0.5 / (times.cells - 1);
  const largestSquare = Math.min(2 ** 53, Math.floor((normBound / step) ** 2 / unit) * (1 - 2 ** -40));
  if (!(largestSquare >= 1)) throw new ParameterError("normBound", normBound, "larger than a step of the values");
  return {
    times,
    values: lattice,
    centreCell: latticeCell(centre, lattice, scale),
    weights: rule === "uniform" ? [1, 1] : [2, 1],
    largestSquare: Math.floor(largestSquare),
    step,
  };
}

/** Sums of clipped curves. Private. */
export interface CurveSums {
  /** Σ over the curves of their clipped coordinates less the centre, in steps of the values: whole numbers, shape (m,). */
  readonly sums: Float64Array;
  /** n. Public, but of one label. */
  readonly curveCount: number;
}

/** Sums of all curves, and where labels tell groups apart those of each label. Private. */
interface LabelledSums extends CurveSums {
  /** By label, NaN for none; together they are the sums of all. Private, the labels among it. */
  readonly ofLabels?: ReadonlyMap<number, CurveSums>;
}

/**
 * Clipped sums of curves, as an engine has them: each curve is a function of its own rows and of public numbers,
 *
 *     q_j = cell of its least value at time j, less z;   S = Σ w_j q_j²;
 *     p_j = q_j  if S ≤ T,   else  sign(q_j)·⌊|q_j| F 2⁻²⁰⌋,  F = max(0, ⌊√(T/S) 2²⁰⌋ − 1),
 *
 * so that Σ w p² ≤ F² S 2⁻⁴⁰ ≤ T and ‖p‖ ≤ τ₀, exactly; then whole numbers are added. Replacing one curve moves the sums by
 * p′ − p, of norm 2τ₀ at most, so the mean has the sensitivity 2τ₀/n of clipped curves.
 *
 * **Persons.** Of each person's curves that are whole the first k are added, in the order of their names as texts, byte by byte:
 * which they are depends on that person's own rows alone. So replacing a person replaces k curves at most, and Δ is k times that.
 *
 * **Groups.** A curve has the least of the labels of its readings, byte by byte: a function of its own rows. So it is in one
 * group, and replacing it changes the sums of two at most (docs/proofs/disjointParts.md, Lemma 5).
 *
 * Square root, quotient and products are single operations on doubles, each rounded to nearest, and F is one less than it may
 * be, which covers their rounding.
 *
 * @param readings of each row its curve, its time and its value; NaN and times outside are left out. Private
 * @param readings.persons of each row whose curve it is, where persons are told apart; a row of nobody, NaN, is left out.
 *   Curves of two persons are two, whatever they are called
 * @param readings.labels of each row a number for its label, in the order of the labels; NaN for none
 * @returns of the curves that have a value at each time; n is public
 * @throws {ParameterError} if fewer than two curves are whole
 */
export function clippedCurveSums(
  readings: {
    readonly curves: ArrayLike<number>;
    readonly times: ArrayLike<number>;
    readonly values: ArrayLike<number>;
    readonly persons?: ArrayLike<number>;
    readonly labels?: ArrayLike<number>;
  },
  terms: CurveSumsTerms,
): LabelledSums {
  const whole = wholeTerms(terms);
  const { times, values, centreCell } = whole;
  const [timeScale, valueScale] = [latticeScale(times), latticeScale(values)];
  const m = times.cells;
  const { perPerson } = terms;
  const { persons, labels } = readings;
  if ((persons === undefined) !== (perPerson === undefined))
    throw new ParameterError("perPerson", perPerson, "given where persons are told apart, and only there");
  if ((labels === undefined) !== (terms.group === undefined))
    throw new ParameterError("group", terms.group, "given where curves have labels, and only there");
  // By person, where persons are told apart, and then by curve.
  const byPerson = new Map<number, Map<number, { readonly q: Float64Array; label: number }>>();
  for (let row = 0; row < readings.curves.length; row++) {
    const [curve, time, value] = [readings.curves[row]!, readings.times[row]!, readings.values[row]!];
    if (!(time >= times.lower && time <= times.upper && Number.isFinite(value)) || Number.isNaN(curve)) continue;
    const person = persons ? persons[row]! : 0;
    if (Number.isNaN(person)) continue;
    const curves = byPerson.get(person) ?? new Map<number, { readonly q: Float64Array; label: number }>();
    byPerson.set(person, curves);
    const own = curves.get(curve) ?? { q: new Float64Array(m).fill(Infinity), label: NaN };
    curves.set(curve, own);
    const at = latticeCell(time, times, timeScale);
    own.q[at] = Math.min(own.q[at]!, latticeCell(value, values, valueScale) - centreCell);
    const label = labels ? labels[row]! : NaN;
    if (!Number.isNaN(label) && !(own.label <= label)) own.label = label;
  }
  const all = { sums: new Float64Array(m), curveCount: 0 };
  const ofLabels = new Map<number, typeof all>();
  for (const curves of byPerson.values()) {
    const complete = Array.from(curves).filter(([, { q }]) => !q.includes(Infinity));
    for (const [, { q, label }] of perPerson === undefined ? complete : firstByName(complete, perPerson)) {
      const own = ofLabels.get(label) ?? { sums: new Float64Array(m), curveCount: 0 };
      ofLabels.set(label, own);
      addTo(all, clippedCurve(q, whole), 1);
      addTo(own, clippedCurve(q, whole), 1);
    }
  }
  const { curveCount } = all;
  if (curveCount < 2) throw refusal("file", `${curveCount} whole curves`, "at least two with a value at each time");
  return { ...all, ...(labels && { ofLabels }) };
}

function addTo(all: { readonly sums: Float64Array; curveCount: number }, sums: Float64Array, curveCount: number): void {
  for (let j = 0; j < sums.length; j++) all.sums[j]! += sums[j]!;
  all.curveCount += curveCount;
}

/** The first ones by the text of their numbers: digits, so that bytes are in the order of an engine. */
function firstByName<T>(curves: readonly (readonly [name: number, T])[], count: number): typeof curves {
  const inOrder = curves.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return inOrder.slice(0, count);
}

/** The clipped coordinates p of one curve's q, whole numbers. */
export function clippedCurve(q: Float64Array, whole: Pick<WholeTerms, "weights" | "largestSquare">): Float64Array {
  const square = squareOf(q, whole);
  if (square <= whole.largestSquare) return q;
  const factor = Math.max(0, Math.floor(Math.sqrt(whole.largestSquare / square) * factorSteps) - 1);
  return q.map((value) => Math.sign(value) * Math.floor((Math.abs(value) * factor) / factorSteps));
}

/** S = Σ w_j q_j², exact. */
export function squareOf(q: Float64Array, { weights: [inner, end] }: Pick<WholeTerms, "weights">): number {
  const last = q.length - 1;
  return q.reduce((sum, value, j) => sum + (j === 0 || j === last ? end : inner) * value * value, 0);
}

/** What a table of sums says by the names of its columns. */
interface SumNames {
  readonly time: string;
  readonly label?: string;
  readonly sum: string;
  readonly count: string;
}

/**
 * The names of the columns that sums come with: they say all terms, as they are public and must not be lost.
 *
 * @throws {ParameterError} naming "terms", if their numbers have so many digits that a name is cut
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

/** What PostgreSQL cuts names at. */
const longestName = 63;

function written(value: number): string {
  return String(value).replace("-", "m").replace("+", "").replace(".", "p").replace("-", "m");
}

function readNumber(text: string): number {
  return Number(text.replaceAll("m", "-").replace("p", "."));
}

/** The terms that the names of a table's columns say, if it is one of sums; undefined for any other. */
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
  /** One behind the other, shape (K m,). */
  readonly sums: Float64Array;
  /** How many curves are in each, and last how many are in none. Shape (K + 1,). */
  readonly counts: Float64Array;
}

/**
 * The sums in a table that an engine made: of all curves, and of those of each declared group. A label is a level as a cell of
 * the page's own reading is one; curves whose label is none of them are in none.
 *
 * @param groups the column of the labels in this table, and which of them are groups; without them all are added together
 * @throws {ParameterError} naming "column", if it is not one, or a number in it is not one that the query gives, or a row is
 *   there twice; or as `levelOfRow` does
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
  const byLabel = new Map<number, { readonly sums: Float64Array; readonly curveCount: number; readonly row: number }>();
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
    addTo(all, sums, curveCount);
    const own = placeOf && apart[placeOf(row)];
    if (own) addTo(own, sums, curveCount);
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

/** What tells the labels of rows apart; the same for all where there are none. */
function keyOfRow(table: Table, name: string | undefined): (row: number) => number {
  if (name === undefined) return () => 0;
  const { categories, keys, values } = columnNamed(table, name);
  return (row) => (categories ? categories.codes[row]! : (keys ?? values)[row]!);
}

/**
 * The mean of the clipped curves less their centre, shape (m,); with the centre as the value of its cell.
 *
 * @throws {ParameterError} unless there is at least one curve
 */
export function meanOfSums(
  { sums, curveCount }: CurveSums,
  terms: CurveSumsTerms,
): { readonly mean: Float64Array; readonly centre: number } {
  const { step, values, centreCell } = wholeTerms(terms);
  const n = checkPositiveInteger("curveCount", curveCount);
  return { mean: sums.map((sum) => (step * sum) / n), centre: latticeValue(centreCell, values) };
}
