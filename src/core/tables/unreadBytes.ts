/** The bytes of a file that have come and are not read yet. */
interface UnreadBytes {
  /**
   * Takes the next piece, whose memory is the caller's again, and has what there is read once that is worth while.
   *
   * @param read reads rows, and returns where the first one begins that is not whole
   */
  push(piece: Uint8Array, read: (bytes: Uint8Array) => number): void;
  /** How many bytes are not read. */
  length(): number;
  /** What is not read, which is then gone. Its memory is used again by the next piece. */
  drain(): Uint8Array;
  /** The rest after the last piece, ended by a line break. */
  rest(): Uint8Array;
}

/** None yet. @param hasMark whether the byte order mark of UTF-8 may stand at the beginning: it is left out */
export function unreadBytes({
  hasMark,
  newline,
}: {
  readonly hasMark: boolean;
  readonly newline: number;
}): UnreadBytes {
  // What is not read, and behind it the next piece: memory that is used again, as what is thrown away waits for a collector.
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
      // The start of a row is read again: twice as much keeps the whole linear.
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
      // A row that a line break does not end is one all the same; quotes that are open are left to the parser.
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
