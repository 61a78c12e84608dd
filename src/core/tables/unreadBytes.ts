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

/** None yet. @param hasMark true if UTF-8's byte order mark may stand first: it is left out */
export function unreadBytes({
  hasMark,
  newline,
}: {
  readonly hasMark: boolean;
  readonly newline: number;
}): UnreadBytes {
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

/** Bytes after others. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
