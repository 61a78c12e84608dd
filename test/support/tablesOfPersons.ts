import { classifiedRecordsFrom } from "../../src/core/records/classifiedRecords.ts";
import type { ClassifiedTable } from "../../src/core/records/classifiedRecords.ts";
import { tableOf } from "../../src/core/tables/table.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { shuffle } from "../../src/core/random/shuffle.ts";

/** A row of a file: whose it is, its class, and its numbers; NaN for a missing cell. */
export interface OwnedRow {
  readonly person: string;
  readonly kind: string;
  readonly numbers: readonly number[];
}

/** The records of rows, at most `bound` of each person; those with a missing cell are left out. */
export function recordsOfRows(rows: readonly OwnedRow[], bound: number): ClassifiedTable {
  const p = rows[0]!.numbers.length;
  const names = Array.from({ length: p }, (_, j) => `x${j}`);
  const numbers = names.map((name, j) => ({ name, values: Float64Array.from(rows, (row) => row.numbers[j]!) }));
  const text = (name: "person" | "kind") => ({ name, values: rows.map((row) => row[name]) });
  const kinds = new Set(rows.map(({ kind }) => kind)).size;
  const table = withMissing(tableOf([...numbers, text("person"), text("kind")]));
  const person = { column: "person", bound };
  return classifiedRecordsFrom({ table, columns: names, label: kinds > 1 ? "kind" : "", missing: "drop", person });
}

function withMissing(table: Table): Table {
  const columns = table.columns.map((column) =>
    column.categories ? column : { ...column, missingCount: column.values.filter(Number.isNaN).length },
  );
  return { ...table, columns };
}

/** Two files whose records differ in those of one person, who is an enemy. */
export interface NeighbouringFiles {
  readonly files: readonly [readonly OwnedRow[], readonly OwnedRow[]];
  /** The bound on records of a person. */
  readonly bound: number;
  /** How many records of the enemy are kept of both. */
  readonly keptCount: number;
}

const enemy = "enemy";

/**
 * Generated neighbours: the enemy has as many records of each class in both, at any places of the file, between rows that are
 * left out for a missing cell or for the bound.
 */
export function neighbouringFiles(seed: number): NeighbouringFiles {
  const random = seededSource(seed);
  const below = (count: number) => Math.floor(count * random.uniform());
  const [p, classCount, bound] = [1 + below(3), 1 + below(3), 1 + below(3)];
  const kindOf = () => "abc"[below(classCount)]!;
  // Ends of the range, beyond them, or inside: all different, to be told apart.
  const number = () => {
    const kind = below(4);
    if (kind === 3) return random.uniform();
    return (kind === 0 ? -1 : 1) * (1 + random.uniform());
  };
  const numbers = () => Array.from({ length: p }, number);
  const holed = () => numbers().with(below(p), NaN);
  const others = Array.from({ length: 4 + below(40) }, (): OwnedRow => ({
    person: `p${below(12)}`,
    kind: kindOf(),
    numbers: below(8) === 0 ? holed() : numbers(),
  }));
  // Each class has rows of others, so that files have the same classes.
  for (const kind of "abc".slice(0, classCount)) others.push({ person: `only ${kind}`, kind, numbers: numbers() });
  const keptCount = 1 + below(bound);
  const kinds = Array.from({ length: keptCount }, kindOf);
  const file = () => {
    const own = shuffle([...kinds.keys()], random).map((k): OwnedRow => ({
      person: enemy,
      kind: kinds[k]!,
      numbers: numbers(),
    }));
    const rows = own.flatMap((row) => (below(2) === 0 ? [{ ...row, kind: kindOf(), numbers: holed() }, row] : [row]));
    if (keptCount === bound && below(2) === 0) rows.push({ person: enemy, kind: kindOf(), numbers: numbers() });
    const places = rows.map(() => below(others.length + 1)).sort((a, b) => a - b);
    const all = others.slice();
    // From the last on, so that they stay in their order.
    for (let k = rows.length - 1; k >= 0; k--) all.splice(places[k]!, 0, rows[k]!);
    return all;
  };
  return { files: [file(), file()], bound, keptCount };
}

/**
 * The break that made the order of rows random: the enemy has the first row and the last, and may have one record. The first is
 * kept where it is complete; where a cell of it is missing the last one is, and all rows between move by one place.
 */
export function firstRowOrLast(others: number): NeighbouringFiles {
  const row = (person: string, i: number, numbers: readonly number[]): OwnedRow => ({
    ...{ person, kind: "a" },
    // All different, to be told apart.
    numbers: numbers.map((x, j) => x + 1e-9 * (i + j)),
  });
  const between = Array.from({ length: others }, (_, i) => row(`p${i}`, i, i % 2 === 0 ? [0, 0.9] : [0.9, 0]));
  const file = (first: readonly number[]) => [
    row(enemy, others, first),
    ...between,
    row(enemy, others + 2, [0.5, 0.5]),
  ];
  return { files: [file([0.5, 0.5]), file([NaN, 0.5])], bound: 1, keptCount: 1 };
}
