import {
  sumDeviation,
  sumQuantile,
  type EntryLaw,
  type WeightedEntries,
} from "../../core/affineHull/fabrication/entrySums.ts";
import { releasedValues, type ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { withUnit } from "../../core/release/file/writtenUnit.ts";

/** Rows with noise and what was fabricated of them, row after row, in the units of the columns. */
export interface FollowedTable {
  readonly columns: readonly { readonly name: string; readonly lower: number; readonly upper: number }[];
  readonly fabricated: ArrayLike<number>;
  readonly noisy: ArrayLike<number>;
  /** Absent in the outside view. Private. */
  readonly original?: ArrayLike<number> | undefined;
  /** Class of each row: an index of `classes`, which is empty for one class. Not protected. */
  readonly classOf: ArrayLike<number>;
  readonly classes: readonly string[];
  readonly law: EntryLaw;
}

/** A number computed from a table, with the noise of the noisy rows. */
export interface FollowingOfTable {
  readonly name: string;
  readonly rowCount: number;
  readonly fabricated: number;
  readonly noisy: number;
  readonly original: number | undefined;
  readonly deviation: number;
  /** With 95 %, of this number and of all that the panel can ask for. */
  readonly alone: number;
  readonly together: number;
}

/** Means over rows, each of a column, times a sign. */
interface Part {
  readonly column: number;
  readonly rows: readonly number[];
  readonly sign: 1 | -1;
}

interface AskedOfTable {
  readonly row: number;
  readonly column: number;
  readonly other: number;
  /** Among classes that have rows. */
  readonly pair: readonly [number, number];
}

/**
 * Numbers of a table, by the exact law of the noise on its rows; of fabricated rows there is none.
 *
 * All together holds by the union bound over all cells, means of columns, in classes too, and differences of two of them.
 */
export function tableFollows(table: FollowedTable, { row, column, other, pair }: AskedOfTable) {
  const { columns, classOf, classes } = table;
  const p = columns.length;
  const all = Array.from({ length: classOf.length }, (_, i) => i);
  const means = p * (1 + classes.length);
  const asked = p * all.length + means + (means * (means - 1)) / 2;
  const found = (name: string, parts: readonly Part[]): FollowingOfTable => {
    const valueIn = (values: ArrayLike<number>) =>
      parts.reduce((sum, part) => sum + part.sign * meanOf(values, p, part), 0);
    const terms = parts.map(({ column: of, rows }): WeightedEntries => {
      const { lower, upper } = columns[of]!;
      return { weight: (upper - lower) / rows.length, count: rows.length };
    });
    return {
      name,
      rowCount: parts[0]!.rows.length,
      ...{ fabricated: valueIn(table.fabricated), noisy: valueIn(table.noisy) },
      original: table.original && valueIn(table.original),
      deviation: sumDeviation(table.law, terms),
      ...{ alone: sumQuantile(table.law, terms, 0.05), together: sumQuantile(table.law, terms, 0.05 / asked) },
    };
  };
  const { name } = columns[column]!;
  const mean = (of: number, rows = all, sign: 1 | -1 = 1): Part => ({ column: of, rows, sign });
  const inClasses = classes
    .map((of, k) => ({ of, rows: all.filter((i) => classOf[i] === k) }))
    .filter(({ rows }) => rows.length > 0);
  const [first, second] = pair.map((k) => inClasses[k]);
  return {
    rows: [
      found(`Row ${row + 1}: ${name}`, [mean(column, [row])]),
      found(`Mean of ${name}`, [mean(column)]),
      ...(other === column
        ? []
        : [found(`Mean of ${name} less that of ${columns[other]!.name}`, [mean(column), mean(other, all, -1)])]),
    ],
    classNames: inClasses.map(({ of }) => of),
    classes: [
      ...inClasses.map(({ of, rows }) => found(of, [mean(column, rows)])),
      ...(first && second && first !== second
        ? [found(`${first.of} less ${second.of}`, [mean(column, first.rows), mean(column, second.rows, -1)])]
        : []),
    ],
  };
}

function meanOf(values: ArrayLike<number>, p: number, { rows, column }: Part): number {
  return rows.reduce((sum, i) => sum + values[p * i + column]!, 0) / rows.length;
}

/** The table in a file; undefined without the meaning of its rows. */
export function releasedTable({ mechanism, view }: ReleaseFile): FollowedTable | undefined {
  const { rows, values, processing } = view;
  const law = entryLaw(mechanism);
  if (!rows || !law || values.length !== mechanism.integers.length) return undefined;
  const columns = rows.columns.map(({ name, unit, ...range }) => ({ ...range, name: withUnit(name, unit) }));
  const p = columns.length;
  const share = processing.includes("[−½, ½]") ? 0.5 : 0;
  const noisy = releasedValues(mechanism).map((x, i) => {
    const { lower, upper } = columns[i % p]!;
    return lower + (upper - lower) * (x + share);
  });
  const { of = Array.from({ length: values.length / p }, () => 0), classes = [] } = rows.label ?? {};
  return { columns, fabricated: values, noisy, classOf: of, classes, law };
}

/** Law of an entry's noise; undefined for noise of a grid. */
function entryLaw({ kind, sigma }: ReleaseFile["mechanism"]): EntryLaw | undefined {
  switch (kind) {
    case "gaussianCoordinates":
      return { kind: "gaussian", deviation: sigma };
    case "staircaseCoordinates":
      return { kind: "staircase", epsilon: 1 / sigma };
    case "laplaceCoordinates":
    case "composedLaplaceCoordinates":
      return { kind: "laplace", scale: sigma, delta: 0 };
    case "ditheredGaussian":
      return undefined;
  }
}
