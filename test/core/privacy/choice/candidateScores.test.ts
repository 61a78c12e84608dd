import { expect, test } from "vitest";
import { covarianceSpectrum } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { weightedNorm } from "../../../../src/core/mean/functionalMean.ts";
import { epsilonInsensitiveLoss, hingeLoss, logisticLoss } from "../../../../src/core/erm/solver/losses.ts";
import { orthogonalityDefect } from "../../../../src/core/mean/spectrumDefects.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { drawExponentialMechanism } from "../../../../src/core/privacy/choice/exponentialMechanism.ts";
import {
  curveScoreRange,
  curveScoreSensitivity,
  ermScoreRange,
  ermScoreRounding,
  ermScoreSensitivity,
} from "../../../../src/core/privacy/sensitivity/foldScores.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { foldsByPlace } from "../../../../src/core/privacy/choice/drawnFolds.ts";
import { scoringCurveCandidates } from "../../../../src/core/mean/meanCurveScores.ts";
import { scoringPenalties } from "../../../../src/core/erm/boundary/penaltyScores.ts";
import type { CandidateScores } from "../../../../src/core/privacy/choice/candidateScores.ts";
import { expectRelative, notPositive } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const curveCandidateScores = (argument: Parameters<typeof scoringCurveCandidates>[0]) =>
  lastOf(scoringCurveCandidates(argument));
const penaltyCandidateScores = (argument: Parameters<typeof scoringPenalties>[0]) => lastOf(scoringPenalties(argument));

const m = 9;
const grid = Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const weights = new Float64Array(m).fill(1 / m);
const kernel = matern52Kernel(2);
const tau = 1.3;
const candidate = (penalty: number, noiseKernel = kernel) => ({
  kernel,
  noiseKernel,
  power: 1,
  noiseMultiplier: 0.5,
  penalty,
});
const scoresOf = (curves: Float64Array, foldOf: Int32Array, candidates = [candidate(1e-7)]) =>
  curveCandidateScores({ curves, grid, weights, foldOf, normBound: tau, candidates });

test("curveScoreSensitivity bounds the scores of every neighbour, and is nearly reached", () => {
  const random = seededSource(1);
  let most = 0;
  for (let trial = 0; trial < casesOf(200, 40); trial++) {
    const worst = trial === 0;
    const n = worst ? 200 : 6 + Math.floor(20 * random.uniform());
    const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: worst ? 2 : 3 });
    // Constant curves of norm τ are hardly shrunk by this kernel; clipping makes longer ones such.
    const curves = Float64Array.from({ length: n * m }, (_, at) => {
      const i = Math.floor(at / m);
      return worst ? (i % 2 ? -5 : 5) : 3 * random.normal();
    });
    const neighbour = curves.slice();
    const shape = random.uniform() < 0.5 ? -5 : 7;
    for (let j = 0; j < m; j++) neighbour[j] = worst ? -5 : shape;
    const [first, second] = [scoresOf(curves, foldOf), scoresOf(neighbour, foldOf)];
    expect(first.sensitivity).toBe(second.sensitivity);
    expect(first.roundingError).toBe(second.roundingError);
    most = Math.max(most, Math.abs(first.distances[0]! - second.distances[0]!) / first.sensitivity);
  }
  expect(most).toBeLessThanOrEqual(1);
  expect(most).toBeGreaterThan(0.98);
});

test("curveScoreRange bounds the change of every difference of scores, and is nearly reached", () => {
  const random = seededSource(6);
  let most = 0;
  for (let trial = 0; trial < casesOf(120, 30); trial++) {
    const worst = trial === 0;
    const n = worst ? 40 : 2 + Math.floor(20 * random.uniform());
    const folds = 2 + Math.floor(Math.min(9, n - 1) * random.uniform());
    const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: worst ? 10 : folds });
    // An enemy's curves: one fold against all others along one shape, or anything; kernels and φ as far apart as there are.
    const shapes = [0, 1].map(() => Float64Array.from({ length: m }, () => 9 * (worst ? 1 : random.normal())));
    const sides = Array.from(foldOf, (fold) => (fold === 0 ? -1 : 1));
    const aligned = trial % 2 === 0;
    const curves = Float64Array.from({ length: n * m }, (_, at) => {
      const [i, j] = [Math.floor(at / m), at % m];
      return aligned ? (i === 0 ? 1 : sides[i]!) * shapes[0]![j]! : 2 * random.normal();
    });
    const neighbour = curves.slice();
    for (let j = 0; j < m; j++) neighbour[j] = aligned ? -shapes[0]![j]! : shapes[1]![j]!;
    const rough = { ...candidate(10 ** (-7 * random.uniform())), kernel: exponentialKernel(0.1 + random.uniform()) };
    const candidates = [candidate(1e-9), rough, candidate(1e-3), candidate(1e6)];
    const [one, other] = [curves, neighbour].map((of) => scoresOf(of, foldOf, candidates)) as [
      CandidateScores,
      CandidateScores,
    ];
    const changes = Array.from(one.distances, (score, k) => other.distances[k]! - score);
    const found = Math.max(...changes) - Math.min(...changes);
    expect(one.range).toBe(other.range);
    expect(one.range).toBeLessThan(2 * one.sensitivity);
    expect(found).toBeLessThanOrEqual(one.range! + 4 * one.roundingError);
    most = Math.max(most, found / one.range!);
  }
  expect(most).toBeGreaterThan(0.99);
});

test("η of scores counts how far the computed eigenvectors are from orthonormal ones, of all candidates", () => {
  const curves = new Float64Array(4 * m).fill(1);
  const foldOf = Int32Array.of(0, 1, 0, 1);
  const kernels = [kernel, exponentialKernel(0.3)];
  const quiet = (of: typeof kernel) => ({ ...candidate(1, of), kernel: of, noiseMultiplier: 1e-9 });
  const { roundingError } = scoresOf(curves, foldOf, kernels.map(quiet));
  const defects = kernels.map((of) => {
    return orthogonalityDefect(covarianceSpectrum({ kernel: of, grid, weights }).eigenvectors, m);
  });
  const ofSums = 400 * (4 + m * m) * 2 ** -53;
  expect(Math.min(...defects)).toBeGreaterThan(0);
  expect(roundingError / (4 * tau * tau) - ofSums).toBeGreaterThanOrEqual(2 * Math.max(...defects));
});

test("of noise that would clamp all scores, nothing but twice their sensitivity is claimed", () => {
  const curves = new Float64Array(4 * m).fill(1);
  const loud = { ...candidate(0.1), noiseMultiplier: 1e145 };
  const { range, sensitivity } = scoresOf(curves, Int32Array.of(0, 1, 0, 1), [candidate(1), loud]);
  expect(range).toBe(2 * sensitivity);
});

test("curves that are left out are clipped too, and the choice is drawn from the scores", () => {
  const curves = new Float64Array(6 * m).fill(1e9);
  const foldOf = foldsByPlace({ curveCount: 6, personOf: undefined, foldCount: 3 });
  const { distances, sensitivity, roundingError } = scoresOf(curves, foldOf, [
    candidate(1e-7),
    candidate(1e3),
    candidate(1e-7, exponentialKernel(1)),
  ]);
  expect(weightedNorm(new Float64Array(m).fill(tau), weights)).toBeCloseTo(tau, 12);
  // Shrunk to nothing, the error is τ² of each curve; the noise is small there.
  expect(Math.abs(distances[1]! - tau * tau)).toBeLessThan(0.01);
  const random = seededSource(2);
  const chosen = drawExponentialMechanism({ distances, sensitivity, roundingError, epsilon: 1000, random });
  expect(distances[chosen]).toBe(Math.min(...distances));
});

test("ermScoreSensitivity bounds the scores of every neighbour", () => {
  const random = seededSource(3);
  const n = 24;
  const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: 4 });
  const shared = { kernel: gaussianKernel(0.3), loss: hingeLoss, foldOf, lossBound: 2, gapTolerance: 1e-8 };
  let most = 0;
  for (let trial = 0; trial < casesOf(30, 10); trial++) {
    const rows = Array.from({ length: n }, () => (trial % 2 ? [0.5] : [random.uniform()]));
    const responses = rows.map((_, i) => (trial % 2 ? 1 : random.uniform() < 0.5 ? -1 : i % 2 ? 1 : -1));
    const penalties = [0.05, 1];
    const first = penaltyCandidateScores({ ...shared, points: pointsFrom(rows), responses, penalties });
    const second = penaltyCandidateScores({
      ...shared,
      points: pointsFrom([[trial % 2 ? 0.5 : random.uniform()], ...rows.slice(1)]),
      responses: [-responses[0]!, ...responses.slice(1)],
      penalties,
    });
    first.distances.forEach((distance, k) => {
      const change = Math.abs(distance - second.distances[k]!);
      expect(change).toBeLessThanOrEqual(first.sensitivity + 2 * first.roundingError);
      most = Math.max(most, change);
    });
    expect(first.roundingError).toBe(second.roundingError);
  }
  // The rounding of the sum that a fit is, Σ|cᵢ| ≤ M/2λ, counts beside the fit's gap, which is tiny here.
  const gaps = { penalty: 1e-6, gapTolerance: 1, lipschitz: 1, kernelBound: 1 };
  const tiny = penaltyCandidateScores({
    ...shared,
    points: pointsFrom(Array.from({ length: n }, () => [0.5])),
    responses: new Float64Array(n).fill(1),
    penalties: [gaps.penalty],
    gapTolerance: gaps.gapTolerance,
  });
  expect(tiny.roundingError - ermScoreRounding(gaps)).toBeGreaterThan((n * 2 ** -53) / (2 * gaps.penalty));
  // Its own loss, from 0 to 2 of n, at least is reached.
  expect(most).toBeGreaterThan(0.9 * (2 / n));
});

test("ermScoreRange bounds the change of every difference of scores, and is nearly reached", () => {
  const random = seededSource(5);
  const n = 10;
  const foldOf = foldsByPlace({ curveCount: n, personOf: undefined, foldCount: 5 });
  let most = 0;
  for (let trial = 0; trial < casesOf(60, 18); trial++) {
    const real = trial % 3 === 2;
    const loss = [hingeLoss, logisticLoss, epsilonInsensitiveLoss(0.1)][trial % 3]!;
    const penalties = trial % 2 ? [0.5, 1000] : [0.05, 0.06, 1];
    const shared = { kernel: gaussianKernel(0.3), loss, foldOf, penalties, lossBound: 2, gapTolerance: 1e-9 };
    const worst = trial === 3;
    const rows = Array.from({ length: n }, () => [worst || random.uniform() < 0.5 ? 0.5 : random.uniform()]);
    const responses = rows.map(() => (worst ? 1 : real ? 2 * random.uniform() - 1 : random.uniform() < 0.7 ? 1 : -1));
    const [one, other] = [
      penaltyCandidateScores({ ...shared, points: pointsFrom(rows), responses }),
      penaltyCandidateScores({
        ...shared,
        points: pointsFrom([worst ? [0.5] : [random.uniform()], ...rows.slice(1)]),
        responses: [-responses[0]!, ...responses.slice(1)],
      }),
    ];
    const changes = Array.from(one.distances, (score, k) => other.distances[k]! - score);
    const found = Math.max(...changes) - Math.min(...changes);
    expect(one.range).toBe(other.range);
    expect(found).toBeLessThanOrEqual(one.range! + 4 * one.roundingError);
    most = Math.max(most, found / one.range!);
  }
  expect(most).toBeGreaterThan(0.99);
});

test("the closed forms of penalties: unequal folds by their definition", () => {
  const sizes = [1, 4, 7];
  const shares = [1 / 11, 4 / 8, 7 / 5];
  const largest = Math.max(shares[1]! + shares[2]!, shares[0]! + shares[2]!, shares[0]! + shares[1]!);
  expectRelative(
    ermScoreSensitivity({ foldSizes: sizes, lossBound: 3, penalty: 0.1, lipschitz: 2, kernelBound: 5 }),
    (3 + (20 / 0.1) * largest) / 12,
    1e-12,
  );
  const range = (penalties: number[], lossBound: number) =>
    ermScoreRange({ foldSizes: sizes, lossBound, penalties, lipschitz: 2, kernelBound: 5 });
  const kappa = 20 / 0.1 + 20 / 0.4;
  expectRelative(range([0.4, 9, 0.1], 3), (6 + kappa * largest) / 12, 1e-12);
  expectRelative(range([0.4, 9, 0.1], 1000), (kappa + kappa * largest) / 12, 1e-12);
  // The same λ twice has no difference.
  expect(range([0.4, 0.1, 9, 0.1, 0.4], 3)).toBe(range([0.4, 9, 0.1], 3));
  expect(range([0.1, 0.1], 3)).toBe(range([0.1], 3));
  expectRelative(range([0.1], 3), 2 * ((3 + (20 / 0.1) * largest) / 12), 1e-12);
});

test.each(notPositive)("private tuning refuses %s by name", (bad) => {
  for (const bound of [curveScoreSensitivity, curveScoreRange]) {
    expect(() => bound({ foldSizes: [3, bad], normBound: 1 })).toThrow(/^foldSizes\[1\] must/);
    expect(() => bound({ foldSizes: [3], normBound: 1 })).toThrow(/^foldSizes.length must/);
    expect(() => bound({ foldSizes: [3, 3], normBound: bad })).toThrow(/^normBound must/);
  }
  const erm = { foldSizes: [3, 3], lossBound: 1, penalty: 1, lipschitz: 1, kernelBound: 1 };
  expect(() => ermScoreSensitivity({ ...erm, lossBound: bad })).toThrow(/^lossBound must/);
  expect(() => ermScoreSensitivity({ ...erm, penalty: bad })).toThrow(/^penalty must/);
  expect(() => ermScoreRange({ ...erm, penalties: [1, bad] })).toThrow(/^penalties\[1\] must/);
  expect(() => ermScoreRange({ ...erm, penalties: [] })).toThrow(/^penalties must/);
  expect(() => ermScoreRange({ ...erm, penalties: [1], lossBound: bad })).toThrow(/^lossBound must/);
  expect(() => scoresOf(new Float64Array(2 * m), Int32Array.of(0, 1), [])).toThrow(/^candidates must/);
  const fit = {
    points: pointsFrom([[0], [1]]),
    responses: [1, -1],
    kernel,
    loss: hingeLoss,
    foldOf: Int32Array.of(0, 1),
    lossBound: 1,
    gapTolerance: 1e-6,
  };
  expect(() => penaltyCandidateScores({ ...fit, penalties: [bad] })).toThrow(/^penalties\[0\] must/);
  expect(() => penaltyCandidateScores({ ...fit, penalties: [] })).toThrow(/^penalties must/);
});
