import { lengthOf, placesPerAxis } from "./farthestPair.ts";
import { ridgeHollows, type Ridge } from "./ridgeHollows.ts";

/**
 * Lowers bounds on −∂²F/∂w_j² of F = ‖φ(a) − φ(b)‖₂² for two correlated bumps that are apart in the plane.
 *
 * @param ridge of φ², with deviations L_jj/√2
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8a
 */
export function concavityApart(ridge: Ridge): (intervals: Int32Array, K: Float64Array) => void {
  const { deviations, length, seen } = ridge;
  const [outer, inner] = seen;
  const hollow = ridgeHollows(ridge);
  const steep = [outer.steep * inner.mass, outer.mass * inner.steep];
  const lean = [outer.lean * inner.mass, outer.mass * inner.lean];
  const whole = outer.mass * inner.mass;
  const units = deviations.map((deviation, j) => length[j]! / (placesPerAxis * deviation));
  const [least, most] = [new Float64Array(2), new Float64Array(2)];
  return (intervals, K) => {
    for (let j = 0; j < 2; j++) {
      const [a, b] = [lengthOf(intervals[j]!), lengthOf(intervals[2 + j]!)];
      const between = intervals[2 + j]! * b - intervals[j]! * a;
      least[j] = units[j]! * Math.max(0, between - a, -between - b);
      most[j] = units[j]! * Math.max(between + b, a - between);
    }
    const near = 0.5 * Math.exp(-(least[0]! ** 2 + least[1]! ** 2) / 8);
    for (let i = 0; i < 4; i++) {
      const [j, start] = [i & 1, i & 2];
      const [e, unit] = [most[j]!, length[j]! / deviations[j]!];
      const apart = near * (steep[j]! + e * lean[j]! + Math.max(0, 0.25 * e * e - 1) * whole);
      const bound = unit * unit * (hollow(j, intervals[start]!, intervals[start + 1]!) + apart);
      if (bound < K[i]!) K[i] = bound;
    }
  };
}
