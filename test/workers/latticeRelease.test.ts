import { afterEach, describe, expect, test, vi } from "vitest";
import { densityGrid } from "../../src/core/density/densityGrid.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import type { Outcome } from "../../workers/messages/outcome.ts";
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
async function release(asked: object = parameters): Promise<Outcome<PrivateRelease>> {
  const service = createWorkerService();
  await service.hold(1, "density", { points, droppedCount: 0 });
  const task = { records: 1, name: "latticeRelease", parameters: asked };
  return (await service.run(1, task, () => undefined, [])) as Outcome<PrivateRelease>;
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

describe("records that were read with several of a person", () => {
  const density = { points, droppedCount: 0, recordsPerPerson: 3 };
  const responses = points.coordinates.map((_, i) => (i % 2 ? 1 : -1));
  const plane = { dimension: 2, coordinates: Float64Array.from({ length: 100 }, (_, i) => Math.sin(i * i) ** 2) };
  const boundary = { points: plane, responses, classNames: ["a", "b"], droppedCount: 0, recordsPerPerson: 3 };
  const run = async (study: string, records: object, name: string, asked: object) => {
    const service = createWorkerService();
    await service.hold(1, study, records);
    return service.run(1, { records: 1, name, parameters: asked }, () => undefined, []);
  };
  const square = [
    [0, 1],
    [0, 1],
  ];
  const fit = {
    ...{ domain: square, kernel: "gaussian", lengthScale: 0.2, loss: "hinge", lossParameter: 0, penalty: 0.1 },
    ...{ solver: "exact", budget },
  };
  const choice = { law: "laplace", size: { kind: "byHand", degree: 3, iterations: 1 } };
  const learner = {
    learner: "naiveBayesKernel",
    domain: square,
    width: 0.1,
    gapFactor: 1,
    penalty: 0.1,
    choice,
    budget,
  };

  test.each([
    ["density", "latticeRelease", density, parameters],
    ["density", "latticeRelease", density, { ...parameters, polynomial: choice }],
    ["boundary", "predictions", boundary, { ...fit, at: { dimension: 2, coordinates: Float64Array.of(0.5, 0.5) } }],
    ["boundary", "learnerRelease", boundary, learner],
  ])(
    "are released with their bound, whatever a release of a %s, %s, is asked with",
    async (study, name, held, asked) => {
      const sensitivity = async (records: object, change: object) => {
        const outcome = (await run(study, records, name, { ...asked, ...change })) as Outcome<PrivateRelease>;
        if (!outcome.ok) throw new Error(outcome.error.message);
        return outcome.value.sensitivity.exact;
      };
      const single = await sensitivity({ ...held, recordsPerPerson: 1 }, {});
      for (const recordsPerPerson of [1, 2, 3]) expect(await sensitivity(held, { recordsPerPerson })).toBe(3 * single);
      expect(await sensitivity(held, {})).toBe(3 * single);
      expect(await sensitivity(held, { recordsPerPerson: 4 })).toBe(4 * single);
    },
  );

  test("are released with their bound where they are curves", async () => {
    const curves = Float64Array.from({ length: 12 * 20 }, (_, i) => Math.sin(i * i));
    const personOf = Int32Array.from({ length: 12 }, (_, i) => i >> 2);
    const held = { curves, pointCount: 20, personOf, curvesPerPerson: 4 };
    const asked = {
      ...{ domain: [0, 1], rule: "trapezoid", kernel: "gaussian", noiseKernel: "gaussian", range: 0.02, penalty: 0.01 },
      ...{ power: 1.5, normBound: 0.5, budget },
    };
    const sensitivity = async (curvesPerPerson: number) => {
      const outcome = await run("meanCurve", held, "latticeRelease", { ...asked, curvesPerPerson });
      if (!outcome.ok) throw new Error(outcome.error.message);
      return (outcome.value as PrivateRelease).sensitivity.value;
    };
    const declared = await sensitivity(4);
    expect(await sensitivity(1)).toBe(declared);
    expect(await sensitivity(5)).toBeGreaterThan(declared);
  });

  test.each([
    ["density", "purchase", density, { kind: "ends", tail: 0.1, epsilon: 1, domain: [[0, 1]] }],
    ["density", "onlineOpen", density, parameters],
  ] as [string, string, object, object][])(
    "are refused where the sensitivity is of one record: %s, %s",
    async (study, name, held, asked) => {
      expect(await run(study, held, name, asked)).toMatchObject({ ok: false, error: { kind: "parameter" } });
      expect(await run(study, { ...held, recordsPerPerson: 1 }, name, asked)).toMatchObject({ ok: true });
    },
  );
});
