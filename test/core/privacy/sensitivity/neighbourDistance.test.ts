import { expect, test } from "vitest";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../../../src/core/points.ts";
import { kernelDensitySensitivity } from "../../../../src/core/privacy/sensitivity/kernelDensity.ts";
import { kernelDensityNeighbourDistance } from "../../../support/neighbourDistance.ts";
import { regularisedErmNeighbourDistance } from "../../../support/ermNeighbourDistance.ts";
import { hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import { lossNamed } from "../../../support/erm.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { kernelOf } from "../../../support/kernels.ts";
import { notPositive } from "../relative.ts";
import type { ReplacedRecord } from "../../../support/goldenInputs.ts";

interface Replaced {
  readonly x: number[];
  readonly xPrime: number[];
  readonly n: number;
  readonly h: number;
}

test.each(goldenCases<Replaced, object>("kde-neighbour-distance").map((c, i) => [i, c] as const))(
  "kernelDensityNeighbourDistance agrees with kde-neighbour-distance.json, case %i",
  (_, reference) => {
    const { x, xPrime, n, h } = reference.inputs;
    const distance = kernelDensityNeighbourDistance({ from: x, to: xPrime, recordCount: n, bandwidth: h });
    expectGolden(reference, "rkhsDistance", distance);
    const bound = kernelDensitySensitivity({ recordCount: n, dimension: x.length, bandwidth: h });
    expectGolden(reference, "bound", bound);
    expect(distance).toBeLessThanOrEqual(bound);
  },
);

test.each(goldenCases<ReplacedRecord, object>("erm-neighbour-distance").map((c, i) => [i, c] as const))(
  "regularisedErmNeighbourDistance agrees with erm-neighbour-distance.json, case %i",
  (_, reference) => {
    const { X, y, kernel, lambda: penalty, replacedIndex: index, newX: point, newY: response } = reference.inputs;
    const distance = regularisedErmNeighbourDistance({
      points: pointsFrom(X),
      responses: y,
      kernel: kernelOf(kernel),
      loss: lossNamed(reference.inputs.loss, reference.inputs),
      penalty,
      index,
      point,
      response,
    });
    expectGolden(reference, "rkhsDistance", distance);
  },
);

test("equal records are at distance 0, far ones below the sensitivity", () => {
  const at = { recordCount: 10, bandwidth: 0.1 };
  expect(kernelDensityNeighbourDistance({ ...at, from: [0.3], to: [0.3] })).toBe(0);
  expect(kernelDensityNeighbourDistance({ ...at, from: [-1e200], to: [1e200] })).toBeLessThanOrEqual(
    kernelDensitySensitivity({ recordCount: 10, dimension: 1, bandwidth: 0.1 }),
  );
});

test.each(notPositive)("neighbour distances refuse %s by name", (bad) => {
  const good = { from: [0], to: [1], recordCount: 2, bandwidth: 1 };
  expect(() => kernelDensityNeighbourDistance({ ...good, recordCount: bad })).toThrow(/^recordCount must/);
  expect(() => kernelDensityNeighbourDistance({ ...good, bandwidth: bad })).toThrow(/^bandwidth must/);
  expect(() => kernelDensityNeighbourDistance({ ...good, to: [0, 1] })).toThrow(/^to must/);
  const refit = {
    points: pointsFrom([[0], [1]]),
    responses: [1, -1],
    kernel: gaussianKernel(1),
    loss: hingeLoss,
    index: 0,
    point: [0],
    response: 1,
  };
  expect(() => regularisedErmNeighbourDistance({ ...refit, penalty: bad })).toThrow(/^penalty must/);
  expect(() => regularisedErmNeighbourDistance({ ...refit, penalty: 1, index: 2 })).toThrow(/^index must/);
});
