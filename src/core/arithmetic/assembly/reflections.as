import { at, firsts, seconds } from "./pairs";
import { pack, tile, tiles } from "./product";

// Rows together in the cache, in panels of four: element s of row 4p + l at panel p + 4s + l.
const together: i32 = 128;
/** Elements of a panel in the first-level cache. */
const termBlock: i32 = 256;
/** Start of the zeros at the end of each panel's rows. */
const ends: usize = memory.data(128);

export function reflectRows(
  rows: i32, count: i32, m: i32, matrix: i32, reflections: i32, blockSize: i32, factors: i32, transposed: i32, work: i32,
): void {
  const blocks = (reflections + blockSize - 1) / blockSize;
  const panel = at(4 * (m + 3)), most = (min(together, count) + 3) >> 2, k4 = (blockSize + 3) & ~3;
  const panels = at(work), along = panels + <usize>most * panel, across = along + at(k4 * m), T = across + at(blockSize * (m + 3));
  const first = T + at(k4 * blockSize), second = first + at(4 * k4);
  for (let row = 0; row < count; row += together) {
    const height = min(together, count - row), used = (height + 3) >> 2;
    let longest = 0;
    for (let p = 0; p < used; p++) {
      const to = panels + <usize>p * panel;
      pack(to, at(rows + (row + 4 * p) * m), at(m), 8, min(4, height - 4 * p), m, 1);
      memory.fill(to + at(4 * m), 0, 96);
      let end = m;
      if (!transposed) while (end > 0 && isZero(to + at(4 * end - 4))) end--;
      store<i32>(ends + (<usize>p << 2), end);
      longest = max(longest, end);
    }
    for (let b = 0; b < blocks; b++) {
      const block = transposed ? b : blocks - 1 - b;
      const start = block * blockSize, k = min(blockSize, reflections - start), length = m - start - 1;
      if (longest <= start + 1) continue;
      const V = at(matrix + start * m + start + 1), factor = at(factors + (block + 1) * blockSize * blockSize);
      pack(along, V, at(m), 8, k, length, 1);
      pack(across, V, 8, at(m), length, k, 1);
      if (transposed) pack(T, factor, 8, at(k), k, k, -1);
      else pack(T, factor, at(k), 8, k, k, -1);
      for (let p = 0; p < used; p++) {
        // The first of these blocks that changes a row fills it to its end.
        if (load<i32>(ends + (<usize>p << 2)) <= start + 1) continue;
        const Z = panels + <usize>p * panel + at(4 * (start + 1));
        memory.fill(first, 0, 2 * at(4 * k4));
        for (let s = 0; s < length; s += termBlock) {
          const terms = min(termBlock, length - s);
          for (let t = 0; t < k; t += 4) tile(along + at(t * length + 4 * s), Z + at(4 * s), terms, first + at(4 * t), 32);
        }
        for (let t = 0; t < k; t += 4) {
          // T is a triangle.
          const low = transposed ? 0 : t, high = transposed ? min(t + 4, k) : k;
          tile(T + at(t * k + 4 * low), first + at(4 * low), high - low, second + at(4 * t), 32);
        }
        tiles((length + 3) >> 2, k, across, at(4 * k), second, 0, Z, 32, 128);
      }
    }
    for (let p = 0; p < used; p++) {
      unpack(at(rows + (row + 4 * p) * m), at(m), panels + <usize>p * panel, min(4, height - 4 * p), m);
    }
  }
}

@inline
function isZero(from: usize): bool {
  const none = f64x2.splat(0);
  return i64x2.all_true(v128.and(f64x2.eq(v128.load(from), none), f64x2.eq(v128.load(from, 16), none)));
}

/** to[l, s] = from[s, l] for up to four rows. */
function unpack(to: usize, line: usize, from: usize, lines: i32, terms: i32): void {
  let s = 0;
  if (lines == 4) {
    for (; s + 1 < terms; s += 2) {
      const a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
      v128.store(to, firsts(a, c));
      v128.store(to + line, seconds(a, c));
      v128.store(to + 2 * line, firsts(b, d));
      v128.store(to + 3 * line, seconds(b, d));
      from += 64;
      to += 16;
    }
  }
  for (; s < terms; s++) {
    for (let l = 0; l < lines; l++) store<f64>(to + <usize>l * line, load<f64>(from + at(l)));
    from += 32;
    to += 8;
  }
}
