import type { AscentValues } from "./gapAscent.ts";
import type { LandmarkState } from "./landmarkState.ts";

/** f at the records for moving dual variables, through w = Σ bᵢ φ(xᵢ)/2λn. */
interface LandmarkValues extends AscentValues {
  /** w, shape (rank,). */
  weights(): Float64Array;
}

/** Values w·φ(xᵢ). Sums take two doubles each, within 14u of M √(sup K)/2λ if no variable moves twice. */
export function landmarkValues({ features, dual, scale }: LandmarkState): LandmarkValues {
  const { rows, columns, rank, left, right } = features;
  const sums = new Float64Array(rank);
  const carried = new Float64Array(rank);
  const add = (i: number, by: number): void => {
    const share = by / scale;
    for (let a = 0; a < rows; a++) {
      const ofRow = share * left[i * rows + a]!;
      for (let c = 0; c < columns; c++) {
        const k = a * columns + c;
        const term = ofRow * right[i * columns + c]!;
        const sum = sums[k]!;
        const next = sum + term;
        const part = next - sum;
        const rest = carried[k]! + (sum - (next - part) + (term - part));
        sums[k] = next + rest;
        carried[k] = rest - (sums[k] - next);
      }
    }
  };
  dual.forEach((b, i) => {
    if (b !== 0) add(i, b);
  });
  return {
    weights: () => sums.slice(),
    moved: add,
    at: (i) => {
      let value = 0;
      for (let a = 0; a < rows; a++) {
        let ofRow = 0;
        for (let c = 0; c < columns; c++) ofRow += sums[a * columns + c]! * right[i * columns + c]!;
        value += left[i * rows + a]! * ofRow;
      }
      return value;
    },
  };
}
