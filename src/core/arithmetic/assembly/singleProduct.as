import { at } from "./pairs";

// Blocks of 64×256 of A (64 kB) and 256×1024 of B (1 MB), rounded, in panels of four rows or eight columns.
const rowBlock: i32 = 64;
const columnBlock: i32 = 1024;
const termBlock: i32 = 256;
const singleA: usize = memory.data(64 * 256 * 4, 16);
const singleB: usize = memory.data(256 * 1024 * 4, 16);
const singleSpill: usize = memory.data(4 * 8 * 8, 16);

export function multiplyAddSingles(
  c: i32, cRow: i32, a: i32, aRow: i32, aColumn: i32, b: i32, bRow: i32, bColumn: i32,
  rows: i32, columns: i32, terms: i32,
): void {
  for (let j0 = 0; j0 < columns; j0 += columnBlock) {
    const width = min(columnBlock, columns - j0);
    for (let s0 = 0; s0 < terms; s0 += termBlock) {
      const depth = min(termBlock, terms - s0);
      round(singleB, at(b + s0 * bRow + j0 * bColumn), at(bColumn), at(bRow), width, depth, 8);
      for (let i0 = 0; i0 < rows; i0 += rowBlock) {
        const height = min(rowBlock, rows - i0);
        round(singleA, at(a + i0 * aRow + s0 * aColumn), at(aRow), at(aColumn), height, depth, 4);
        for (let j = 0; j < width; j += 8) {
          const panelB = singleB + (<usize>(j * depth) << 2);
          for (let i = 0; i < height; i += 4) {
            const to = at(c + (i0 + i) * cRow + j0 + j);
            const panelA = singleA + (<usize>(i * depth) << 2);
            if (i + 4 <= height && j + 8 <= width) singleTile(panelA, panelB, depth, to, at(cRow));
            else singleEdge(panelA, panelB, depth, to, at(cRow), min(4, height - i), min(8, width - j));
          }
        }
      }
    }
  }
}

/** `pack` with rounding to singles and `panel` lines. */
function round(to: usize, from: usize, line: usize, term: usize, lines: i32, terms: i32, panel: i32): void {
  for (let l = 0; l < lines; l += panel) {
    if (term == 8 && l + panel <= lines) {
      for (let k = 0; k < panel; k += 4) roundFour(to + (<usize>k << 2), from + <usize>(l + k) * line, line, terms, panel);
      to += <usize>(panel * terms) << 2;
      continue;
    }
    for (let k = 0; k < panel; k++) {
      let place = to + (<usize>k << 2);
      let source = from + <usize>(l + k) * line;
      if (l + k < lines) {
        for (let s = 0; s < terms; s++) {
          store<f32>(place, <f32>load<f64>(source));
          source += term;
          place += <usize>panel << 2;
        }
      } else {
        for (let s = 0; s < terms; s++) {
          store<f32>(place, 0);
          place += <usize>panel << 2;
        }
      }
    }
    to += <usize>(panel * terms) << 2;
  }
}

@inline
function roundFour(to: usize, from: usize, line: usize, terms: i32, panel: i32): void {
  const line2 = 2 * line, line3 = 3 * line, next = <usize>panel << 2;
  let s = 0;
  for (; s + 1 < terms; s += 2) {
    const a = f32x4.demote_f64x2_zero(v128.load(from)), b = f32x4.demote_f64x2_zero(v128.load(from + line));
    const c = f32x4.demote_f64x2_zero(v128.load(from + line2)), d = f32x4.demote_f64x2_zero(v128.load(from + line3));
    const ab = v128.shuffle<i32>(a, b, 0, 4, 1, 5), cd = v128.shuffle<i32>(c, d, 0, 4, 1, 5);
    v128.store(to, v128.shuffle<i64>(ab, cd, 0, 2));
    v128.store(to + next, v128.shuffle<i64>(ab, cd, 1, 3));
    from += 16;
    to += 2 * next;
  }
  if (s < terms) {
    store<f32>(to, <f32>load<f64>(from));
    store<f32>(to, <f32>load<f64>(from + line), 4);
    store<f32>(to, <f32>load<f64>(from + line2), 8);
    store<f32>(to, <f32>load<f64>(from + line3), 12);
  }
}

@inline
function singleMadd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(a, b, c);
  return f32x4.add(f32x4.mul(a, b), c);
}

function singleTile(a: usize, b: usize, terms: i32, c: usize, cRow: usize): void {
  let c00 = f32x4.splat(0), c01 = f32x4.splat(0), c10 = f32x4.splat(0), c11 = f32x4.splat(0);
  let c20 = f32x4.splat(0), c21 = f32x4.splat(0), c30 = f32x4.splat(0), c31 = f32x4.splat(0);
  for (let s = 0; s < terms; s++) {
    const b0 = v128.load(b);
    const b1 = v128.load(b, 16);
    const a0 = v128.load32_splat(a);
    c00 = singleMadd(a0, b0, c00);
    c01 = singleMadd(a0, b1, c01);
    const a1 = v128.load32_splat(a, 4);
    c10 = singleMadd(a1, b0, c10);
    c11 = singleMadd(a1, b1, c11);
    const a2 = v128.load32_splat(a, 8);
    c20 = singleMadd(a2, b0, c20);
    c21 = singleMadd(a2, b1, c21);
    const a3 = v128.load32_splat(a, 12);
    c30 = singleMadd(a3, b0, c30);
    c31 = singleMadd(a3, b1, c31);
    a += 16;
    b += 32;
  }
  addFour(c, c00);
  addFour(c + 32, c01);
  c += cRow;
  addFour(c, c10);
  addFour(c + 32, c11);
  c += cRow;
  addFour(c, c20);
  addFour(c + 32, c21);
  c += cRow;
  addFour(c, c30);
  addFour(c + 32, c31);
}

@inline
function addFour(to: usize, value: v128): void {
  v128.store(to, f64x2.add(v128.load(to), f64x2.promote_low_f32x4(value)));
  const high = v128.shuffle<i32>(value, value, 2, 3, 2, 3);
  v128.store(to, f64x2.add(v128.load(to, 16), f64x2.promote_low_f32x4(high)), 16);
}

function singleEdge(a: usize, b: usize, terms: i32, c: usize, cRow: usize, rows: i32, columns: i32): void {
  memory.fill(singleSpill, 0, 256);
  singleTile(a, b, terms, singleSpill, 64);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      const to = c + <usize>i * cRow + (<usize>j << 3);
      store<f64>(to, load<f64>(to) + load<f64>(singleSpill + <usize>(i * 64 + j * 8)));
    }
  }
}
