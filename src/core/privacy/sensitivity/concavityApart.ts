import { bumpsAnywhere } from "./bumpsByInterval.ts";
import { placesPerAxis } from "./farthestPair.ts";
import { ridgeHollows } from "./ridgeHollows.ts";
import type { Ridge } from "./ridgeHollows.ts";

/**
 * Lowers bounds on −∂²f/∂w_j² for two correlated bumps in the plane where they are far apart, since then f is next to the sum of
 * their masses (or squares), which is concave at the border only.
 *
 * With the signs s of f = Σ s_p(φ_p(a) − φ_p(b)), −L_jj² ∂²f = Σ(1 − t_j²)φ_p(a) − 2Σ_(s = −)(1 − t_j²)φ_p(a) is at most what
 * ridgeHollows returns and twice Σ t_j² φ_p(a) (φ_p(b*)/φ_p(a*))^½ for the pair (a*, b*) whose signs they are: a bump at
 * a + (b* − a*)/2. For squares it is half of that sum with a* = a and b* = b, where deviations are those of φ².
 *
 * @param degree k ≥ 1
 * @param deviations L_jj, shape (2,), of φ or of φ²
 * @param length of the box of w
 * @param ofSquares whether f is ‖φ(a) − φ(b)‖₂²
 * @returns what writes the lesser of K_i and the bound above for a pair of boxes, by place
 * @throws {ParameterError} if an argument is out of range
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8
 */
export function concavityApart({
  ofSquares,
  ...ridge
}: Ridge & { readonly ofSquares: boolean }): (intervals: Int32Array, K: Float64Array) => void {
  const { degree, deviations, length } = ridge;
  const hollow = ridgeHollows(ridge);
  const [outer, inner] = deviations.map((deviation) => bumpsAnywhere({ degree, deviation })) as [
    ReturnType<typeof bumpsAnywhere>,
    ReturnType<typeof bumpsAnywhere>,
  ];
  const spreads = [Math.sqrt(outer.spread * inner.mass), Math.sqrt(outer.mass * inner.spread)];
  const whole = Math.sqrt(outer.mass * inner.mass);
  const units = deviations.map((deviation, j) => length[j]! / (placesPerAxis * deviation));
  const times = ofSquares ? 0.5 : 2;
  const [least, most] = [new Float64Array(2), new Float64Array(2)];
  return (intervals, K) => {
    for (let j = 0; j < 2; j++) {
      const [a, b] = [lengthOf(intervals[j]!), lengthOf(intervals[2 + j]!)];
      const between = intervals[2 + j]! * b - intervals[j]! * a;
      least[j] = units[j]! * Math.max(0, between - a, -between - b);
      most[j] = units[j]! * Math.max(between + b, a - between);
    }
    for (let start = 0; start <= 2; start += 2) {
      // −⅛|e|² + ½⟨η, e⟩ for all e = b* − a* and η = a − a*.
      let exponent = 0;
      for (let j = 0; j < 2; j++) {
        const away = ofSquares ? 0 : units[j]! * lengthOf(intervals[start + j]!);
        const e = Math.max(least[j]!, 2 * away);
        exponent += (e * (4 * away - e)) / 8;
      }
      const near = times * Math.exp(exponent);
      for (let j = 0; j < 2; j++) {
        const bound =
          hollow(j, intervals[start]!, intervals[start + 1]!) + near * (spreads[j]! + 0.5 * most[j]! * whole) ** 2;
        const inPlaces = bound * (length[j]! / deviations[j]!) ** 2;
        if (inPlaces < K[start + j]!) K[start + j] = inPlaces;
      }
    }
  };
}

/** The length of an interval, in places. */
function lengthOf(interval: number): number {
  return placesPerAxis >> (31 - Math.clz32(interval));
}
