import type { Sha256OfBytes } from "./tableDigest.ts";

/** Digests by which a ledger knows a table. Private: who knows all rows but one can try the last one. */
export interface TableKeys {
  /**
   * Two tables with one in common are the same. The first names the ledger; without names another is of the rows below
   * the first, which may be names.
   */
  readonly digests: readonly string[];
  /** Absent for data known by their digests alone, such as examples. */
  readonly look?: TableLook;
  /** Digests of the columns' names and, after a blank, of their order in the file. */
  readonly order?: string;
}

/** All of a table but its cells. */
interface TableLook {
  /** Digest of the columns' names. */
  readonly names: string;
  readonly rows: number;
}

/** True for two tables that may be one with some cells changed: same names, about as many rows. */
export function isAlike(one: TableLook | undefined, other: TableLook | undefined): boolean {
  if (!one || !other || one.names !== other.names) return false;
  return Math.abs(one.rows - other.rows) <= Math.max(one.rows, other.rows) / 10;
}

export interface TableSums {
  /** Begins further rows. */
  begin(rows: number): void;
  /** Adds the keys of a column of these rows, NaN where missing: from `offset` on, every one of `stride`. */
  add(column: number, keys: ArrayLike<number>, offset: number, stride: number): void;
  end(): void;
  /** All rows, or all but the first. */
  sums(withFirst: boolean): Sums;
}

interface Sums {
  readonly rows: number;
  /** Sums of first, second and third powers, twice. */
  readonly powers: readonly number[];
  /** True for a column with the same cell in each row, or none in any. */
  readonly isConstant: readonly boolean[];
}

/**
 * Sums over a table that are the same in any order of rows and columns, with or without constant columns and empty
 * rows.
 *
 * Each cell is hashed to two numbers modulo 2³². A row is the sum d of the hashes of its cells, and the table the sums
 * of d, d² and d³ over its rows. A constant column adds the same k to each d, which is taken out again:
 *
 *     Σ(d − k) = Σd − nk,   Σ(d − k)² = Σd² − 2kΣd + nk²,   Σ(d − k)³ = Σd³ − 3kΣd² + 3k²Σd − nk³.
 *
 * One pass over a file is enough. Two given tables agree in all six numbers with a probability below 2⁻⁶⁰, unless only
 * cells within rows were exchanged. Forged agreement shares a budget.
 */
export function tableSums(columnCount: number): TableSums {
  let block = [new Int32Array(0), new Int32Array(0)] as const;
  let isFilled = new Uint8Array(0);
  let rowsNow = 0;
  /** Keys of the very first row, which may be a header. */
  let first: Float64Array | undefined;
  const firstHashes = [0, 0];
  let isFirst = false;
  let rows = 0;
  const powers = new Int32Array(6);
  const met = new Float64Array(columnCount).fill(NaN);
  const counts = new Float64Array(columnCount);
  const differs = new Uint8Array(columnCount);

  return {
    begin: (count) => {
      rowsNow = count;
      if (block[0].length < count) {
        block = [new Int32Array(count), new Int32Array(count)];
        isFilled = new Uint8Array(count);
      }
      for (const hashes of block) hashes.fill(0, 0, count);
      isFilled.fill(0, 0, count);
      isFirst = first === undefined && count > 0;
      if (isFirst) first = new Float64Array(columnCount).fill(NaN);
    },
    add: (column, keys, offset, stride) => {
      const [a, b] = block;
      let known = met[column]!;
      let count = 0;
      for (let i = 0, at = offset; i < rowsNow; i++, at += stride) {
        const key = keys[at]!;
        if (Number.isNaN(key)) continue;
        a[i]! += hashOf(key, 0x9e3779b9);
        b[i]! += hashOf(key, 0x85ebca6b);
        isFilled[i] = 1;
        if (i === 0 && isFirst) {
          first![column] = key;
          continue;
        }
        if (key !== known) {
          if (Number.isNaN(known)) known = met[column] = key;
          else differs[column] = 1;
        }
        count++;
      }
      counts[column]! += count;
    },
    end: () => {
      const [a, b] = block;
      if (isFirst) {
        firstHashes[0] = a[0]!;
        firstHashes[1] = b[0]!;
      }
      for (let i = isFirst ? 1 : 0; i < rowsNow; i++) {
        if (isFilled[i] === 0) continue;
        rows++;
        addPowers(powers, a[i]!, b[i]!);
      }
      isFirst = false;
    },
    sums: (withFirst) => {
      const isRow = withFirst && first?.some((key) => !Number.isNaN(key)) === true;
      const n = rows + (isRow ? 1 : 0);
      const isConstant = Array.from(met, (key, j) => {
        if (!isRow) return differs[j] === 0 && (counts[j] === 0 || counts[j] === rows);
        const above = first![j]!;
        if (counts[j] === 0) return Number.isNaN(above) || rows === 0;
        return differs[j] === 0 && counts[j] === rows && above === key;
      });
      const all = Int32Array.from(powers);
      if (isRow) addPowers(all, firstHashes[0]!, firstHashes[1]!);
      const [k, l] = [0x9e3779b9, 0x85ebca6b].map((seed) =>
        isConstant.reduce((sum, is, j) => {
          const key = Number.isNaN(met[j]!) && isRow ? first![j]! : met[j]!;
          return is && !Number.isNaN(key) ? (sum + hashOf(key, seed)) | 0 : sum;
        }, 0),
      ) as [number, number];
      const moved = [...withoutConstant(all.subarray(0, 3), n, k), ...withoutConstant(all.subarray(3), n, l)];
      return { rows: n, powers: moved, isConstant };
    },
  };
}

function addPowers(powers: Int32Array, a: number, b: number): void {
  powers[0]! += a;
  const a2 = Math.imul(a, a);
  powers[1]! += a2;
  powers[2]! += Math.imul(a2, a);
  powers[3]! += b;
  const b2 = Math.imul(b, b);
  powers[4]! += b2;
  powers[5]! += Math.imul(b2, b);
}

function withoutConstant([one, two, three]: Int32Array, rows: number, k: number): number[] {
  const n = rows | 0;
  const k2 = Math.imul(k, k);
  return [
    one! - Math.imul(n, k),
    two! - Math.imul(2, Math.imul(k, one!)) + Math.imul(n, k2),
    three! - Math.imul(3, Math.imul(k, two!)) + Math.imul(3, Math.imul(k2, one!)) - Math.imul(n, Math.imul(k2, k)),
  ].map((sum) => sum | 0);
}

/** Hash of 32 bits; after the finaliser of MurmurHash3 (Appleby, public domain). */
function hashOf(key: number, seed: number): number {
  const high = Math.floor(key / 4294967296);
  let hash = Math.imul((key >>> 0) ^ seed, 0xcc9e2d51);
  hash = Math.imul((hash ^ (hash >>> 15)) + (high | 0), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

export interface KeyedTable {
  readonly sums: Pick<TableSums, "sums">;
  /** Undefined where the file has none, and the first row is a record. */
  readonly names: readonly string[] | undefined;
  /** True if the names are not the first row. */
  readonly isTyped: boolean;
}

/**
 * Keys of a table.
 *
 * Digests are those of the JSON texts {"form":"curveil-table/2","rows":n,"powers":[…]} and
 * {"form":"curveil-names/1","names":[…]}, of names in lower case and order, without those of constant columns.
 */
export async function tableKeys(
  { sums: { sums }, names, isTyped }: KeyedTable,
  sha256: Sha256OfBytes,
): Promise<TableKeys> {
  const digestOf = ({ rows, powers }: Sums) => sha256(JSON.stringify({ form: "curveil-table/2", rows, powers }));
  const table = sums(isTyped || names === undefined);
  const digests = [await digestOf(table)];
  if (names === undefined) digests.push(await digestOf(sums(false)));
  const told = table.isConstant.flatMap((isConstant, j) =>
    isConstant ? [] : [(names?.[j] ?? "").trim().normalize().toLowerCase()],
  );
  const order = await sha256(JSON.stringify({ form: "curveil-order/1", names: told }));
  const nameDigest = await sha256(JSON.stringify({ form: "curveil-names/1", names: told.sort(compare) }));
  return { digests, look: { names: nameDigest, rows: table.rows }, order: `${nameDigest} ${order}` };
}

/** By UTF-16 units, in every language of the browser. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
