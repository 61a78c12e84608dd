import { describe, expect, test } from "vitest";
import { coordinateAscent } from "../../../../src/core/erm/solver/coordinateAscent.ts";
import { gapOf } from "../../../../src/core/erm/solver/dualPoint.ts";
import type { KernelState } from "../../../../src/core/erm/solver/dualPoint.ts";
import { epsilonInsensitiveLoss, hingeLoss } from "../../../../src/core/erm/solver/losses.ts";
import type { Loss } from "../../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { kernelRows } from "../../../../src/core/kernels/kernelRows.ts";
import { rowMemory } from "../../../../src/core/arithmetic/rowMemory.ts";
import type { RowMemory } from "../../../../src/core/arithmetic/rowMemory.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { seededRecords } from "../../../support/erm.ts";
import { ways } from "../../../support/ways.ts";

const goal = { tolerance: 1e-6, patience: 1, leastPairs: Infinity };

function stateOf(n: number, loss: Loss, memory: RowMemory, penalty = 1e-3): KernelState {
  const { points, responses } = seededRecords(seededSource(n), n, loss);
  const rows = kernelRows(gaussianKernel(0.2), points, memory);
  return { rows, responses, loss, scale: 2 * penalty * n, dual: new Float64Array(n), fitted: new Float64Array(n) };
}

describe.each(ways.map((way) => [way.name, way] as const))("coordinateAscent, %s", (_, way) => {
  const memory = rowMemory(1, () => way);

  test.each([
    ["hinge", hingeLoss],
    ["ε-insensitive", epsilonInsensitiveLoss(0.1)],
  ])("reaches its gap and keeps fitted values and range, %s loss", (_, loss) => {
    for (const n of [1, 2, 301]) {
      const state = stateOf(n, loss, memory);
      const ascent = coordinateAscent(state, goal);
      while (!ascent.next().done);
      const { rows, dual, scale, responses } = state;
      const fitted = dual.map((_, i) => rows.row(i).reduce((sum, k, j) => sum + (k * dual[j]!) / scale, 0));
      expect(gapOf({ ...state, fitted })).toBeLessThanOrEqual(1.01 * goal.tolerance);
      dual.forEach((b, i) => {
        const [lower, upper] = loss.dualRange(responses[i]!);
        expect(b >= lower && b <= upper).toBe(true);
        expect(state.fitted[i]).toBeCloseTo(fitted[i]!, 10);
      });
    }
  });

  test("takes 200 pairs, and half as many as there are records where all end at λ = 10: a first coordinate is not its own partner", () => {
    for (const [penalty, most] of [
      [1e-3, 250],
      [10, 200],
    ] as const) {
      const state = stateOf(301, hingeLoss, memory, penalty);
      const ascent = coordinateAscent(state, goal);
      let step = ascent.next();
      while (!step.done) step = ascent.next();
      expect(step.value).toBeLessThanOrEqual(most);
    }
  });

  test("two that take turns on one memory end where each alone does", () => {
    const alone = [250, 301].map((n) => stateOf(n, hingeLoss, memory));
    let turns = 0;
    for (const state of alone) for (const ascent = coordinateAscent(state, goal); !ascent.next().done; turns++);
    const together = [250, 301].map((n) => stateOf(n, hingeLoss, memory));
    const ascents = together.map((state) => coordinateAscent(state, goal));
    while (ascents.map((ascent) => ascent.next().done).includes(false));
    expect(turns).toBeGreaterThan(3);
    together.forEach(({ dual }, k) => expect(dual).toEqual(alone[k]!.dual));
  });
});
