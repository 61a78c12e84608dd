import { describe, expect, test } from "vitest";
import { activePart } from "../../../../src/core/erm/solver/activePart.ts";
import { coordinateAscent } from "../../../../src/core/erm/solver/coordinateAscent.ts";
import { gapOf } from "../../../../src/core/erm/solver/dualPoint.ts";
import type { KernelState } from "../../../../src/core/erm/solver/dualPoint.ts";
import { epsilonInsensitiveLoss, hingeLoss, pinballLoss } from "../../../../src/core/erm/solver/losses.ts";
import type { Loss } from "../../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { kernelRows } from "../../../../src/core/kernels/kernelRows.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { seededRecords } from "../../../support/erm.ts";

const n = 200;

/** After some pairs from b = 0. */
function stateAfter(mostPairs: number, loss: Loss): KernelState {
  const { points, responses } = seededRecords(seededSource(6), n, loss);
  const rows = kernelRows(gaussianKernel(0.2), points);
  const state = {
    rows,
    responses,
    loss,
    scale: 2 * (loss.name === "hinge" ? 1e-3 : 0.02) * n,
    dual: new Float64Array(n),
    fitted: new Float64Array(n),
  };
  run(coordinateAscent(state, { tolerance: 1e-9, patience: 1, leastPairs: Infinity, mostPairs }));
  return state;
}

function run(steps: Generator<unknown, unknown>): void {
  while (!steps.next().done);
}

describe.each<[string, Loss]>([
  ["hinge", hingeLoss],
  ["pinball", pinballLoss(0.3)],
  ["ε-insensitive", epsilonInsensitiveLoss(0.1)],
])("activePart, %s loss", (_, loss) => {
  const isInside = (b: number, y: number): boolean => {
    const [lower, upper] = loss.dualRange(y);
    return b > lower && b < upper && (loss.kink === 0 || b !== 0);
  };

  test("holds every record inside its range, and those outside it add to the gap what is left", () => {
    const state = stateAfter(100, loss);
    const inside = state.dual.filter((b, i) => isInside(b, state.responses[i]!)).length;
    expect(inside).toBeGreaterThan(5);
    const sizes = [0, 0.6 * n].map((size) => {
      const { dual, responses } = activePart(state, () => size)!.state;
      expect(dual.filter((b, k) => isInside(b, responses[k]!))).toHaveLength(inside);
      return dual.length;
    });
    expect(sizes).toEqual([inside, 0.6 * n]);
    // Those nearest to moving are taken first: the others add nothing to the gap near the minimum.
    const late = stateAfter(400, loss);
    const part = activePart(late, (count) => count + 30)!;
    expect((gapOf(part.state) * part.state.dual.length) / n).toBeCloseTo(gapOf(late), 12);
  });

  test("merge gives back the dual variables, and fitted values that follow from all of them", () => {
    const state = stateAfter(100, loss);
    const before = gapOf(state);
    const part = activePart(state, (inside) => inside + 50)!;
    run(coordinateAscent(part.state, { tolerance: 1e-10, patience: 1, leastPairs: Infinity }));
    run(part.merge());
    const { rows, dual, scale } = state;
    dual.forEach((_, i) => {
      const exact = rows.row(i).reduce((sum, k, j) => sum + (k * dual[j]!) / scale, 0);
      expect(state.fitted[i]).toBeCloseTo(exact, 10);
    });
    expect(gapOf(state)).toBeLessThan(before);
  });

  test("is undefined where most records would be in it", () => {
    const state = stateAfter(100, loss);
    expect(activePart(state, () => 0.8 * n)).toBeUndefined();
  });
});
