import { expect, test } from "vitest";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { gridAxis } from "../../../src/core/grids.ts";
import { boundaryRound, type BoundaryPlanRequest } from "../../../src/core/planning/boundaryRounds.ts";
import { cellMasses, classesOn } from "../../../src/core/planning/declaredClasses.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { alone, boundaryFit, expectSameMean, twoClasses, twoRanges } from "./simulated.ts";

const request: BoundaryPlanRequest = {
  boundary: {
    truth: twoClasses,
    fit: { ...boundaryFit, domain: twoRanges },
  },
  release: { recordCount: 120, recordsPerPerson: 2, epsilon: 1.5, delta: 1e-4, tuning: 0.05 },
  measure: "accuracy",
  limits: alone(1.5, 120, 0.05),
  round: 0,
};

test("cellMasses: cells hold all mass, with what lies beyond an end in its cells", () => {
  const truth = classesOn(twoClasses, request.boundary.fit.domain, 2);
  const axis = gridAxis({ lower: 0, upper: 1, count: 11 });
  const masses = [0, 1].map((one) => cellMasses(truth, (of) => of === one, axis));
  const sums = masses.map((own) => own.reduce((sum, mass) => sum + mass, 0));
  expect(sums[0]).toBeCloseTo(0.25, 12);
  expect(sums[1]).toBeCloseTo(0.75, 12);
  // The first column of cells reaches from −∞ to a twentieth of the domain.
  const first = masses[0]!.reduce((sum, mass, i) => (i % 11 === 0 ? sum + mass : sum), 0);
  expect(first).toBeCloseTo(0.25 * normalCdf((0.5 - 3) / 1.5), 12);
});

test("boundaryRound: the best rule of two normals errs as linear discriminant analysis does", () => {
  const equal = { parts: twoClasses.parts.map((part) => ({ ...part, weight: 1 })) };
  const { best } = lastOf(boundaryRound({ ...request, boundary: { ...request.boundary, truth: equal } }));
  // Φ(−d/2), d the distance of the means in deviations; a cell is a sixth of a deviation.
  expect(best).toBeCloseTo(normalCdf(-4 / 1.5 / 2), 2);
});

/** The other route: planBoundary on records drawn here, with its own grid, Δ and noise, told by fresh records. */
test("boundaryRound agrees with releases of planBoundary", () => {
  const repeats = casesOf(60, 16);
  const planned: number[] = [];
  const released: number[] = [];
  const random = seededSource(99);
  const { fit } = request.boundary;
  const { epsilon, delta, tuning: penalty, recordCount } = request.release;
  const drawn = () => {
    const part = twoClasses.parts[random.uniform() < 0.25 ? 0 : 1]!;
    return { at: part.means.map((mean, k) => mean + part.deviations[k]! * random.normal()), label: 2 * part.of - 1 };
  };
  for (let round = 0; round < repeats; round++) {
    const { now } = lastOf(boundaryRound({ ...request, round }));
    planned.push(now.released.reduce((sum, error) => sum + error, 0) / now.released.length);
    const records = Array.from({ length: recordCount }, drawn);
    const points = { dimension: 2, coordinates: Float64Array.from(records.flatMap(({ at }) => at)) };
    const responses = Float64Array.from(records, ({ label }) => label);
    const plan = planBoundary({ points, responses, recordsPerPerson: 2 });
    const shown = { ...fit, penalty, recordsPerPerson: 2, seed: 1000 + round, drawCount: 2 };
    const { estimate, unitNoise, sensitivity } = lastOf(plan.releasing(shown));
    const scale = sensitivity * analyticNoiseMultiplier({ epsilon, delta });
    for (const noise of unitNoise) {
      const fresh = Array.from({ length: 1500 }, drawn);
      const place = (x: number, [lower, upper]: readonly [number, number]) =>
        Math.round(199 * Math.min(1, Math.max(0, (x - lower) / (upper - lower))));
      const wrong = fresh.filter(({ at, label }) => {
        const i = place(at[0]!, fit.domain[0]!) + 200 * place(at[1]!, fit.domain[1]!);
        return (estimate[i]! + scale * noise[i]!) * label <= 0;
      });
      released.push(wrong.length / fresh.length);
    }
  }
  // Cells move an error by less than a hundredth.
  expectSameMean(planned, released, 0.01);
});

test("boundaryRound: noise grows with k and falls with ε and n; rounds differ, and one is always the same", () => {
  const sumOf = (change: Partial<BoundaryPlanRequest["release"]>) => {
    const rounds = [0, 1, 2].map((round) =>
      lastOf(boundaryRound({ ...request, round, release: { ...request.release, ...change } })),
    );
    return rounds.reduce((sum, { now: { released } }) => sum + released.reduce((a, b) => a + b), 0);
  };
  const [usual, persons, strict, many] = [{}, { recordsPerPerson: 8 }, { epsilon: 0.3 }, { recordCount: 1000 }].map(
    sumOf,
  );
  expect(persons).toBeGreaterThan(usual!);
  expect(strict).toBeGreaterThan(usual!);
  expect(many).toBeLessThan(usual!);
  const limits = { epsilon: { min: 1, max: 2 }, recordCount: { min: 60, max: 2000 }, tuning: { min: 0.04, max: 0.06 } };
  const [first, again, other] = [0, 0, 1]
    .map((round) => lastOf(boundaryRound({ ...request, limits, round })))
    .map((round) => JSON.stringify(round));
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test("boundaryRound refuses what is no declaration", () => {
  const [part] = twoClasses.parts;
  const wrong = [
    { parts: [] },
    { parts: Array.from({ length: 6 }, () => part!) },
    ...[NaN, 2, -1, 0.5].map((of) => ({ parts: [{ ...part!, of }] })),
    ...[NaN, 0, -1, Infinity].map((weight) => ({ parts: [{ ...part!, weight }] })),
    { parts: [{ ...part!, means: [1] }] },
    { parts: [{ ...part!, means: [1, NaN] }] },
    { parts: [{ ...part!, deviations: [1, 0] }] },
  ];
  for (const truth of wrong)
    expect(() => lastOf(boundaryRound({ ...request, boundary: { ...request.boundary, truth } }))).toThrow(
      ParameterError,
    );
  for (const change of [{ tuning: NaN }, { recordCount: 0 }, { epsilon: 0 }, { delta: 1 }, { recordsPerPerson: 0.5 }])
    expect(() => lastOf(boundaryRound({ ...request, release: { ...request.release, ...change } }))).toThrow(
      ParameterError,
    );
  for (const round of [-1, 0.5, NaN])
    expect(() => lastOf(boundaryRound({ ...request, round }))).toThrow(ParameterError);
});
