import { afterEach, expect, test } from "vitest";
import { planBoundary } from "../../src/core/erm/boundary/boundary.ts";
import type { BoundaryContract } from "../../src/core/erm/boundaryContract.ts";
import { gapShare, type BoundaryParameters } from "../../src/core/erm/boundary/boundaryParameters.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Engine, RecordsId } from "../../src/engine/contract.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";
import type { InProcessWorker } from "../support/inProcessWorker.ts";
import { smallGenerator } from "../state/smallGenerator.ts";
import { unitBoundary } from "../support/boundaryParameters.ts";

const parameters: BoundaryParameters = unitBoundary;

/** n seeded points, labelled by the side on which they lie. */
function dataOf(n: number) {
  const random = smallGenerator(n);
  const points = { dimension: 2, coordinates: Float64Array.from({ length: 2 * n }, random) };
  const responses = Float64Array.from({ length: n }, (_, i) => (points.coordinates[2 * i]! > 0.5 ? 1 : -1));
  return { points, responses, classNames: undefined, droppedCount: 0 };
}
const data = dataOf(40);

/** n records of which a fifth have the other label, so that a fit takes seconds. */
function hardDataOf(n: number) {
  const easy = dataOf(n);
  const random = smallGenerator(n + 1);
  return { ...easy, responses: easy.responses.map((y) => (random() < 0.2 ? -y : y)) };
}
const hard: BoundaryParameters = { ...parameters, kernel: "matern32", lengthScale: 0.1, penalty: 1e-4 };

const cancelled = { ok: false, error: { kind: "cancelled" } };
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a generator returns at its end. */
function finished<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

let engine: Engine | undefined;
afterEach(() => engine?.dispose());

function engineOf(make: () => InProcessWorker) {
  const spawned: InProcessWorker[] = [];
  const made = createEngine({
    workerCount: 2,
    patience: 10_000,
    spawnWorker: () => {
      const next = make();
      spawned.push(next);
      return next.worker;
    },
  });
  engine = made;
  return { boundary: made.study<BoundaryContract>("boundary"), spawned };
}

test("release answers with the release of core, its arrays whole", async () => {
  const { boundary } = engineOf(() => inProcessWorker());
  const outcome = await boundary.release(boundary.hold(data), parameters);
  expect(outcome.ok && outcome.value).toEqual(finished(planBoundary(data).releasing(parameters)));
});

test("release answers twice for the same records: what is handed over is not what is kept", async () => {
  const { boundary } = engineOf(() => inProcessWorker());
  const records = boundary.hold(data);
  const first = await boundary.release(records, parameters);
  const second = await boundary.release(records, parameters);
  // The second fit starts from the first one's dual, so only the noise is the same to the last digit.
  expect(first.ok && second.ok && second.value.unitNoise).toEqual(first.ok && first.value.unitNoise);
  expect(second.ok && second.value.estimate).toHaveLength(200 * 200);
});

test("release runs the first and the last of a flood, and answers the last for its own parameters", async () => {
  const ran: number[] = [];
  const { boundary } = engineOf(() =>
    inProcessWorker((service) => ({
      run: (job, task, ...rest) => {
        ran.push((task.parameters as BoundaryParameters).penalty);
        return service.run(job, task, ...rest);
      },
    })),
  );
  const records = boundary.hold(data);
  await boundary.release(records, parameters); // Until its study is loaded, a worker is asked nothing.
  ran.length = 0;
  const penalties = Array.from({ length: 50 }, (_, i) => 0.1 + i / 100);
  const outcomes = await Promise.all(penalties.map((penalty) => boundary.release(records, { ...parameters, penalty })));
  expect([ran[0], ran.at(-1)]).toEqual([penalties[0], penalties[49]]);
  expect(ran).toHaveLength(2);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.kind === "superseded")).toHaveLength(48);
  const last = outcomes[49]!;
  // Δ = M/(λn) tells whose answer it is.
  expect(last.ok && last.value.exactSensitivity).toBeCloseTo(1 / (penalties[49]! * 40), 12);
});

test("release stops a slow request for a newer one", async () => {
  let slow = true;
  const asked: number[] = [];
  const { boundary } = engineOf(() =>
    inProcessWorker((service) => {
      const cancels = new Map<number, () => void>();
      return {
        run: (job, task, ...rest) => {
          asked.push((task.parameters as BoundaryParameters).penalty);
          if (!slow) return service.run(job, task, ...rest);
          slow = false;
          return new Promise((resolve) =>
            cancels.set(job, () => resolve({ ok: false, error: { kind: "cancelled", message: "stopped" } })),
          );
        },
        cancel: (job) => cancels.get(job)?.(),
      };
    }),
  );
  const records = boundary.hold(data);
  const first = boundary.release(records, parameters);
  await pause(20);
  const second = boundary.release(records, { ...parameters, penalty: 0.2 });
  expect(await first).toMatchObject(cancelled);
  expect((await second).ok).toBe(true);
  expect(asked).toEqual([0.1, 0.2]);
});

test("a real fit of many records is stopped between its steps for a newer one", async () => {
  const { boundary } = engineOf(() => inProcessWorker());
  const large = boundary.hold(hardDataOf(4000));
  const small = boundary.hold(data);
  const finishes: string[] = [];
  const ask = async (
    name: string,
    records: RecordsId,
    asked: BoundaryParameters,
    onProgress?: (fraction: number) => void,
  ) => {
    const outcome = await boundary.release(records, asked, onProgress);
    finishes.push(outcome.ok ? name : outcome.error.kind);
  };
  let begun = false;
  const older = ask("large", large, hard, () => (begun = true));
  await expect.poll(() => begun).toBe(true);
  await ask("small", small, parameters);
  await older;
  expect(finishes).toEqual(["cancelled", "small"]);
});

test("release reports growing progress between 0 and 1", async () => {
  const { boundary } = engineOf(() => inProcessWorker());
  const heard: number[] = [];
  const outcome = await boundary.release(boundary.hold(hardDataOf(1500)), hard, (fraction) => heard.push(fraction));
  expect(outcome.ok).toBe(true);
  expect(heard.length).toBeGreaterThan(0);
  expect(heard).toEqual([...heard].sort((a, b) => a - b));
  expect(heard.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true);
});

test("heldOut and landmarkError run on another worker, beside the one that serves the hand", async () => {
  const { boundary, spawned } = engineOf(() => inProcessWorker());
  const records = boundary.hold(data);
  const [release, heldOut, error] = await Promise.all([
    boundary.release(records, parameters),
    boundary.run("heldOut", records, parameters),
    boundary.run("landmarkError", records, parameters),
  ]);
  expect(release.ok).toBe(true);
  if (!heldOut.ok) throw new Error(heldOut.error.message);
  const alone = finished(planBoundary(data).holdingOut(parameters));
  const apart = heldOut.value.map((value, i) => Math.abs(value - alone[i]!));
  // Two fits may start from different duals. Each is within √(g/λ) = gapShare · Δ/2 of the minimiser, with Δ = 1/(λ · 32).
  expect(Math.max(...apart)).toBeLessThan(gapShare / (parameters.penalty * 32));
  expect(error.ok && error.value).toBeLessThan(0.05);
  expect(spawned).toHaveLength(2);
});

test("heldOut is cancelled by its signal, in the worker too", async () => {
  const ends: string[] = [];
  const { boundary } = engineOf(() =>
    inProcessWorker((service) => ({
      run: async (...asked) => {
        const outcome = await service.run(...asked);
        ends.push(outcome.ok ? "finished" : outcome.error.kind);
        return outcome;
      },
    })),
  );
  const stop = new AbortController();
  const records = boundary.hold(hardDataOf(3000));
  const running = boundary.run("heldOut", records, hard, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(await running).toMatchObject(cancelled);
  expect(ends).toEqual(["cancelled"]);
});

test.each<[string, Partial<BoundaryParameters>]>([
  ["penalty", { penalty: 0 }],
  ["penalty", { penalty: NaN }],
  ["lengthScale", { lengthScale: -1 }],
  ["loss", { loss: "huber" }],
  ["domain", { domain: [[0, 1]] }],
  ["draws", { drawCount: 0 }],
])("release refuses in a value that names %s: %j", async (parameter, change) => {
  const { boundary } = engineOf(() => inProcessWorker());
  const outcome = await boundary.release(boundary.hold(data), { ...parameters, ...change });
  expect(outcome).toMatchObject({ ok: false, error: { kind: "parameter", parameter } });
});
