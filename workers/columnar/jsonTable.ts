import { countText } from "../../src/core/numberFormats.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { encodingOfJson, textDecoding } from "../../src/core/tables/textDecoding.ts";
import { pieces, unpacked } from "../files/filePieces.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import { nameOfColumn } from "../../src/core/tables/growingTable.ts";
import { heldLimits, type HeldCell } from "./heldCells.ts";
import { listTable, mapTable, recordTable, tableOfObject, type Member, type RecordTable } from "./jsonShapes.ts";
import { jsonTokens, type JsonTaker } from "./jsonTokens.ts";
import { rowTable, type RowTable } from "./rowTable.ts";

const namesIn = ({ columns }: TableSchema) => columns.map(({ name }) => name);

/** Its table is held. */
const longestJson = 2 ** 28;

const tooLong = () =>
  refusal(
    "file",
    "more than 256 MB of JSON",
    "shorter, or the same table as CSV or Parquet, which are read at any size",
  );

/**
 * Reads records in a list or on a line each, rows in a list, columns as lists, or what pandas writes. Lists and objects
 * within a record are left out by name.
 *
 * Columns are those of a schema, or of any record. A value in place of a record is one without values.
 */
export async function openJson(
  { file, isPacked }: { readonly file: Blob; readonly isPacked: boolean },
  reading: TableReading,
  checkpoint: () => Promise<void>,
): Promise<ColumnarFile> {
  if (file.size > longestJson) throw tooLong();
  let decode: ReturnType<typeof textDecoding>["decode"] | undefined;
  const shape = jsonShape(file, reading);
  const { push, finish } = jsonTokens(shape.taker);
  let length = 0;
  for await (const piece of isPacked ? unpacked(file, () => undefined) : pieces(file)) {
    if ((length += piece.length) > longestJson) throw tooLong();
    decode ??= textDecoding(encodingOfJson(piece)).decode;
    push(decode(piece, false));
    await checkpoint();
  }
  push(decode?.(new Uint8Array(0), true) ?? "");
  finish();
  return shape.finish();
}

interface Place {
  /** Place of a list or object within this one. */
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
    if (cells.length < tableLimits.columns) cells.push(cell);
    else if (!table.isDeclared)
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

interface ListTaking {
  /** Elements that are records or rows, and others. */
  readonly counts: { fit: number; odd: number };
  /** Absent in a list of cells. */
  readonly begin?: (isObject: boolean) => RecordTable | RowTable;
  /** By a schema. */
  readonly begun?: RecordTable | RowTable | undefined;
  /** Null for a list or an object. */
  readonly cell: (cell: HeldCell) => void;
}

function takeOdd(table: RecordTable | RowTable, cell: HeldCell, counts: { odd: number }): void {
  counts.odd++;
  if ("take" in table) table.take([cell]);
  else table.begin();
}

/** Records or rows, as the first list or object is; cells, if values come first. */
function tableList({ counts, begin, begun, cell: takeCell }: ListTaking): Place {
  let table = begun;
  let isOfCells = false;
  return {
    open: (isObject) => {
      takeCell(null);
      if (!isOfCells) table ??= begin?.(isObject);
      if (table && "take" in table !== isObject) {
        counts.fit++;
        return "take" in table ? rowPlace(table) : recordPlace(table);
      }
      if (table) takeOdd(table, null, counts);
      return skipped;
    },
    name: ignored,
    value: (cell) => {
      takeCell(cell);
      if (table) takeOdd(table, cell, counts);
      else isOfCells = true;
    },
    close: ignored,
  };
}

/** A record if others follow, or a table in parts. */
function firstObject(reading: TableReading, records: RecordTable) {
  const { schema } = reading;
  const declared = schema && namesIn(schema);
  const lists = listTable(declared);
  const maps = mapTable();
  const members: (Member & Pick<ListTaking, "counts">)[] = [];
  const others: string[] = [];
  const nested: string[] = [];
  let header: string[] | undefined;
  let name = "";

  const list = (member: string): Place => {
    let isBegun = false;
    const counts = { fit: 0, odd: 0 };
    const begin = (isObject: boolean) => {
      const table = isObject ? recordTable(declared) : rowTable(reading, header);
      members.push({ name: member, table, counts });
      return table;
    };
    const cell = (value: HeldCell) => {
      if (!isBegun) lists.begin(member);
      if (member === "columns") {
        header = isBegun ? header! : [];
        if (header.length < tableLimits.columns) header.push(value === null ? "" : String(value));
      }
      isBegun = true;
      lists.push(value);
    };
    if (["columns", "index", ...(declared ?? [])].includes(nameOfColumn(member))) return tableList({ counts, cell });
    const isOfRecords = header === undefined && schema?.rows === undefined;
    return tableList({ counts, begin, begun: schema && begin(isOfRecords), cell });
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
    /** A record, without its lists and objects. */
    settle: () => nested.splice(0).forEach((each) => records.nested(each)),
    finish: (file: Blob) => {
      const filled = members.filter(({ counts }) => counts.fit > 0);
      const tables = schema && lists.count() > 0 ? [] : filled.length > 0 ? filled : members;
      return tableOfObject(file, { members: tables, lists, maps, others });
    },
  };
}

function jsonShape(
  file: Blob,
  reading: TableReading,
): { readonly taker: JsonTaker; readonly finish: () => ColumnarFile } {
  const { schema } = reading;
  const stack: Place[] = [];
  const counts = { fit: 0, odd: 0 };
  const records = recordTable(schema && namesIn(schema));
  let hasRecords = false;
  let rows: RowTable | undefined;
  /** A row if others follow, or a column. */
  const values: HeldCell[] = [];
  let object: ReturnType<typeof firstObject> | undefined;
  let documents = 0;

  const allRows = () => (rows ??= rowTable(reading, undefined));
  const begin = (isObject: boolean) => {
    hasRecords = isObject;
    return isObject ? records : allRows();
  };
  const top = () =>
    tableList({
      ...{ counts, begin, begun: schema && begin(schema.rows === undefined) },
      cell: (cell) => {
        if (values.push(cell) > heldLimits.cells) throw tooLong();
      },
    });
  /** The first of several values was a record, or a row. */
  const settle = () => {
    if (documents !== 2) return;
    if (object) {
      object.settle();
      hasRecords = true;
    } else {
      rows = undefined;
      hasRecords = false;
      counts.odd = 0;
      allRows().take(values.splice(0, tableLimits.columns));
    }
  };
  const document = (isObject: boolean): Place => {
    if (++documents === 1) {
      if (!isObject) return top();
      object = firstObject(reading, records);
      return object.place;
    }
    settle();
    if (isObject === (object !== undefined)) return isObject ? recordPlace(records) : rowPlace(allRows());
    takeOdd(object ? records : allRows(), null, counts);
    return skipped;
  };

  return {
    taker: {
      open: (isObject) => stack.push(stack.at(-1)?.open(isObject) ?? document(isObject)),
      close: () => stack.pop()!.close(),
      name: (name) => stack.at(-1)!.name(name),
      value: (cell) => {
        if (stack.length > 0) stack.at(-1)!.value(cell);
        else if (++documents === 1) throw refusal("file", "JSON of single values", "records, columns or rows as JSON");
        else {
          settle();
          takeOdd(object ? records : allRows(), cell, counts);
        }
      },
    },
    finish: () => {
      const { odd } = counts;
      const are =
        odd === 1 ? "1 value of another kind is a record" : `${countText(odd)} values of another kind are records`;
      const notices = odd === 0 ? [] : [`${are} without values.`];
      if (!hasRecords && !rows) for (const value of values) allRows().take([value]);
      if (rows) return rows.finish(file, notices);
      if (hasRecords) return records.finish(file, notices);
      if (object) return object.finish(file);
      throw refusal(
        "file",
        documents === 0 ? "JSON without a value" : "an empty list",
        "a table with at least one row",
      );
    },
  };
}
