import { at, firsts, madd, nmadd, seconds } from "./pairs";

// Blocks of 64×256 of A (128 kB) and 256×512 of B (1 MB), in panels of four rows or columns.
const rowBlock: i32 = 64;
const columnBlock: i32 = 512;
const termBlock: i32 = 256;
const packedA: usize = memory.data(64 * 256 * 8, 16);
const packedB: usize = memory.data(256 * 512 * 8, 16);
const tileSpill: usize = memory.data(4 * 4 * 8, 16);

export function multiplyAdd(
  c: i32, cRow: i32, a: i32, aRow: i32, aColumn: i32, b: i32, bRow: i32, bColumn: i32,
  rows: i32, columns: i32, terms: i32, scale: f64,
): void {
  for (let j0 = 0; j0 < columns; j0 += columnBlock) {
    const width = min(columnBlock, columns - j0);
    for (let s0 = 0; s0 < terms; s0 += termBlock) {
      const depth = min(termBlock, terms - s0);
      pack(packedB, at(b + s0 * bRow + j0 * bColumn), at(bColumn), at(bRow), width, depth, 1);
      for (let i0 = 0; i0 < rows; i0 += rowBlock) {
        const height = min(rowBlock, rows - i0);
        pack(packedA, at(a + i0 * aRow + s0 * aColumn), at(aRow), at(aColumn), height, depth, scale);
        for (let j = 0; j < width; j += 4) {
          const panelB = packedB + at(j * depth);
          for (let i = 0; i < height; i += 4) {
            const to = at(c + (i0 + i) * cRow + j0 + j);
            const panelA = packedA + at(i * depth);
            if (i + 4 <= height && j + 4 <= width) tile(panelA, panelB, depth, to, at(cRow));
            else edge(panelA, panelB, depth, to, at(cRow), min(4, height - i), min(4, width - j));
          }
        }
      }
    }
  }
}

/** Panels of four lines, the last filled up with zeros: to[p, s, l] = scale·from[4p + l, s]. */
export function pack(to: usize, from: usize, line: usize, term: usize, lines: i32, terms: i32, scale: f64): void {
  const factor = f64x2.splat(scale);
  for (let l = 0; l < lines; l += 4) {
    let source = from + <usize>l * line;
    if (l + 4 > lines) {
      const left = lines - l;
      for (let s = 0; s < terms; s++) {
        for (let k = 0; k < 4; k++) {
          store<f64>(to + (<usize>k << 3), k < left ? scale * load<f64>(source + <usize>k * line) : 0);
        }
        source += term;
        to += 32;
      }
    } else if (line == 8) {
      for (let s = 0; s < terms; s++) {
        v128.store(to, f64x2.mul(factor, v128.load(source)));
        v128.store(to, f64x2.mul(factor, v128.load(source, 16)), 16);
        source += term;
        to += 32;
      }
    } else if (term == 8) {
      const line2 = 2 * line, line3 = 3 * line;
      let s = 0;
      for (; s + 1 < terms; s += 2) {
        const a = f64x2.mul(factor, v128.load(source)), b = f64x2.mul(factor, v128.load(source + line));
        const c = f64x2.mul(factor, v128.load(source + line2)), d = f64x2.mul(factor, v128.load(source + line3));
        v128.store(to, firsts(a, b));
        v128.store(to, firsts(c, d), 16);
        v128.store(to, seconds(a, b), 32);
        v128.store(to, seconds(c, d), 48);
        source += 16;
        to += 64;
      }
      if (s < terms) {
        store<f64>(to, scale * load<f64>(source));
        store<f64>(to, scale * load<f64>(source + line), 8);
        store<f64>(to, scale * load<f64>(source + line2), 16);
        store<f64>(to, scale * load<f64>(source + line3), 24);
        to += 32;
      }
    } else {
      const line2 = 2 * line;
      const line3 = 3 * line;
      for (let s = 0; s < terms; s++) {
        store<f64>(to, scale * load<f64>(source));
        store<f64>(to, scale * load<f64>(source + line), 8);
        store<f64>(to, scale * load<f64>(source + line2), 16);
        store<f64>(to, scale * load<f64>(source + line3), 24);
        source += term;
        to += 32;
      }
    }
  }
}

// Products of two panels of four, as 4×4 tiles: added to C; written there; or C with each term added, or subtracted.
const added: i32 = 0;
export const written: i32 = 1;
const continued: i32 = 2;
export const subtracted: i32 = 3;

@inline
function first(way: i32, c: usize): v128 {
  return way < continued ? f64x2.splat(0) : v128.load(c);
}

@inline
function next(way: i32, a: v128, b: v128, c: v128): v128 {
  return way == subtracted ? nmadd(a, b, c) : madd(a, b, c);
}

@inline
function put(way: i32, c: usize, value: v128): void {
  v128.store(c, way == added ? f64x2.add(v128.load(c), value) : value);
}

@inline
export function panelProduct(way: i32, a: usize, b: usize, terms: i32, c: usize, cRow: usize): void {
  const c1 = c + cRow, c2 = c1 + cRow, c3 = c2 + cRow;
  let c00 = first(way, c), c01 = first(way, c + 16), c10 = first(way, c1), c11 = first(way, c1 + 16);
  let c20 = first(way, c2), c21 = first(way, c2 + 16), c30 = first(way, c3), c31 = first(way, c3 + 16);
  let p = a, q = b;
  for (const end = p + (<usize>terms << 5); p < end; p += 32) {
    const b0 = v128.load(q), b1 = v128.load(q, 16);
    const a0 = v128.load64_splat(p);
    c00 = next(way, a0, b0, c00);
    c01 = next(way, a0, b1, c01);
    const a1 = v128.load64_splat(p, 8);
    c10 = next(way, a1, b0, c10);
    c11 = next(way, a1, b1, c11);
    const a2 = v128.load64_splat(p, 16);
    c20 = next(way, a2, b0, c20);
    c21 = next(way, a2, b1, c21);
    const a3 = v128.load64_splat(p, 24);
    c30 = next(way, a3, b0, c30);
    c31 = next(way, a3, b1, c31);
    q += 32;
  }
  put(way, c, c00);
  put(way, c + 16, c01);
  put(way, c1, c10);
  put(way, c1 + 16, c11);
  put(way, c2, c20);
  put(way, c2 + 16, c21);
  put(way, c3, c30);
  put(way, c3 + 16, c31);
}

/** Adds the product of two panels to a 4×4 tile. */
export function tile(a: usize, b: usize, terms: i32, c: usize, cRow: usize): void {
  panelProduct(added, a, b, terms, c, cRow);
}

/** `tile` for several tiles; a step is the distance in bytes to the next panel. */
export function tiles(
  count: i32, terms: i32, a: usize, aStep: usize, b: usize, bStep: usize, c: usize, cRow: usize, cStep: usize,
): void {
  for (; count > 0; count--) {
    panelProduct(continued, a, b, terms, c, cRow);
    a += aStep;
    b += bStep;
    c += cStep;
  }
}

export function edge(a: usize, b: usize, terms: i32, c: usize, cRow: usize, rows: i32, columns: i32): void {
  memory.fill(tileSpill, 0, 128);
  tile(a, b, terms, tileSpill, 32);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const to = c + <usize>i * cRow + (<usize>j << 3);
      store<f64>(to, load<f64>(to) + load<f64>(tileSpill + <usize>(i * 32 + j * 8)));
    }
  }
}
