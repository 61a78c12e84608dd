import { afterEach, describe, expect, test, vi } from "vitest";
import { densityGrid } from "../../src/core/releases/density.ts";
import type { PrivateRelease } from "../../src/core/releases/privateRelease.ts";
import type { Outcome } from "../../workers/outcome.ts";
import { createWorkerService } from "../../workers/service.ts";

const points = { dimension: 1, coordinates: Float64Array.from({ length: 50 }, (_, i) => Math.sin(i * i) ** 2) };
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
const parameters = {
  domain: [[0, 1]],
  bandwidths: [0.1],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  budget,
} as const;

/** A release of the density of some records, by a worker that holds them. */
function release(asked: object = parameters): Promise<Outcome<PrivateRelease>> {
  const service = createWorkerService();
  service.hold(1, "density", { points, droppedCount: 0 });
  const task = { records: 1, name: "latticeRelease", parameters: asked };
  return service.run(1, task, () => undefined, []) as Promise<Outcome<PrivateRelease>>;
}

afterEach(() => vi.unstubAllGlobals());

describe("latticeRelease in a worker", () => {
  test("answers integers on a lattice with their claim, fresh each time, and nothing of the records beside them", async () => {
    const outcomes = [await release(), await release()];
    const [first, second] = outcomes.map((outcome) => {
      if (!outcome.ok) throw new Error(outcome.error.message);
      return outcome.value;
    }) as [PrivateRelease, PrivateRelease];
    expect(first.integers).toHaveLength(densityGrid([[0, 1]]).axes[0]!.count);
    expect(first.integers.every(Number.isSafeInteger)).toBe(true);
    expect([...first.values]).toEqual([...first.integers].map((integer) => integer * first.lattice));
    expect(first.achievedDelta).toBeLessThanOrEqual(budget.delta);
    const { integers, values, ...facts } = first;
    expect(integers).not.toEqual(second.integers);
    expect(values).not.toEqual(second.values);
    expect(second).toMatchObject(facts);
    expect(Object.keys(first)).not.toEqual(expect.arrayContaining(["estimate"]));
  });

  test.each([
    ["no crypto", undefined],
    ["crypto without random values", {}],
    ["something else in its place", { getRandomValues: 7 }],
  ])("is refused in a sentence with %s: nothing is released", async (_, crypto) => {
    vi.stubGlobal("crypto", crypto);
    expect(await release()).toEqual({
      ok: false,
      error: expect.objectContaining({
        kind: "numerical",
        message: "this browser offers no cryptographic random numbers, so nothing is released",
      }) as unknown,
    });
  });

  test("is refused where the source fails, and no weaker one takes its place", async () => {
    vi.stubGlobal("crypto", {
      getRandomValues: () => {
        throw new DOMException("no entropy", "OperationError");
      },
    });
    const outcome = await release();
    expect(outcome.ok).toBe(false);
  });

  test("a budget that no release can keep is refused by name", async () => {
    for (const [change, parameter] of [
      [{ epsilon: 0 }, "epsilon"],
      [{ epsilon: Number.NaN }, "epsilon"],
      [{ delta: 0 }, "delta"],
      [{ delta: 1 }, "delta"],
    ] as const) {
      const outcome = await release({ ...parameters, budget: { ...budget, ...change } });
      expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter } });
    }
  });
});
