import { cholesky } from "../linalg/cholesky.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import { solveLower, solveTransposed } from "../linalg/triangular.ts";
import { addMultiple, dot } from "../linalg/vectors.ts";
import { squaredDistance } from "./landmarkState.ts";
import type { LandmarkState } from "./landmarkState.ts";
import type { NewtonSpace } from "./newtonPath.ts";

/** Keeps a system positive definite whatever is rounded. */
const relativeRidge = 1e-14;
/** Elements of features added up between two yields: some milliseconds. */
const sliceWork = 4e6;
/** Records of which the Hessian is the sum between two yields. */
const blockSize = 256;

/** The functions v·φ, where a step solves (2λn I + ΦᵀWΦ) Δ = 2λn (w − v) + Φᵀe. */
export function landmarkSpace(state: LandmarkState): NewtonSpace {
  const { scale, fitted, features, weights: v, dualWeights } = state;
  const { rank, rows } = features;
  const n = fitted.length;
  const along = new Float64Array(n);
  let delta: Float64Array = new Float64Array(rank);
  const blocks = { plain: new Float64Array(blockSize * rank), weighted: new Float64Array(blockSize * rank) };

  return {
    squaredDistance: () => squaredDistance(state),
    *step(records, curvatures, excesses) {
      const H = new Float64Array(rank * rank);
      const right = v.map((x, j) => scale * (dualWeights[j]! - x));
      for (let first = 0; first < records.length; first += blockSize) {
        const m = Math.min(blockSize, records.length - first);
        for (let k = 0; k < m; k++) {
          const from = records[first + k]! * rank;
          const weight = curvatures[first + k]!;
          for (let j = 0; j < rank; j++) {
            const x = rows[from + j]!;
            blocks.plain[k * rank + j] = x;
            blocks.weighted[k * rank + j] = weight * x;
          }
          const excess = excesses[first + k]!;
          if (excess !== 0) addMultiple(right, excess, rows, from, rank);
        }
        addProduct({ A: blocks.weighted, B: blocks.plain, out: H, m: rank, n: rank, terms: m });
        yield;
      }
      let trace = 0;
      for (let j = 0; j < rank; j++) trace += H[j * rank + j]!;
      for (let j = 0; j < rank; j++) H[j * rank + j]! += scale + relativeRidge * trace;
      const R = cholesky(H, rank);
      delta = solveTransposed(R, solveLower(R, right));
      for (let i = 0; i < n; i++) along[i] = dot(rows, i * rank, delta, 0, rank);
      return { along, linear: scale * dot(v, 0, delta, 0, rank), quadratic: scale * dot(delta, 0, delta, 0, rank) };
    },
    advance(t) {
      addMultiple(v, t, delta, 0, rank);
      addMultiple(fitted, t, along, 0, n);
    },
    *changeDual(changes) {
      let work = 0;
      for (let i = 0; i < n; i++) {
        if (changes[i] === 0) continue;
        addMultiple(dualWeights, changes[i]! / scale, rows, i * rank, rank);
        work += rank;
        if (work > sliceWork) {
          work = 0;
          yield;
        }
      }
    },
  };
}
