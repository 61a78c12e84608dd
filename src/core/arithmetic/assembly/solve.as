import { at, firsts, nmadd, seconds } from "./pairs";

/** As plain/solve.ts says; eight columns of two rows at once, where there are as many. */
export function solveRows(factor: i32, rows: i32, stride: i32, columns: i32, count: i32): void {
  const step = at(stride);
  let row = at(rows);
  let left = count;
  if (columns == 8) {
    for (; left >= 2; left -= 2) {
      pairOfRows(at(factor), row, step);
      row += 2 * step;
    }
  }
  for (; left > 0; left--) {
    let other = at(factor);
    for (let j = 0; j < columns; j++) {
      let sum = load<f64>(row + at(j));
      for (let k = 0; k < j; k++) sum -= load<f64>(row + at(k)) * load<f64>(other + at(k));
      store<f64>(row + at(j), sum / load<f64>(other + at(j)));
      other += step;
    }
    row += step;
  }
}

function pairOfRows(factor: usize, row: usize, step: usize): void {
  const next = row + step;
  const a0 = v128.load(row), a1 = v128.load(row, 16), a2 = v128.load(row, 32), a3 = v128.load(row, 48);
  const b0 = v128.load(next), b1 = v128.load(next, 16), b2 = v128.load(next, 32), b3 = v128.load(next, 48);
  let l = factor;
  const x0 = f64x2.div(firsts(a0, b0), v128.load64_splat(l));
  l += step;
  const x1 = f64x2.div(nmadd(x0, v128.load64_splat(l), seconds(a0, b0)), v128.load64_splat(l, 8));
  l += step;
  const x2 = f64x2.div(nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), firsts(a1, b1))), v128.load64_splat(l, 16));
  l += step;
  const x3 = f64x2.div(nmadd(x2, v128.load64_splat(l, 16), nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), seconds(a1, b1)))), v128.load64_splat(l, 24));
  l += step;
  const x4 = f64x2.div(nmadd(x3, v128.load64_splat(l, 24), nmadd(x2, v128.load64_splat(l, 16), nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), firsts(a2, b2))))), v128.load64_splat(l, 32));
  l += step;
  const x5 = f64x2.div(nmadd(x4, v128.load64_splat(l, 32), nmadd(x3, v128.load64_splat(l, 24), nmadd(x2, v128.load64_splat(l, 16), nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), seconds(a2, b2)))))), v128.load64_splat(l, 40));
  l += step;
  const x6 = f64x2.div(nmadd(x5, v128.load64_splat(l, 40), nmadd(x4, v128.load64_splat(l, 32), nmadd(x3, v128.load64_splat(l, 24), nmadd(x2, v128.load64_splat(l, 16), nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), firsts(a3, b3))))))), v128.load64_splat(l, 48));
  l += step;
  const x7 = f64x2.div(nmadd(x6, v128.load64_splat(l, 48), nmadd(x5, v128.load64_splat(l, 40), nmadd(x4, v128.load64_splat(l, 32), nmadd(x3, v128.load64_splat(l, 24), nmadd(x2, v128.load64_splat(l, 16), nmadd(x1, v128.load64_splat(l, 8), nmadd(x0, v128.load64_splat(l), seconds(a3, b3)))))))), v128.load64_splat(l, 56));
  v128.store(row, firsts(x0, x1));
  v128.store(next, seconds(x0, x1));
  v128.store(row, firsts(x2, x3), 16);
  v128.store(next, seconds(x2, x3), 16);
  v128.store(row, firsts(x4, x5), 32);
  v128.store(next, seconds(x4, x5), 32);
  v128.store(row, firsts(x6, x7), 48);
  v128.store(next, seconds(x6, x7), 48);
}
