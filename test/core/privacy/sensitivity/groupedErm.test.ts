import { describe, expect, test } from "vitest";
import { pointCount } from "../../../../src/core/points.ts";
import type { Points } from "../../../../src/core/points.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import type { Loss } from "../../../../src/core/erm/solver/losses.ts";
import { hingeLoss, huberLoss, logisticLoss } from "../../../../src/core/erm/solver/losses.ts";
import { regularisedErmSensitivity } from "../../../../src/core/privacy/sensitivity/regularisedErm.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { fitOf, rkhsDistance, seededRecords } from "../../../support/erm.ts";

const kernel = gaussianKernel(0.3);
const groups = 3;

interface Grouped {
  readonly points: Points;
  readonly responses: Float64Array;
  readonly of: readonly number[];
}

/**
 * The minimiser of each group, argmin (1/n) Σ_{i in g} ℓ(yᵢ, f(xᵢ)) + λ‖f‖² with the n of all: that of the group's own
 * mean loss with λ·n/n_g, and 0 where nobody is in it.
 */
function fitsOf({ points, responses, of }: Grouped, loss: Loss, penalty: number) {
  return Array.from({ length: groups }, (_, group) => {
    const rows = of.flatMap((own, i) => (own === group ? [i] : []));
    if (rows.length === 0) return undefined;
    const coordinates = Float64Array.from(rows.flatMap((i) => [...points.coordinates.subarray(2 * i, 2 * i + 2)]));
    const own = Float64Array.from(rows, (i) => responses[i]!);
    return fitOf(kernel, { dimension: 2, coordinates }, own, loss, (penalty * of.length) / rows.length);
  });
}

const nobody = { centres: { dimension: 2, coordinates: Float64Array.of(0, 0) }, coefficients: Float64Array.of(0) };

function distance(before: Grouped, after: Grouped, loss: Loss, penalty: number): number {
  const [f, g] = [fitsOf(before, loss, penalty), fitsOf(after, loss, penalty)];
  const apart = f.map((own, k) =>
    rkhsDistance(kernel, { ...nobody, ...own } as never, { ...nobody, ...g[k] } as never),
  );
  return Math.hypot(...apart);
}

describe.each([
  ["hinge", hingeLoss],
  ["logistic", logisticLoss],
  ["Huber", huberLoss(0.3)],
] as const)("risk minimisers of groups, each divided by the n of all, %s loss", (_, loss) => {
  test("no replaced record moves all of them together by more than the Δ of one, whether or not it changes groups", () => {
    const random = seededSource(31);
    let [stays, moves] = [0, 0];
    for (let pair = 0; pair < 24; pair++) {
      const n = pair < 8 ? 2 : 9;
      const penalty = [0.6, 0.05, 0.5][pair % 3]!;
      const { points, responses } = seededRecords(random, n, loss);
      const of = Array.from({ length: n }, () => Math.floor(groups * random.uniform()));
      const other = seededRecords(random, n, loss);
      const coordinates = points.coordinates.slice();
      const changed = responses.slice();
      const isChange = pair % 2 === 0;
      if (isChange) coordinates.set(other.points.coordinates.subarray(0, 2), 0);
      changed[0] = isChange ? other.responses[0]! : -Math.sign(responses[0]!);
      const group = isChange ? (of[0]! + 1) % groups : of[0]!;
      const before = { points, responses, of };
      const after = { points: { dimension: 2, coordinates }, responses: changed, of: [group, ...of.slice(1)] };
      const bound = regularisedErmSensitivity({
        ...{ recordCount: pointCount(points), penalty, kernelBound: 1 },
        lipschitz: loss.lipschitz,
      });
      // The solver stops at a gap of 1e-11: 2√(g/λ) in each of two groups.
      const slack = 2 * Math.SQRT2 * 2 * Math.sqrt((1e-11 * n) / penalty);
      const found = distance(before, after, loss, penalty);
      expect(found).toBeLessThanOrEqual(bound + slack);
      if (isChange) moves = Math.max(moves, found / bound);
      else stays = Math.max(stays, found / bound);
    }
    expect(stays).toBeGreaterThan(loss === hingeLoss ? 0.99 : 0.4);
    // Whoever changes groups takes one loss out of one and puts one into another: at most 1/√2 of Δ.
    expect(moves).toBeLessThan(Math.SQRT1_2 + 1e-3);
  });
});

test("one record alone that changes groups moves both by 1/√2 of Δ, with the hinge loss", () => {
  const alone = (group: number): Grouped => ({
    ...{ points: { dimension: 2, coordinates: Float64Array.of(0.5, 0.5) }, responses: Float64Array.of(1), of: [group] },
  });
  const bound = regularisedErmSensitivity({ recordCount: 1, penalty: 0.5, lipschitz: 1, kernelBound: 1 });
  expect(distance(alone(0), alone(1), hingeLoss, 0.5) / bound).toBeCloseTo(Math.SQRT1_2, 5);
});

test("divided by their own sizes the minimisers of groups would move by far more than Δ", () => {
  // A group of one among forty: its own mean loss is that of one record.
  const bound = regularisedErmSensitivity({ recordCount: 40, penalty: 0.5, lipschitz: 1, kernelBound: 1 });
  const place = { dimension: 2, coordinates: Float64Array.of(0.5, 0.5) };
  const [up, down] = [1, -1].map((y) => fitOf(kernel, place, Float64Array.of(y), hingeLoss, 0.5));
  expect(rkhsDistance(kernel, up!, down!)).toBeGreaterThan(39 * bound);
});
