import { at } from "./pairs";

/** The operations of plain/bernsteinHalves.ts, in the same order. */
export function bernsteinHalves(
  p: i32, q: i32, rows: i32, degree: i32, negligible: f64, even: i32, odd: i32, stride: i32, bands: i32, work: i32,
): void {
  const n = degree + 1, oddSize = n >> 1;
  const ratios = at(work), values = at(work + degree), middle = values + at(oddSize);
  for (let nu = 0; nu < degree; nu++) store<f64>(ratios + at(nu), <f64>(degree - nu) / <f64>(nu + 1));
  clear(values, at(n));
  for (let i = 0; i < rows; i++) {
    const P = load<f64>(at(p + i)), Q = load<f64>(at(q + i));
    const largest = <i32>min(<f64>degree, Math.floor((<f64>(degree + 1) * P) / (P + Q)));
    let value: f64 = 1, sum: f64 = 1;
    let high = largest, low = largest;
    store<f64>(values + at(largest), 1);
    if (largest < degree && P > 0) {
      const odds = P / Q;
      while (high < degree && value > negligible) {
        value *= load<f64>(ratios + at(high)) * odds;
        high++;
        store<f64>(values + at(high), value);
        sum += value;
      }
    }
    value = 1;
    if (largest > 0 && Q > 0) {
      const odds = Q / P;
      while (low > 0 && value > negligible) {
        value *= load<f64>(ratios + at(degree - low)) * odds;
        low--;
        store<f64>(values + at(low), value);
        sum += value;
      }
    }
    const scale = 1 / sum;
    const first = min(low, degree - high);
    const isAcross = low <= oddSize && high >= degree - oddSize;
    const end = isAcross ? n - oddSize : max(min(low, degree - low), min(high, degree - high)) + 1;
    const E = at(even + i * stride), O = at(odd + i * stride);
    clear(E, at(stride));
    clear(O, at(stride));
    for (let nu = first, last = min(end, oddSize); nu < last; nu++) {
      const here = load<f64>(values + at(nu)) * scale, there = load<f64>(values + at(degree - nu)) * scale;
      store<f64>(E + at(nu), here + there);
      store<f64>(O + at(nu), here - there);
    }
    if (end > oddSize) store<f64>(E + at(oddSize), load<f64>(middle) * scale);
    store<f64>(at(bands + 3 * i), <f64>first);
    store<f64>(at(bands + 3 * i + 1), <f64>max(first, min(degree - high, end)));
    store<f64>(at(bands + 3 * i + 2), <f64>end);
    clear(values + at(low), at(high - low + 1));
  }
}

function clear(from: usize, bytes: usize): void {
  for (const end = from + bytes; from < end; from += 8) store<f64>(from, 0);
}
