import { describe, expect, test } from "vitest";
import { choiceByCeiling } from "../../../src/core/bernstein/choiceByCeiling.ts";
import { latticeContenders, leastPieces } from "../../../src/core/comparison/latticeContenders.ts";
import type { LatticeTarget } from "../../../src/core/release/latticeTarget.ts";
import { densityTarget } from "../../../src/core/density/densityLatticeTarget.ts";
import { neighbouringPoints } from "../../support/privateReleases.ts";

/** A target that notes the degrees of which the sharp sensitivity is asked. */
function noting(sharp: (degree: number) => number, known?: (degree: number) => number) {
  const asked = new Set<number>();
  const norms = (l1: number) => ({ l1, l2: l1 });
  const target: LatticeTarget = {
    ...{ dimension: 1, recordCount: 100, clampedCount: 0, operationsPerValue: 1, roundingError: 0 },
    pointwiseSensitivity: 1,
    evaluate: ([axis]) => axis!.map((x) => x),
    sensitivity: (degree) => {
      asked.add(degree);
      return norms(sharp(degree));
    },
    ...(known && { ceiling: (degree: number) => norms(known(degree)) }),
  };
  return { target, asked };
}

describe("choiceByCeiling", () => {
  const sharp = (degree: number) => 0.002 * (degree + 1);
  const choose = (target: LatticeTarget) =>
    choiceByCeiling({
      target,
      of: (sensitivity, degree) => sensitivity(degree).l1,
      choose: (l1) => leastPieces(201, (pieces) => 1 / pieces + l1(pieces - 1)),
      degreeOf: (pieces) => pieces - 1,
    });

  test("a ceiling in proportion chooses what the sharp sensitivity chooses, which is asked for once", () => {
    const exact = noting(sharp);
    const bounded = noting(sharp, (degree) => 3 * sharp(degree));
    expect(choose(bounded.target)).toBe(choose(exact.target));
    expect(bounded.asked.size).toBe(1);
    expect(exact.asked.size).toBeGreaterThan(10);
  });

  test("a ceiling that is sharp is not asked twice", () => {
    let chosen = 0;
    choiceByCeiling({
      target: noting(sharp, sharp).target,
      of: (sensitivity, degree) => sensitivity(degree).l1,
      choose: (l1) => (chosen++, leastPieces(201, (pieces) => 1 / pieces + l1(pieces - 1))),
      degreeOf: (pieces) => pieces - 1,
    });
    expect(chosen).toBe(1);
  });
});

test("pieces, degree and order of a comparison are the same for other records of the same number", () => {
  const [here, there] = neighbouringPoints(3, 40, 2);
  const far = { dimension: 2, coordinates: here.coordinates.map((x) => 1 - x ** 3) };
  const chosen = [here, there, far].map((points) => {
    const box = { domain: new Array<[number, number]>(2).fill([0, 1]), bandwidths: [0.2, 0.3] };
    const target = densityTarget({ points, ...box });
    const contenders = latticeContenders({
      ...{ target, gridCounts: [20, 20] },
      approximation: (degree, iterations) => 1 / (degree * iterations),
      missed: (pieces) => 3 / pieces,
    });
    return (["piecewiseConstant", "bernsteinLaplace", "bernsteinGaussian"] as const).map(
      (mechanism) => contenders.at(mechanism, { epsilon: 1, delta: 1e-5 })!.detail,
    );
  });
  expect(chosen[1]).toEqual(chosen[0]);
  expect(chosen[2]).toEqual(chosen[0]);
});
