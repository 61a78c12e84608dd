import { endlessLine } from "./fileRefusals.ts";
import { longestCell, longRow, unitsOfBytes, type LongRow } from "./cells/longRow.ts";
import { tableLimits } from "./tableLimits.ts";
import { joined } from "./textDecoding.ts";

/** The most bytes of a character, as JavaScript counts characters. */
const mostBytes = 3;

/** Pieces of a file, joined to whole rows for `scan`; rows too long to be held are read cell by cell. */
export function rowPieces({
  delimiter,
  newline,
  hasMark,
  cellCount,
  scan,
  takeTexts,
  isMarked,
  commentWidth,
  textOf,
}: {
  readonly delimiter: number;
  readonly newline: number;
  readonly hasMark: boolean;
  readonly cellCount: number;
  /** @returns where the first unfinished row begins */
  readonly scan: (bytes: Uint8Array, isLast: boolean) => number;
  readonly takeTexts: (row: readonly string[]) => void;
  readonly isMarked: (bytes: Uint8Array, at: number) => boolean;
  readonly commentWidth: () => number;
  readonly textOf: (units: readonly number[]) => string;
}) {
  const bytes = unreadBytes({ hasMark, newline });
  let long: { readonly row: LongRow; readonly isMarked: boolean } | undefined;
  const takeLong = () => {
    if (long && !(long.isMarked && long.row.isShorter(commentWidth()))) takeTexts(long.row.cells());
    long = undefined;
  };
  const push = (piece: Uint8Array): void => {
    const end = long ? long.row.push(unitsOfBytes(piece)) : 0;
    if (end < 0) return;
    takeLong();
    bytes.push(end > 0 ? piece.subarray(end) : piece, (whole) => scan(whole, false));
    if (bytes.length() <= tableLimits.lineLength) return;
    const line = bytes.drain();
    const begins = isMarked(line, 0);
    if (begins && commentWidth() === 0) throw endlessLine();
    const row = longRow({ ...{ delimiter, newline, cellCount, textOf }, cellLength: mostBytes * longestCell });
    long = { row, isMarked: begins };
    push(line);
  };
  return {
    push,
    endsInQuote: () => long?.row.isOpen() === true,
    finish: () => {
      if (long) takeLong();
      else scan(bytes.rest(), true);
    },
  };
}

/** Bytes of a file that are not read yet. */
interface UnreadBytes {
  /**
   * Takes the next piece, whose memory is the caller's again, and reads once that is worth while.
   *
   * @param read reads rows, and returns where the first unfinished one begins
   */
  push(piece: Uint8Array, read: (bytes: Uint8Array) => number): void;
  length(): number;
  /** Unread bytes, then gone. The next piece uses their memory. */
  drain(): Uint8Array;
  /** The rest after the last piece, ended by a line break. */
  rest(): Uint8Array;
}

/** @param hasMark true if UTF-8's byte order mark may stand first: it is left out */
function unreadBytes({ hasMark, newline }: { readonly hasMark: boolean; readonly newline: number }): UnreadBytes {
  // Unread bytes, and behind them the next piece: memory used again, to spare the collector.
  let buffer = new Uint8Array(2 ** 16);
  let pending = 0;
  let enough = 0;
  let isBeginning = true;

  const begin = (bytes: Uint8Array): Uint8Array =>
    hasMark && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

  return {
    push: (piece, read) => {
      const length = pending + piece.length;
      if (length > buffer.length) {
        const larger = new Uint8Array(Math.ceil(1.5 * length));
        larger.set(buffer.subarray(0, pending));
        buffer = larger;
      }
      buffer.set(piece, pending);
      pending = length;
      if (isBeginning && length < 3) return;
      const bytes = isBeginning ? begin(buffer.subarray(0, length)) : buffer.subarray(0, length);
      isBeginning = false;
      const isEnough = bytes.length >= enough;
      const rest = isEnough ? bytes.subarray(read(bytes)) : bytes;
      buffer.copyWithin(0, length - rest.length, length);
      pending = rest.length;
      // The start of a row is read again: doubling keeps the whole linear.
      if (isEnough) enough = 2 * pending;
    },
    length: () => pending,
    drain: () => {
      const left = buffer.subarray(0, pending);
      pending = 0;
      enough = 0;
      return left;
    },
    rest: () => {
      const left = buffer.subarray(0, pending);
      const bytes = isBeginning ? begin(left) : left;
      // The last row needs no line break; open quotes are left to the parser.
      return bytes.length > 0 && bytes.at(-1) !== newline ? joined(bytes, Uint8Array.of(newline)) : bytes;
    },
  };
}
