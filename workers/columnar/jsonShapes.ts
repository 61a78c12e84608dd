import { countText } from "../../src/core/numberFormats.ts";
import { nameOfColumn } from "../../src/core/tables/growingTable.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { leftOutNotice, type ColumnarFile } from "./columnarFile.ts";
import { fitting, heldColumns, type HeldCell } from "./heldCells.ts";
import { heldTable } from "./heldTable.ts";
import type { RowTable } from "./rowTable.ts";

export interface RecordTable {
  begin(): void;
  set(name: string, cell: HeldCell): void;
  /** A list or object in a record. */
  nested(name: string): void;
  finish(file: Blob, notices: readonly string[]): ColumnarFile;
}

/** @param declared only these columns are held, and which of them a name is follows from it alone */
export function recordTable(declared?: readonly string[]): RecordTable {
  const cells = heldColumns();
  const places = new Map<string, number>(declared?.map((name, place) => [name, place]));
  const nestedIn = new Map<string, number>();
  /** The last record in which a column was named. */
  const lastOf: number[] = [];
  let row = -1;
  let repeated: string | undefined;
  const placeOf = (name: string) => {
    const known = places.get(declared ? nameOfColumn(name) : name);
    if (known !== undefined || declared) return known;
    places.set(name, places.size);
    return places.size - 1;
  };
  return {
    begin: () => {
      row++;
    },
    set: (name, cell) => {
      const place = placeOf(name);
      if (place === undefined) return;
      if (lastOf[place] === row) repeated ??= name;
      lastOf[place] = row;
      // Also a column of nothing is a column.
      cells.set(place, row, declared ? fitting(cell) : cell);
    },
    nested: (name) => nestedIn.set(name, (nestedIn.get(name) ?? 0) + 1),
    finish: (file, notices) => {
      const leftOut = [...nestedIn.keys()].filter((name) => !places.has(name));
      const mixed = [...nestedIn].filter(([name]) => places.has(name));
      return heldTable({
        ...{ file, cells, names: [...places.keys()], rowCount: row + 1 },
        notices: [
          ...leftOutNotice(leftOut.map((name) => `${name} (nested)`)),
          ...mixed.map(([name, count]) => `${countText(count)} nested values of “${name}” were left out.`).slice(0, 3),
          ...(declared ?? []).flatMap((name, place) =>
            lastOf[place] === undefined ? [`No record names “${name}”.`] : [],
          ),
          ...(repeated === undefined ? [] : [`A record has “${repeated}” twice: the last value counts.`]),
          ...notices,
        ],
      });
    },
  };
}

interface ListTable {
  begin(name: string): void;
  push(cell: HeldCell): void;
  readonly count: () => number;
  finish(file: Blob, notices: readonly string[]): ColumnarFile;
}

/** @param declared only these lists are held */
export function listTable(declared?: readonly string[]): ListTable {
  const cells = heldColumns();
  const names: string[] = [];
  const lengths: number[] = [];
  let isHeld = true;
  return {
    begin: (name) => {
      isHeld = declared?.includes(nameOfColumn(name)) !== false;
      if (!isHeld) return;
      names.push(name);
      lengths.push(0);
    },
    push: (cell) => {
      if (!isHeld) return;
      const place = names.length - 1;
      cells.set(place, lengths[place]!++, declared ? fitting(cell) : cell);
    },
    count: () => names.length,
    finish: (file, notices) => {
      const rowCount = commonest(lengths);
      const places = names.map((_, place) => place).filter((place) => lengths[place] === rowCount);
      const others = names.flatMap((name, place) =>
        lengths[place] === rowCount ? [] : [`${name} (${countText(lengths[place]!)} values)`],
      );
      return heldTable({
        ...{ file, cells, places, rowCount, names: places.map((place) => names[place]!) },
        notices: [...leftOutNotice(others), ...notices],
      });
    },
  };
}

/** The most common length; of two the longer. */
function commonest(lengths: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a), [0, 0])[0];
}

/** Cells by names of row and column, whichever stands outside. */
interface MapTable {
  begin(name: string): void;
  set(name: string, cell: HeldCell): void;
  readonly count: () => number;
  finish(file: Blob, notices: readonly string[]): ColumnarFile;
}

/** Names of rows are whole numbers where those of columns are not. */
export function mapTable(): MapTable {
  const outer: string[] = [];
  const inner = new Map<string, number>();
  const flat = heldColumns();
  let length = 0;
  return {
    begin: (name) => {
      outer.push(name);
    },
    set: (name, cell) => {
      const place = inner.get(name) ?? inner.size;
      inner.set(name, place);
      flat.set(0, length, outer.length - 1);
      flat.set(1, length, place);
      flat.set(2, length++, cell);
    },
    count: () => outer.length,
    finish: (file, notices) => {
      const innerNames = [...inner.keys()];
      const isByRow = isCounted(outer) && !isCounted(innerNames);
      const cells = heldColumns();
      for (let k = 0; k < length; k++) {
        const [a, b] = [flat.get(0, k) as number, flat.get(1, k) as number];
        cells.set(isByRow ? b : a, isByRow ? a : b, flat.get(2, k));
      }
      const names = isByRow ? innerNames : outer;
      return heldTable({ file, cells, names, rowCount: isByRow ? outer.length : innerNames.length, notices });
    },
  };
}

const isCounted = (names: readonly string[]) => names.every((name) => /^\d{1,9}$/.test(name));

export interface Member {
  readonly name: string;
  readonly table: RecordTable | RowTable;
}

/**
 * The table of an object by itself: pandas' "split", records or rows under one name, lists of cells, or pandas'
 * default.
 *
 * @throws {ParameterError} for several tables or none
 */
export function tableOfObject(
  file: Blob,
  {
    members,
    lists,
    maps,
    others,
  }: {
    readonly members: readonly Member[];
    readonly lists: ListTable;
    readonly maps: MapTable;
    readonly others: readonly string[];
  },
): ColumnarFile {
  const notices = leftOutNotice(others);
  const [member, further] = members;
  if (further) {
    const names = members.slice(0, 5).map(({ name }) => `“${name}”`);
    throw refusal("file", `JSON with several tables: ${names.join(", ")}`, "one table: save the one that is meant");
  }
  if (member) {
    const told = [`The table under “${member.name}” is read.`, ...notices];
    return member.table.finish(file, told);
  }
  if (lists.count() > 0) return lists.finish(file, notices);
  if (maps.count() > 0) return maps.finish(file, notices);
  throw refusal("file", "one JSON object without a table in it", "records, columns or rows as JSON");
}
