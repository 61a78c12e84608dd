/**
 * Fields are known by their place in the schema; an absent one has its default. A place outside of the bytes is a
 * `RangeError`.
 *
 * @see https://flatbuffers.dev/internals/
 */
export interface FlatTable {
  readonly uint8: (field: number, byDefault?: number) => number;
  readonly int16: (field: number, byDefault?: number) => number;
  readonly int32: (field: number, byDefault?: number) => number;
  /** From 0 to 2⁵³; others are a `RangeError`. */
  readonly count: (field: number) => number;
  /** More than `longest` bytes are a `RangeError`. */
  readonly text: (field: number, longest: number) => string;
  readonly table: (field: number) => FlatTable | undefined;
  /** In turn: a vector of a few bytes an item may name the same table again and again. */
  readonly tables: (field: number) => Iterable<FlatTable>;
  /** Structs of 64-bit whole numbers, one after the other. */
  readonly counts: (field: number, perItem?: number) => number[];
}

export function flatBuffer(bytes: Uint8Array): FlatTable {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return tableAt(view, view.getUint32(0, true));
}

const decoder = new TextDecoder();

function tableAt(view: DataView, at: number): FlatTable {
  const fields = at - view.getInt32(at, true);
  const fieldsLength = view.getUint16(fields, true);
  const placeOf = (field: number): number | undefined => {
    const entry = 4 + 2 * field;
    const offset = entry + 2 <= fieldsLength ? view.getUint16(fields + entry, true) : 0;
    return offset === 0 ? undefined : at + offset;
  };
  const number = (field: number, byDefault: number, get: (place: number) => number) => {
    const place = placeOf(field);
    return place === undefined ? byDefault : get(place);
  };
  const follow = (place: number) => place + view.getUint32(place, true);
  const vector = (field: number, itemBytes: number) => {
    const place = placeOf(field);
    if (place === undefined) return { start: 0, length: 0 };
    const start = follow(place);
    const length = view.getUint32(start, true);
    if (start + 4 + length * itemBytes > view.byteLength) throw new RangeError("a vector beyond the end");
    return { start: start + 4, length };
  };
  return {
    uint8: (field, byDefault = 0) => number(field, byDefault, (place) => view.getUint8(place)),
    int16: (field, byDefault = 0) => number(field, byDefault, (place) => view.getInt16(place, true)),
    int32: (field, byDefault = 0) => number(field, byDefault, (place) => view.getInt32(place, true)),
    count: (field) => number(field, 0, (place) => countAt(view, place)),
    text: (field, longest) => {
      const { start, length } = vector(field, 1);
      if (length > longest) throw new RangeError("a text that is too long");
      return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + start, length));
    },
    table: (field) => {
      const place = placeOf(field);
      return place === undefined ? undefined : tableAt(view, follow(place));
    },
    tables: function* (field) {
      const { start, length } = vector(field, 4);
      for (let i = 0; i < length; i++) yield tableAt(view, follow(start + 4 * i));
    },
    counts: (field, perItem = 1) => {
      const { start, length } = vector(field, 8 * perItem);
      return Array.from({ length: length * perItem }, (_, i) => countAt(view, start + 8 * i));
    },
  };
}

function countAt(view: DataView, place: number): number {
  const count = view.getUint32(place, true) + view.getInt32(place + 4, true) * 2 ** 32;
  if (!(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) throw new RangeError("not a count");
  return count;
}
