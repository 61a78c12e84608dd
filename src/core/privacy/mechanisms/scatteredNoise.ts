import { checkNonNegative } from "../../checks.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { gram } from "../../linalg/gram.ts";
import { pivotedCholesky } from "../../linalg/pivotedCholesky.ts";
import { pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with any kernel at arbitrary public points, by a pivoted Cholesky factor of the kernel matrix.
 *
 * What the factor leaves out is positive semi-definite with eigenvalues of at most its trace, so white
 * noise of variance τ + trace + rounding makes the covariance at least K + τI (errata H15). The rounding
 * of the factorisation is at most 4(rank + 2)u·trace K. Coinciding points are allowed. O(m·rank) per draw.
 *
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if jitter is negative or not finite
 */
export function scatteredNoiseSampler({
  kernel,
  at,
  jitter,
}: {
  readonly kernel: Kernel;
  readonly at: Points;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const m = pointCount(at);
  const K = gram(kernel, at);
  let trace = 0;
  for (let i = 0; i < m; i++) trace += K[i * m + i]!;
  const { columns, rank, residualTrace } = pivotedCholesky(K, m, 1e-14 * trace);
  const slack = residualTrace + 4 * (rank + 2) * 2 ** -53 * trace;
  const whiteDeviation = Math.sqrt(jitter + slack);

  return {
    method: "cholesky",
    normalCount: m + rank,
    jitter,
    covarianceError: 2 * slack,
    sample: (z, out) => {
      for (let i = 0; i < m; i++) out[i] = whiteDeviation * z[i]!;
      for (let k = 0; k < rank; k++) {
        const weight = z[m + k]!;
        for (let i = 0; i < m; i++) out[i]! += weight * columns[k * m + i]!;
      }
      return out;
    },
  };
}
