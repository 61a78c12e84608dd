/**
 * Bernstein basis polynomials b_ν(y) = C(k, ν) y^ν (1 − y)^(k−ν) at points y = p/(p + q), as rows folded about the
 * middle: b_ν + b_(k−ν), the middle unchanged, and b_ν − b_(k−ν).
 */
export interface BernsteinHalves {
  /** `rows` numbers each: not negative, not both 0. */
  readonly p: number;
  readonly q: number;
  readonly rows: number;
  /** k ≥ 1. */
  readonly degree: number;
  readonly negligible: number;
  /** Row i is at even + i·stride and odd + i·stride; the rest of a stride is 0. */
  readonly even: number;
  readonly odd: number;
  /** At least ⌈(k + 1)/2⌉. */
  readonly stride: number;
  /** At bands + 3i: first column of row i, column up to which both halves are equal, end; row i is 0 outside. */
  readonly bands: number;
  /** 2k + 1 numbers of scratch. */
  readonly work: number;
}

/**
 * From the largest value outwards, by the ratio (k − ν)/(ν + 1)·(p/q), then over the sum: relative error at most 12(k +
 * 1)u, plus (k + 1)·negligible for values left out.
 */
export function bernsteinHalves(memory: Float64Array, argument: BernsteinHalves): void {
  const { p, q, rows, degree, negligible, even, odd, stride, bands, work } = argument;
  const n = degree + 1;
  const values = work + degree;
  for (let nu = 0; nu < degree; nu++) memory[work + nu] = (degree - nu) / (nu + 1);
  memory.fill(0, values, values + n);
  for (let i = 0; i < rows; i++) {
    const P = memory[p + i]!;
    const Q = memory[q + i]!;
    const largest = Math.min(degree, Math.floor(((degree + 1) * P) / (P + Q)));
    let value = 1;
    let sum = 1;
    let high = largest;
    let low = largest;
    memory[values + largest] = 1;
    if (largest < degree && P > 0) {
      const odds = P / Q;
      while (high < degree && value > negligible) {
        value *= memory[work + high]! * odds;
        memory[values + ++high] = value;
        sum += value;
      }
    }
    value = 1;
    if (largest > 0 && Q > 0) {
      const odds = Q / P;
      while (low > 0 && value > negligible) {
        value *= memory[work + degree - low]! * odds;
        memory[values + --low] = value;
        sum += value;
      }
    }
    fold(memory, {
      values,
      n,
      low,
      high,
      scale: 1 / sum,
      even: even + i * stride,
      odd: odd + i * stride,
      stride,
      band: bands + 3 * i,
    });
    memory.fill(0, values + low, values + high + 1);
  }
}

interface Row {
  readonly values: number;
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly scale: number;
  readonly even: number;
  readonly odd: number;
  readonly stride: number;
  readonly band: number;
}

function fold(memory: Float64Array, { values, n, low, high, scale, even, odd, stride, band }: Row): void {
  const oddSize = Math.floor(n / 2);
  const first = Math.min(low, n - 1 - high);
  const isAcross = low <= oddSize && high >= n - 1 - oddSize;
  const end = isAcross ? n - oddSize : Math.max(Math.min(low, n - 1 - low), Math.min(high, n - 1 - high)) + 1;
  memory.fill(0, even, even + stride);
  memory.fill(0, odd, odd + stride);
  for (let nu = first; nu < Math.min(end, oddSize); nu++) {
    const here = memory[values + nu]! * scale;
    const there = memory[values + n - 1 - nu]! * scale;
    memory[even + nu] = here + there;
    memory[odd + nu] = here - there;
  }
  if (end > oddSize) memory[even + oddSize] = memory[values + oddSize]! * scale;
  memory[band] = first;
  memory[band + 1] = Math.max(first, Math.min(n - 1 - high, end));
  memory[band + 2] = end;
}
