import { nmadd } from "./pairs";
import { panelProduct, subtracted } from "./product";

// Panels updated together, and columns read at once: 64 × 256 doubles, 128 kB.
const blockPanels: i32 = 16;
const termBlock: i32 = 256;

/** Offset in bytes from the first panel. */
@inline
function panel(index: i32): usize {
  return (<usize>index * <usize>(index + 1)) << 6;
}

export function factorPanels(panels: i32, count: i32): i32 {
  const first = <usize>panels << 3;
  for (let start = 0; start < count; start += blockPanels) {
    const end = min(count, start + blockPanels);
    for (let s = 0; s < 4 * start; s += termBlock) {
      const terms = min(termBlock, 4 * start - s);
      const from = <usize>s << 5;
      for (let I = start; I < count; I++) {
        const row = first + panel(I);
        subtractProducts(first + panel(start) + from, start, min(I + 1, end), row + from, terms, row + (<usize>start << 7));
      }
    }
    for (let I = start; I < count; I++) {
      const row = first + panel(I);
      for (let J = start; J < min(I, end); J++) solveTile(first + panel(J), row, start, J);
      if (I >= end) continue;
      const place = row + (<usize>I << 7);
      subtractProducts(row + (<usize>start << 7), I, I + 1, row + (<usize>start << 7), 4 * (I - start), place);
      const bad = factorTile(place);
      if (bad >= 0) return 4 * I + bad;
    }
  }
  return -1;
}

function subtractProducts(a: usize, J: i32, end: i32, row: usize, terms: i32, c: usize): void {
  for (; J < end; J++) {
    panelProduct(subtracted, a, row, terms, c, 32);
    a += (<usize>J + 1) << 7;
    c += 128;
  }
}

/** Four columns of a panel below the diagonal. */
function solveTile(other: usize, row: usize, start: i32, J: i32): void {
  const c = row + (<usize>J << 7), d = other + (<usize>J << 7);
  let c00 = v128.load(c), c01 = v128.load(c, 16), c10 = v128.load(c, 32), c11 = v128.load(c, 48);
  let c20 = v128.load(c, 64), c21 = v128.load(c, 80), c30 = v128.load(c, 96), c31 = v128.load(c, 112);
  let q = row + (<usize>start << 7);
  for (let p = other + (<usize>start << 7); p < d; p += 32) {
    const b0 = v128.load(q), b1 = v128.load(q, 16);
    const a0 = v128.load64_splat(p);
    c00 = nmadd(a0, b0, c00);
    c01 = nmadd(a0, b1, c01);
    const a1 = v128.load64_splat(p, 8);
    c10 = nmadd(a1, b0, c10);
    c11 = nmadd(a1, b1, c11);
    const a2 = v128.load64_splat(p, 16);
    c20 = nmadd(a2, b0, c20);
    c21 = nmadd(a2, b1, c21);
    const a3 = v128.load64_splat(p, 24);
    c30 = nmadd(a3, b0, c30);
    c31 = nmadd(a3, b1, c31);
    q += 32;
  }
  const d0 = v128.load64_splat(d);
  c00 = f64x2.div(c00, d0);
  c01 = f64x2.div(c01, d0);
  v128.store(c, c00);
  v128.store(c, c01, 16);
  const l1 = v128.load64_splat(d, 8), l2 = v128.load64_splat(d, 16), l3 = v128.load64_splat(d, 24);
  c10 = nmadd(l1, c00, c10);
  c11 = nmadd(l1, c01, c11);
  c20 = nmadd(l2, c00, c20);
  c21 = nmadd(l2, c01, c21);
  c30 = nmadd(l3, c00, c30);
  c31 = nmadd(l3, c01, c31);
  const d1 = v128.load64_splat(d, 40);
  c10 = f64x2.div(c10, d1);
  c11 = f64x2.div(c11, d1);
  v128.store(c, c10, 32);
  v128.store(c, c11, 48);
  const m2 = v128.load64_splat(d, 48), m3 = v128.load64_splat(d, 56);
  c20 = nmadd(m2, c10, c20);
  c21 = nmadd(m2, c11, c21);
  c30 = nmadd(m3, c10, c30);
  c31 = nmadd(m3, c11, c31);
  const d2 = v128.load64_splat(d, 80);
  c20 = f64x2.div(c20, d2);
  c21 = f64x2.div(c21, d2);
  v128.store(c, c20, 64);
  v128.store(c, c21, 80);
  const n3 = v128.load64_splat(d, 88), d3 = v128.load64_splat(d, 120);
  v128.store(c, f64x2.div(nmadd(n3, c20, c30), d3), 96);
  v128.store(c, f64x2.div(nmadd(n3, c21, c31), d3), 112);
}

/** Factors four rows and columns; the row without factor, or −1. */
function factorTile(tile: usize): i32 {
  for (let j = 0; j < 4; j++) {
    const column = tile + (<usize>j << 5);
    for (let i = 0; i < 4; i++) {
      const to = column + (<usize>i << 3);
      if (i < j) {
        store<f64>(to, 0);
        continue;
      }
      let sum = load<f64>(to);
      for (let k = 0; k < j; k++) {
        const earlier = tile + (<usize>k << 5);
        sum -= load<f64>(earlier + (<usize>i << 3)) * load<f64>(earlier + (<usize>j << 3));
      }
      if (i == j) {
        if (!(sum > 0 && sum < Infinity)) return j;
        store<f64>(to, Math.sqrt(sum));
      } else store<f64>(to, sum / load<f64>(column + (<usize>j << 3)));
    }
  }
  return -1;
}
