import { checkLength, checkPositive } from "../../checks.ts";
import { dot } from "../../linalg/vectors.ts";
import { solveLower, solveTransposed } from "../../linalg/triangular.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { standardLaplaces } from "../../random/standardLaplaces.ts";
import { standardNormals } from "../../random/standardNormals.ts";

/** Two neighbouring functions as the numbers that leave, and the law of their noise. Private. */
export interface AttackedPair {
  /** f, shape (m,). */
  readonly first: Float64Array;
  /** f′, shape (m,). */
  readonly second: Float64Array;
  /** Gaussian noise σLz, or independent Laplace numbers of scale b. */
  readonly law: "gaussian" | "laplace";
  /** L of Gaussian noise, lower triangular, shape (m, m), row-major; the unit matrix if absent. */
  readonly factor?: Float64Array | undefined;
  /** δ of Laplace noise: each number leaves without noise with this probability; 0 if absent. */
  readonly pointMass?: number | undefined;
  /** σ or b, > 0. */
  readonly scale: number;
}

/** Numbers that an attacker reads: a release, two with the same noise, or one with a setting. */
export interface AttackedNumbers {
  readonly numbers: Float64Array;
  readonly again?: Float64Array;
  readonly setting?: number;
}

/** Draws of a mechanism on either neighbour, and the best statistic to tell them apart. */
export interface Attack {
  /** Draws from f′ if `isSecond`, else from f. @param random a number for each of the m */
  readonly draw: (isSecond: boolean, random: RandomSource) => AttackedNumbers;
  /** ln p(g | f′)/p(g | f): above 0 for f′. */
  readonly lossOf: (released: AttackedNumbers) => number;
  /** ℓ of a draw whose numbers nobody reads: `lossOf(draw(…))` up to rounding, without the product Lz. */
  readonly lossOfDraw?: (isSecond: boolean, random: RandomSource) => number;
}

/**
 * Distance of two functions in the norm of the noise, without σ or b,
 *
 *     d = ‖L⁻¹(f′ − f)‖₂ for Gaussian noise,   d = ‖f′ − f‖₁ for Laplace noise.
 *
 * At points of a function that is the norm of its RKHS, up to the jitter in LLᵀ = K + τI: at most Δ. Private.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; Aldà & Rubinstein (2017), Algorithm 1
 */
export function attackedDistance({ first, second, law, factor }: Omit<AttackedPair, "scale" | "pointMass">): number {
  checkLength("second", second, first.length);
  const change = second.map((value, i) => value - first[i]!);
  if (law === "laplace") return change.reduce((sum, value) => sum + Math.abs(value), 0);
  return Math.sqrt((factor ? solveLower(factor, change) : change).reduce((sum, value) => sum + value * value, 0));
}

/**
 * The best attack on a pair, by the Neyman–Pearson lemma: the logarithm of the likelihood ratio,
 *
 *     ℓ(g) = ⟨g − f, f′ − f⟩/σ² − d²/2σ²  in the norm of Gaussian noise,   ℓ(g) = Σ (|g − f| − |g − f′|)/b  for Laplace.
 *
 * Under f and f′ the first is N(∓μ²/2, μ²), μ = d/σ. With a point mass an equal number decides: ℓ = ∓∞.
 *
 * @throws {ParameterError} unless the scale is positive and the shapes agree
 * @see Dong, Roth & Su (2022), section 2.2; Wasserman & Zhou (2010), Theorem 2.4
 */
export function attackOn(pair: AttackedPair): Attack {
  const { first, second, law, factor, pointMass = 0 } = pair;
  const scale = checkPositive("scale", pair.scale);
  const m = first.length;
  const draw: Attack["draw"] = (isSecond, random) => {
    const noise = unitNoiseOf(pair, random);
    const from = isSecond ? second : first;
    return { numbers: noise.map((value, i) => from[i]! + scale * value) };
  };
  if (law === "laplace") {
    const lossOf = ({ numbers }: AttackedNumbers) => {
      let loss = 0;
      for (let i = 0; i < m; i++) {
        const [before, after] = [Math.abs(numbers[i]! - first[i]!), Math.abs(numbers[i]! - second[i]!)];
        if (pointMass > 0 && before !== after && Math.min(before, after) === 0)
          return before === 0 ? -Infinity : Infinity;
        loss += before - after;
      }
      return loss / scale;
    };
    return { draw, lossOf };
  }
  const change = second.map((value, i) => value - first[i]!);
  const whitened = factor ? solveLower(factor, change) : change;
  const weights = factor ? solveTransposed(factor, whitened) : change;
  const squared = dot(whitened, 0, whitened, 0, m);
  const atFirst = dot(weights, 0, first, 0, m);
  return {
    draw,
    lossOf: ({ numbers }) => (dot(weights, 0, numbers, 0, m) - atFirst - squared / 2) / scale ** 2,
    lossOfDraw: (isSecond, random) =>
      dot(whitened, 0, standardNormals(random, m), 0, m) / scale + ((isSecond ? 1 : -1) * squared) / (2 * scale ** 2),
  };
}

/** Noise of a pair at scale 1. @param random m normal or uniform draws, and m uniform ones for a point mass */
export function unitNoiseOf({ first, law, factor, pointMass = 0 }: AttackedPair, random: RandomSource): Float64Array {
  const m = first.length;
  if (law === "laplace") {
    const noise = standardLaplaces(random, m);
    return pointMass > 0 ? noise.map((z) => (random.uniform() < pointMass ? 0 : z)) : noise;
  }
  const z = standardNormals(random, m);
  return factor ? z.map((_, i) => dot(factor, i * m, z, 0, i + 1)) : z;
}
