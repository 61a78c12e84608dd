import { checkAllFinite, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridPoints } from "../../grids.ts";
import type { FeatureKernel, Kernel } from "../../kernels/kernel.ts";
import { dot } from "../../linalg/vectors.ts";
import { pointCount, type Points } from "../../points.ts";
import { representableBound } from "../../representableBound.ts";
import type { CertainAscent } from "./certainFit.ts";
import { certainSolver } from "./certainSolver.ts";
import { certify, progressTracker, startingDual } from "./dualPoint.ts";
import type { ErmFit, ErmProblem, ErmSolver } from "./ermProblem.ts";
import { ascentPass } from "./gapAscent.ts";
import { landmarkDescent } from "./landmarkDescent.ts";
import { landmarkJitter } from "./landmarkFactors.ts";
import { landmarkFeatures, ownFeatures, type LandmarkFeatures } from "./landmarkFeatures.ts";
import { landmarkProximal } from "./landmarkProximal.ts";
import { landmarkSpace } from "./landmarkSpace.ts";
import { moveTo, refreshDualWeights, squaredDistance, type LandmarkState } from "./landmarkState.ts";
import { landmarkValues } from "./landmarkValues.ts";
import type { Loss } from "./losses.ts";
import { newtonPath } from "./newtonPath.ts";

const mostLandmarks = 400;

/**
 * Public landmarks of the unit box: a regular grid of spacing 4ℓ/5, at most 400 points.
 *
 * @param dimension d, 1 or 2
 * @param lengthScale ℓ > 0, as a share of the side
 */
export function landmarkGrid({
  dimension,
  lengthScale,
}: {
  readonly dimension: number;
  readonly lengthScale: number;
}): Points {
  const most = Math.floor(mostLandmarks ** (1 / dimension));
  const count = Math.max(4, Math.min(most, 1 + Math.ceil(1 / (0.8 * checkPositive("lengthScale", lengthScale)))));
  return gridPoints({ axes: Array.from({ length: dimension }, () => gridAxis({ lower: 0, upper: 1, count })) });
}

/**
 * A solver over the span of K(z₁, ·), …, K(z_r, ·), with public landmarks z: O(nr) an epoch. Kinks: dual coordinate
 * descent, then proximal points; smooth losses: Newton's method; else the certain ascent.
 *
 * With LLᵀ ≥ K_zz and φ(x) = L⁻¹ k_z(x), the minimiser is sought among f = w·φ with penalty λ‖w‖². As ‖φ(x)‖² ≤ K(x,
 * x), w has the sensitivity M √(sup K)/(λn), and f = Σ aⱼ K(zⱼ, ·), a = L⁻ᵀw, has ‖f‖ ≤ ‖w‖. The error of a counts
 * towards the gap, λ(√(g/λ) + ‖Lᵀa − w‖)².
 *
 * @param points n ≥ 1 points, private
 * @param landmarks r points, public: picked from the records they would void this
 * @see errata H7, H15
 */
export function createLandmarkSolver({
  points,
  kernel,
  landmarks,
}: {
  readonly points: Points;
  readonly kernel: Kernel;
  readonly landmarks: Points;
}): ErmSolver {
  checkPoints(points);
  return solverOn(landmarkFeatures(kernel, points, landmarks), kernel.diagonalBound, landmarks);
}

/** The same for a kernel with features of its own, without a kernel matrix. A fit has `coordinates` and no centres. */
export function createFeatureSolver({
  points,
  kernel,
}: {
  readonly points: Points;
  readonly kernel: Kernel & FeatureKernel;
}): ErmSolver {
  checkPoints(points);
  const nowhere = { dimension: points.dimension, coordinates: new Float64Array(0) };
  return solverOn(ownFeatures(kernel, points), kernel.diagonalBound, nowhere);
}

function checkPoints(points: Points): void {
  const n = pointCount(points);
  if (!(n >= 1)) throw new ParameterError("points", n, "at least one point");
  checkAllFinite("points", points.coordinates);
}

function solverOn(features: LandmarkFeatures, kernelBound: number, landmarks: Points): ErmSolver {
  const n = features.squares.length;
  const r = features.rank;
  const ulps = features.additions + 40;
  /** Relative to Σ|bᵢ| √(sup K)/2λn, for the sum w of n terms. */
  const sumRounding = (n + 4) * 2 ** -53;

  function stateOf({ responses, loss, penalty, start }: ErmProblem): LandmarkState {
    return {
      responses,
      loss,
      scale: 2 * penalty * n,
      features,
      dual: startingDual(start, responses, loss),
      fitted: new Float64Array(n),
      weights: new Float64Array(r),
      dualWeights: new Float64Array(r),
    };
  }

  function certifiedFit(state: LandmarkState, { penalty, gapTolerance }: ErmProblem, iterations: number) {
    const certificate = certified(state, penalty);
    if (!(certificate.dualityGap <= gapTolerance)) return undefined;
    return { centres: landmarks, dual: state.dual, fitted: state.fitted, iterations, ...certificate };
  }

  function* attempt(problem: ErmProblem): Generator<number, ErmFit | undefined> {
    const { loss, gapTolerance } = problem;
    const state = stateOf(problem);
    refreshDualWeights(state);
    moveTo(state.dualWeights, state);
    const tracked = progressTracker();
    let iterations = 0;
    for (let goal = 0.95 * gapTolerance; goal > gapTolerance / 20; goal /= 2) {
      if (loss.kink !== undefined) {
        iterations += yield* tracked(landmarkDescent(state, goal), goal);
        iterations += yield* tracked(landmarkProximal(state, goal), goal);
      }
      iterations += yield* tracked(newtonPath(state, landmarkSpace(state), { tolerance: goal }), goal);
      const fit = certifiedFit(state, problem, iterations);
      if (fit) return fit;
    }
    return undefined;
  }

  function ascent(problem: ErmProblem): CertainAscent {
    const { penalty, loss, gapTolerance } = problem;
    const state = stateOf({ ...problem, start: undefined });
    const { dual } = state;
    const goal = penalty * (Math.sqrt(gapTolerance / penalty) - roundedWeights(loss, penalty)) ** 2;
    const criterion = { diagonal: features.squares, threshold: goal / 2, perValue: r };
    let moves = 0;
    return {
      dual,
      *pass() {
        const moved = yield* ascentPass(state, landmarkValues(state), criterion);
        moves += moved;
        return moved;
      },
      *fit() {
        yield 1;
        moveTo(landmarkValues(state).weights(), state);
        return certifiedFit(state, problem, moves);
      },
    };
  }

  /** Certificate of f moved into the minimiser's ball ‖v‖ ≤ M √(sup K)/2λ. */
  function certified(state: LandmarkState, penalty: number) {
    const { loss, scale, dual, weights } = state;
    const norm = Math.sqrt(dot(weights, 0, weights, 0, r));
    const largest = largestWeights(loss, penalty);
    const shorten = Math.min(1, largest / norm);
    moveTo(
      weights.map((v) => shorten * v),
      state,
    );
    refreshDualWeights(state);
    const { gap, meanLoss } = certify(state, ulps * 2 ** -53 * Math.sqrt(kernelBound) * Math.min(norm, largest));
    const mass = (Math.sqrt(kernelBound) * dual.reduce((sum, b) => sum + Math.abs(b), 0)) / scale;
    const apart = Math.sqrt(squaredDistance(state)) + sumRounding * mass;
    const { coefficients, distance } = features.coefficientsOf(weights);
    const rkhsNorm = Math.min(norm, largest);
    return {
      coefficients,
      coordinates: weights.filter((_, at) => at % features.columns < features.terms),
      objective: meanLoss + penalty * rkhsNorm ** 2,
      rkhsNorm,
      dualityGap: penalty * (Math.sqrt(gap / penalty + apart ** 2) + distance) ** 2,
    };
  }

  const largestWeights = (loss: Loss, penalty: number) => (loss.lipschitz * Math.sqrt(kernelBound)) / (2 * penalty);

  function roundedWeights(loss: Loss, penalty: number): number {
    return (features.distanceBound + 2 * sumRounding) * largestWeights(loss, penalty);
  }

  function leastOf(gap: number, loss: Loss, penalty: number): number {
    return penalty * (Math.sqrt(gap / penalty) + roundedWeights(loss, penalty)) ** 2;
  }

  return certainSolver({ recordCount: n, kernelBound, ulps, attempt, ascent, widened: leastOf });
}

/**
 * A bound on Σ|aⱼ| for every data set: ‖w‖ ≤ M √(sup K)/(2λ), ‖a‖₁ ≤ √r ‖L⁻ᵀ‖ ‖w‖, ‖L⁻ᵀ‖² ≤ 1/(τ_L sup K), and one per
 * cent.
 */
export function landmarkCoefficientBound({
  landmarkCount,
  lipschitz,
  penalty,
}: {
  readonly landmarkCount: number;
  readonly lipschitz: number;
  readonly penalty: number;
}): number {
  const M = checkPositive("lipschitz", lipschitz);
  return representableBound(
    (1.01 * Math.sqrt(landmarkCount / landmarkJitter) * M) / (2 * checkPositive("penalty", penalty)),
  );
}
