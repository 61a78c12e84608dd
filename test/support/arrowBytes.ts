/** A value of a table in a FlatBuffer. A table may be named by several places. */
type Flat =
  | { readonly u8: number }
  | { readonly i16: number }
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly longs: readonly number[]; readonly perItem?: number }
  | { readonly tables: readonly FlatTable[] }
  | FlatTable;
interface FlatTable {
  readonly fields: Readonly<Record<number, Flat>>;
}

/** The bytes of a FlatBuffer. */
export function flatBytes(root: FlatTable): Uint8Array {
  const bytes: number[] = [0, 0, 0, 0];
  const known = new Map<FlatTable, number>();
  const u32 = (at: number, value: number) => {
    for (let k = 0; k < 4; k++) bytes[at + k] = (value >>> (8 * k)) & 255;
  };
  const long = (at: number, value: number) => {
    u32(at, value % 2 ** 32);
    u32(at + 4, Math.floor(value / 2 ** 32));
  };
  const room = (length: number) => {
    while (bytes.length % 8 !== 0) bytes.push(0);
    const at = bytes.length;
    for (let k = 0; k < length; k++) bytes.push(0);
    return at;
  };
  const vector = (length: number, itemBytes: number) => {
    const at = room(4) + 4;
    bytes.push(0, 0, 0, 0);
    u32(at, length);
    for (let k = 0; k < length * itemBytes; k++) bytes.push(0);
    return at;
  };
  const write = (table: FlatTable): number => {
    const before = known.get(table);
    if (before !== undefined) return before;
    const fields = Object.entries(table.fields).map(([place, value]) => [Number(place), value] as const);
    const places = room(4 + 2 * (1 + Math.max(0, ...fields.map(([place]) => place))));
    const at = room(4 + 8 * fields.length + 4);
    known.set(table, at);
    u32(at, at - places);
    bytes[places] = (4 + 2 * (1 + Math.max(0, ...fields.map(([place]) => place)))) & 255;
    fields.forEach(([place, value], k) => {
      const here = at + 8 + 8 * k;
      bytes[places + 4 + 2 * place] = here - at;
      if ("u8" in value) bytes[here] = value.u8;
      else if ("i16" in value) u32(here, value.i16);
      else if ("i32" in value) u32(here, value.i32);
      else if ("i64" in value) long(here, value.i64);
      else if ("text" in value) {
        const start = vector(value.text.length, 1);
        for (let i = 0; i < value.text.length; i++) bytes[start + 4 + i] = value.text.charCodeAt(i);
        u32(here, start - here);
      } else if ("longs" in value) {
        const start = vector(value.longs.length / (value.perItem ?? 1), 8 * (value.perItem ?? 1));
        value.longs.forEach((each, i) => long(start + 4 + 8 * i, each));
        u32(here, start - here);
      } else if ("tables" in value) {
        const start = vector(value.tables.length, 4);
        value.tables.forEach((each, i) => u32(start + 4 + 4 * i, write(each) - (start + 4 + 4 * i)));
        u32(here, start - here);
      } else u32(here, write(value) - here);
    });
    return at;
  };
  u32(0, write(root));
  return Uint8Array.from(bytes);
}

export const [utf8, float, utf8View] = [5, 3, 24];

export function field(name: string, type: number, children: readonly FlatTable[] = []): FlatTable {
  const double = type === float ? { 0: { i16: 2 } } : {};
  return { fields: { 0: { text: name }, 2: { u8: type }, 3: { fields: double }, 5: { tables: children } } };
}

/** A message of a stream: its kind, header and body. */
export function message(kind: 1 | 3, header: FlatTable, body: readonly number[] = []): number[] {
  const flat = flatBytes({ fields: { 0: { i16: 4 }, 1: { u8: kind }, 2: header, 3: { i64: body.length } } });
  const u32 = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
  return [255, 255, 255, 255, ...u32(flat.length), ...flat, ...body];
}

export const schemaOf = (fields: readonly FlatTable[]): FlatTable => ({ fields: { 1: { tables: fields } } });

/** Rows, lengths and numbers of missing cells of nodes, places and lengths of buffers, further buffers of views, packing. */
export function batchOf(
  rows: number,
  nodes: readonly number[],
  buffers: readonly number[],
  { views = [], codec }: { readonly views?: readonly number[]; readonly codec?: number } = {},
): FlatTable {
  const packing = codec === undefined ? {} : { 3: { fields: { 0: { u8: codec } } } };
  const [held, places] = [nodes, buffers].map((longs) => ({ longs, perItem: 2 }));
  return { fields: { 0: { i64: rows }, 1: held!, 2: places!, ...packing, 4: { longs: views } } };
}
