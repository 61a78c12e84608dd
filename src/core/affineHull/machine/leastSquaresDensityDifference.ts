import { checkAllFinite, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { definiteSolution } from "../../linalg/dense.ts";
import { symmetricEigen } from "../../linalg/eigen/symmetricEigen.ts";
import { dot } from "../../linalg/vectors.ts";

interface DensityDifferenceProblem {
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** All numbers of both samples if absent. */
  readonly centres?: Float64Array | undefined;
}

interface DensityDifference {
  /** 2hᵀθ − θᵀHθ ≥ 0: the score. */
  readonly squaredDistance: number;
  /** hᵀθ and θᵀHθ, cruder estimates. */
  readonly linear: number;
  readonly quadratic: number;
  readonly coefficients: Float64Array;
}

/**
 * Squared L² distance ∫(f − g)² between the densities of two samples, from a model of f − g:
 *
 *     H_lm = √π σ exp(−(c_l − c_m)²/4σ²),   h_l = mean_first exp(−(x − c_l)²/2σ²) − mean_second(same),
 *     θ = (H + rI)⁻¹h,                      2hᵀθ − θᵀHθ ≥ hᵀ(H + rI)⁻¹h ≥ 0.
 *
 * @param width σ > 0, in the units of the samples
 * @param ridge r > 0
 * @throws {NumericalError} if r is too small relative to H for H + rI to be definite beyond rounding
 * @see Sugiyama et al. (2013), Density-difference estimation, Neural Computation 25:2734–2775; errata K16
 */
export function leastSquaresDensityDifference({
  width,
  ridge,
  ...problem
}: DensityDifferenceProblem & { readonly width: number; readonly ridge: number }): DensityDifference {
  checkPositive("ridge", ridge);
  const centres = checkSamples(problem);
  const b = centres.length;
  const H = productsOfBumps(centres, width);
  const h = meanBumps(problem.first, centres, width);
  meanBumps(problem.second, centres, width).forEach((value, l) => (h[l]! -= value));
  const ridged = H.map((value, k) => (k % (b + 1) === 0 ? value + ridge : value));
  const coefficients = definiteSolution(ridged, h);
  const linear = dot(h, 0, coefficients, 0, b);
  // Without the cancellation in H, and not below 0.
  const quadratic = Math.max(0, linear - ridge * dot(coefficients, 0, coefficients, 0, b));
  return { squaredDistance: 2 * linear - quadratic, linear, quadratic, coefficients };
}

interface ValidatedDensityDifference extends DensityDifference {
  readonly width: number;
  readonly ridge: number;
  /** Average of θᵀHθ − 2θᵀh over the folds, shape (widths, ridges). */
  readonly criterion: Float64Array;
}

/**
 * Squared L² distance with width and ridge by cross-validation: number i of each sample is in fold i mod `folds`.
 *
 * @param widths candidates for σ > 0
 * @param ridges candidates for r > 0
 * @param folds ≥ 2, at most the size of the smaller sample
 * @see Sugiyama et al. (2013), Neural Computation 25, section 2.4
 */
export function validatedDensityDifference({
  widths,
  ridges,
  folds,
  ...problem
}: DensityDifferenceProblem & {
  readonly widths: ArrayLike<number>;
  readonly ridges: ArrayLike<number>;
  readonly folds: number;
}): ValidatedDensityDifference {
  const centres = checkSamples(problem);
  const { first, second } = problem;
  const smaller = Math.min(first.length, second.length);
  if (!(checkPositiveInteger("folds", folds) >= 2 && folds <= smaller)) {
    throw new ParameterError("folds", folds, `from 2 to ${smaller}, the size of the smaller sample`);
  }
  checkPositiveInteger("widths.length", widths.length);
  checkPositiveInteger("ridges.length", ridges.length);
  for (let r = 0; r < ridges.length; r++) checkPositive(`ridges[${r}]`, ridges[r]!);
  const criterion = new Float64Array(widths.length * ridges.length);
  let best = 0;
  for (let s = 0; s < widths.length; s++) {
    const width = widths[s]!;
    const system: System = symmetricEigen(productsOfBumps(centres, width), centres.length);
    const [ofFirst, ofSecond] = [first, second].map((sample) => foldMeans(sample, { centres, width, folds })) as [
      readonly FoldMeans[],
      readonly FoldMeans[],
    ];
    for (let fold = 0; fold < folds; fold++) {
      const difference = (part: keyof FoldMeans) =>
        alongVectors(
          system,
          ofFirst[fold]![part].map((value, l) => value - ofSecond[fold]![part][l]!),
        );
      const training = difference("others");
      const held = difference("own");
      for (let r = 0; r < ridges.length; r++) {
        let sum = 0;
        system.values.forEach((value, k) => {
          const eigenvalue = Math.max(0, value);
          const coordinate = training[k]! / (eigenvalue + ridges[r]!);
          sum += coordinate * (eigenvalue * coordinate - 2 * held[k]!);
        });
        criterion[s * ridges.length + r]! += sum / folds;
      }
    }
  }
  criterion.forEach((value, k) => {
    if (value < criterion[best]!) best = k;
  });
  const width = widths[Math.floor(best / ridges.length)]!;
  const ridge = ridges[best % ridges.length]!;
  return { ...leastSquaresDensityDifference({ ...problem, width, ridge }), width, ridge, criterion };
}

/** H = Σ μₖ vₖvₖᵀ. */
interface System {
  readonly values: Float64Array;
  readonly vectors: Float64Array;
}

function productsOfBumps(centres: Float64Array, width: number): Float64Array {
  checkPositive("width", width);
  const b = centres.length;
  const H = new Float64Array(b * b);
  for (let l = 0; l < b; l++) {
    for (let m = 0; m <= l; m++) {
      const t = (centres[l]! - centres[m]!) / (2 * width);
      H[l * b + m] = H[m * b + l] = Math.sqrt(Math.PI) * width * Math.exp(-t * t);
    }
  }
  return H;
}

function alongVectors({ vectors }: System, h: Float64Array): Float64Array {
  const b = h.length;
  return h.map((_, k) => dot(vectors, k * b, h, 0, b));
}

/** Mean over a sample of exp(−(x − c)²/2σ²). */
function meanBumps(sample: Float64Array, centres: Float64Array, width: number): Float64Array {
  return foldMeans(sample, { centres, width, folds: 1 })[0]!.own;
}

interface FoldMeans {
  readonly own: Float64Array;
  readonly others: Float64Array;
}

function foldMeans(
  sample: Float64Array,
  { centres, width, folds }: { readonly centres: Float64Array; readonly width: number; readonly folds: number },
): readonly FoldMeans[] {
  const b = centres.length;
  const sums = new Float64Array(folds * b);
  const total = new Float64Array(b);
  sample.forEach((x, i) => {
    const fold = (i % folds) * b;
    for (let l = 0; l < b; l++) {
      const t = (x - centres[l]!) / width;
      const bump = Math.exp((-t * t) / 2);
      sums[fold + l]! += bump;
      total[l]! += bump;
    }
  });
  return Array.from({ length: folds }, (_, fold) => {
    const count = Math.ceil((sample.length - fold) / folds);
    const own = sums.subarray(fold * b, (fold + 1) * b);
    return {
      own: own.map((sum) => sum / count),
      others: total.map((sum, l) => (sum - own[l]!) / (sample.length - count)),
    };
  });
}

function checkSamples({ first, second, centres }: DensityDifferenceProblem): Float64Array {
  checkPositiveInteger("first.length", checkAllFinite("first", first).length);
  checkPositiveInteger("second.length", checkAllFinite("second", second).length);
  if (!centres) {
    const all = new Float64Array(first.length + second.length);
    all.set(first);
    all.set(second, first.length);
    return all;
  }
  checkPositiveInteger("centres.length", checkAllFinite("centres", centres).length);
  return centres;
}
