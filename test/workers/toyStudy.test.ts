import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { numericColumn } from "../../src/core/records/records.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { standardNormals } from "../../src/core/random/standardNormals.ts";
import type { StudyContract, StudyWorker, Task } from "../../src/core/release/contract.ts";
import type { GridRelease } from "../../src/core/release/release.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine } from "../../src/engine/contract.ts";
import { register } from "../../workers/registry.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import type { InProcessWorker } from "../support/inProcessWorker.ts";

/** The mean of a column that lies in [0, 1]: all that a study must say to be computed. */
interface MeanContract extends StudyContract {
  readonly choice: { readonly column: string };
  readonly records: { readonly values: Float64Array };
  readonly tasks: {
    readonly release: Task<{ readonly drawCount: number; readonly seed: number }, GridRelease>;
    readonly count: Task<undefined, number>;
  };
}

const meanStudy: StudyWorker<MeanContract> = {
  id: "meanOfColumn",
  recordsFrom: (table, { column }) => ({ values: numericColumn(table, column).values.slice() }),
  arraysOf: ({ values }) => [values],
  tasksOn: ({ values }) => ({
    release: {
      run: ({ drawCount, seed }, allocate) => {
        const estimate = allocate(1).fill(
          values.reduce((sum, x) => sum + Math.min(1, Math.max(0, x)), 0) / values.length,
        );
        const unitNoise = Array.from(standardNormals(seededSource(seed), drawCount), (z) => allocate(1).fill(z));
        return { estimate, unitNoise, sensitivity: 1 / values.length, jitter: 0, simultaneousQuantile: undefined };
      },
      arraysOf: ({ estimate, unitNoise }) => [estimate, ...unitNoise],
    },
    count: {
      run: function* () {
        for (let i = 0; i < values.length; i++) yield i / values.length;
        return values.length;
      },
    },
  }),
};

let engine: Engine;
const spawned: InProcessWorker[] = [];
beforeAll(() => {
  register(meanStudy);
  engine = createEngine({
    workerCount: 2,
    spawnWorker: () => {
      const next = inProcessWorker();
      spawned.push(next);
      return next.worker;
    },
  });
});
afterAll(() => engine.dispose());

async function opened(text: string) {
  const table = await engine.openTable(text);
  if (!table.ok) throw new Error(table.error.message);
  return table.value;
}

describe("a study of a few lines", () => {
  test("gets table, records, release and background task from the workers, with nothing else to be written", async () => {
    const study = engine.study<MeanContract>("meanOfColumn");
    const table = await opened("a,b\n0.25,9\n0.75,9\n5,9\n-1,9\n");
    const records = await study.recordsFrom(table.id, { column: "a" });
    if (!records.ok) throw new Error(records.error.message);
    expect([...records.value.value.values]).toEqual([0.25, 0.75, 5, -1]);

    const release = await study.release(records.value.id, { drawCount: 2, seed: 4 });
    const [first, second] = standardNormals(seededSource(4), 2);
    expect(release).toEqual({
      ok: true,
      value: {
        estimate: Float64Array.of(0.5),
        unitNoise: [Float64Array.of(first!), Float64Array.of(second!)],
        sensitivity: 0.25,
        jitter: 0,
        simultaneousQuantile: undefined,
      },
    });
    expect(await study.run("count", records.value.id, undefined)).toEqual({ ok: true, value: 4 });
    expect(spawned).toHaveLength(2);
  });

  test("has its refusals as values that name the parameter", async () => {
    const study = engine.study<MeanContract>("meanOfColumn");
    const table = await opened("a,b\n1,x\n2,y\n");
    for (const column of ["b", "c"]) {
      expect(await study.recordsFrom(table.id, { column })).toMatchObject({
        ok: false,
        error: { kind: "parameter", parameter: "column" },
      });
    }
  });

  test("reads its table anew on a worker that took the place of a lost one", async () => {
    const study = engine.study<MeanContract>("meanOfColumn");
    const table = await opened("a\n0.5\n0.25\n");
    spawned[1]!.crash();
    const records = await study.recordsFrom(table.id, { column: "a" });
    expect(records).toMatchObject({ ok: true, value: { value: { values: Float64Array.of(0.5, 0.25) } } });
    expect(spawned).toHaveLength(3);
    engine.closeTable(table.id);
    expect(await study.recordsFrom(table.id, { column: "a" })).toMatchObject({ ok: false });
  });

  test("gets records of an example that is closed again, and of one that is not there a refusal", async () => {
    const study = engine.study<MeanContract>("meanOfColumn");
    const records = await study.recordsOfPublic("hall-1", ({ columns }) => ({ column: columns[0]!.name }));
    if (!records.ok) throw new Error(records.error.message);
    const { values } = records.value.value;
    const release = await study.release(records.value.id, { drawCount: 1, seed: 1 });
    expect(release).toMatchObject({ ok: true, value: { sensitivity: 1 / values.length } });
    expect(await study.recordsOfPublic("nowhere", () => ({ column: "x" }))).toMatchObject({
      ok: false,
      error: { kind: "parameter", parameter: "data" },
    });
  });
});

test("a study that nobody registered is a failure in words", async () => {
  const study = engine.study<MeanContract>("nobodyKnows");
  const records = study.hold({ values: Float64Array.of(1) });
  const failure = {
    ok: false,
    error: { kind: "unexpected", message: expect.stringContaining("nobodyKnows") as string },
  };
  expect(await study.release(records, { drawCount: 1, seed: 1 })).toMatchObject(failure);
  const table = await opened("a\n1\n2\n");
  expect(await study.recordsFrom(table.id, { column: "a" })).toMatchObject(failure);
});
