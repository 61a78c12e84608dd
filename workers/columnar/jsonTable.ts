import { countText } from "../../src/core/numberFormats.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { textDecoding } from "../../src/core/tables/textDecoding.ts";
import { pieces, unpacked } from "../files/filePieces.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import { heldLimits, type HeldCell } from "./heldCells.ts";
import { listTable, mapTable, recordTable, tableOfObject, type RecordTable } from "./jsonShapes.ts";
import { jsonTokens, type JsonTaker } from "./jsonTokens.ts";
import { rowTable, type RowTable } from "./rowTable.ts";

/** The longest JSON text that is read: its table is held. */
const longestJson = 2 ** 28;

const tooLong = () =>
  refusal(
    "file",
    "more than 256 MB of JSON",
    "shorter, or the same table as CSV or Parquet, which are read at any size",
  );

/**
 * Opens a JSON file and reads its table: records in a list or on a line each, rows in a list, columns as lists, or what pandas
 * writes. Lists and objects within a record are left out by name.
 *
 * The names of the columns are those that any record has; they are taken for public, as those in a header are.
 *
 * @throws {ParameterError} naming "file", if it is damaged, too large, or no table of at least two rows
 */
export async function openJson(
  { file, isPacked }: { readonly file: Blob; readonly isPacked: boolean },
  reading: TableReading,
  checkpoint: () => Promise<void>,
): Promise<ColumnarFile> {
  if (file.size > longestJson) throw tooLong();
  const { decode } = textDecoding();
  const shape = jsonShape(file, reading);
  const { push, finish } = jsonTokens(shape.taker);
  let length = 0;
  for await (const piece of isPacked ? unpacked(file, () => undefined) : pieces(file)) {
    if ((length += piece.length) > longestJson) throw tooLong();
    push(decode(piece, false));
    await checkpoint();
  }
  push(decode(new Uint8Array(0), true));
  finish();
  return shape.finish();
}

interface Place {
  /** The place of a list or object within this one. */
  open(isObject: boolean): Place;
  name(name: string): void;
  value(cell: HeldCell): void;
  close(): void;
}

const ignored = () => undefined;
const skipped: Place = { open: () => skipped, name: ignored, value: ignored, close: ignored };

function recordPlace(table: RecordTable): Place {
  let name = "";
  table.begin();
  return {
    open: () => {
      table.nested(name);
      return skipped;
    },
    name: (next) => {
      name = next;
    },
    value: (cell) => table.set(name, cell),
    close: ignored,
  };
}

function rowPlace(table: RowTable): Place {
  const cells: HeldCell[] = [];
  const push = (cell: HeldCell) => {
    if (cells.push(cell) > tableLimits.columns)
      throw refusal("file", "a row of more than 1,000 values", "a table of at most 1,000 columns");
  };
  return {
    open: () => {
      push(null);
      return skipped;
    },
    name: ignored,
    value: push,
    close: () => table.take(cells),
  };
}

/** The elements of a list that are of another kind than its first one. */
interface Odd {
  count: number;
}

/** A list of records or of rows, as its first element is. @param values takes single values, if those come first */
function tableList(
  odd: Odd,
  begin: (isObject: boolean) => RecordTable | RowTable,
  values: (cell: HeldCell) => void,
): Place {
  let table: RecordTable | RowTable | undefined;
  let hasValues = false;
  return {
    open: (isObject) => {
      if (!hasValues) table ??= begin(isObject);
      if (table && "take" in table !== isObject) return "take" in table ? rowPlace(table) : recordPlace(table);
      odd.count++;
      return skipped;
    },
    name: ignored,
    value: (cell) => {
      if (table) odd.count++;
      else {
        hasValues = true;
        values(cell);
      }
    },
    close: ignored,
  };
}

/** The first object of a text: a record if others follow, or a table in parts. */
function firstObject(reading: TableReading, odd: Odd, records: RecordTable) {
  const lists = listTable();
  const maps = mapTable();
  const members: { readonly name: string; readonly table: RecordTable | RowTable }[] = [];
  const others: string[] = [];
  const nested: string[] = [];
  let header: string[] | undefined;
  let name = "";

  const list = (member: string): Place => {
    let isBegun = false;
    const begin = (isObject: boolean) => {
      const table = isObject ? recordTable() : rowTable(reading, header !== undefined);
      members.push({ name: member, table });
      return table;
    };
    return tableList(odd, begin, (cell) => {
      if (!isBegun) lists.begin(member);
      if (member === "columns") {
        header = isBegun ? header! : [];
        if (header.length < tableLimits.columns) header.push(cell === null ? "" : String(cell));
      }
      isBegun = true;
      lists.push(cell);
    });
  };
  const map = (member: string): Place => {
    let isBegun = false;
    let inner = "";
    return {
      open: () => skipped,
      name: (next) => {
        inner = next;
      },
      value: (cell) => {
        if (!isBegun) maps.begin(member);
        isBegun = true;
        maps.set(inner, cell);
      },
      close: ignored,
    };
  };
  records.begin();
  const place: Place = {
    open: (isObject) => {
      nested.push(name);
      return isObject ? map(name) : list(name);
    },
    name: (next) => {
      name = next;
    },
    value: (cell) => {
      records.set(name, cell);
      others.push(`${name} (one value)`);
    },
    close: ignored,
  };
  return {
    place,
    /** Takes it for a record, of which lists and objects are left out. */
    settle: () => nested.splice(0).forEach((each) => records.nested(each)),
    finish: (file: Blob) => tableOfObject(file, { members, lists, maps, header, others }),
  };
}

/** Finds the table in a JSON text while it is read. */
function jsonShape(
  file: Blob,
  reading: TableReading,
): { readonly taker: JsonTaker; readonly finish: () => ColumnarFile } {
  const stack: Place[] = [];
  const odd: Odd = { count: 0 };
  const records = recordTable();
  let hasRecords = false;
  let rows: RowTable | undefined;
  /** The values of a first list: a row if others follow, or a column. */
  const values: HeldCell[] = [];
  let object: ReturnType<typeof firstObject> | undefined;
  let documents = 0;

  const allRows = () => (rows ??= rowTable(reading, false));
  const top = () =>
    tableList(
      odd,
      (isObject) => {
        hasRecords = isObject;
        return isObject ? records : allRows();
      },
      (cell) => {
        if (values.push(cell) > heldLimits.cells) throw tooLong();
      },
    );
  const document = (isObject: boolean): Place => {
    if (++documents === 1) {
      if (!isObject) return top();
      object = firstObject(reading, odd, records);
      return object.place;
    }
    if (isObject !== (object !== undefined) || (!object && (documents === 2) !== values.length > 0))
      throw refusal("file", "JSON of several values of different kinds", "one table");
    if (object) {
      object.settle();
      hasRecords = true;
      return recordPlace(records);
    }
    if (values.length > 0) allRows().take(values.splice(0));
    return rowPlace(allRows());
  };

  return {
    taker: {
      open: (isObject) => stack.push(stack.at(-1)?.open(isObject) ?? document(isObject)),
      close: () => stack.pop()!.close(),
      name: (name) => stack.at(-1)!.name(name),
      value: (cell) => {
        if (stack.length === 0) throw refusal("file", "JSON of single values", "records, columns or rows as JSON");
        stack.at(-1)!.value(cell);
      },
    },
    finish: () => {
      const { count } = odd;
      const left = count === 1 ? "1 value of another kind was" : `${countText(count)} values of another kind were`;
      const notices = count === 0 ? [] : [`${left} left out.`];
      for (const value of values) allRows().take([value]);
      if (rows) return rows.finish(file, notices);
      if (hasRecords) return records.finish(file, notices);
      if (object) return object.finish(file);
      throw refusal(
        "file",
        documents === 0 ? "JSON without a value" : "an empty list",
        "a table with at least two rows",
      );
    },
  };
}
