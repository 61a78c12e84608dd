import { expect, test } from "vitest";
import { exampleDigest } from "../../src/core/examples/exampleDigests.ts";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableId } from "../../src/engine/contract.ts";
import { readFirstAnswer, writtenFirstAnswer } from "../../src/engine/firstAnswer.ts";
import type { FirstAnswer } from "../../src/engine/firstAnswer.ts";
import type { Outcome } from "../../src/engine/outcome.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import type { DensityRelease } from "../../src/core/density/densityParameters.ts";
import { engineOf } from "../support/engines.ts";
import { inProcessWorker } from "../support/inProcessWorker.ts";

const choice = { columns: ["minutes"], missing: "refuse" } as const;
const parameters = {
  domain: [[1, 6]] as const,
  bandwidths: [0.3],
  ...{ correlation: 0, route: "gaussian" as const, relativeRate: 1, drawCount: 2, seed: 1 },
};

/** Eruptions of Old Faithful, answered as a worker answers. */
function answered() {
  const table = loadExample("faithful");
  const outline = outlineOf(table);
  const columns = [outline.columns[0]!.name];
  const records = studyWorker.recordsFrom(table, { ...choice, columns });
  const release = studyWorker
    .tasksOn(records)
    .release.run(parameters, (length) => new Float64Array(length)) as DensityRelease;
  const answer: FirstAnswer = {
    ...{ study: "density", example: "faithful", outline, choice: { ...choice, columns } },
    ...{ records, parameters, release },
  };
  return { answer, records, release, columns };
}

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
};

test("readFirstAnswer() of writtenFirstAnswer() is the answer, to the last bit", () => {
  const { answer } = answered();
  const odd = Float64Array.of(0, -0, 5e-324, 0.1, 1e308, -1 / 3);
  const whole = { ...answer, release: { ...answer.release, unitNoise: [odd, odd.subarray(1, 4)] } };
  expect(readFirstAnswer(writtenFirstAnswer(whole))).toEqual(whole);
});

test("createEngine({ firstAnswer }) opens its example, gives its records and its release, and starts no worker", async () => {
  const { answer, records, release, columns } = answered();
  const { engine, density, spawned } = engineOf(() => inProcessWorker(), undefined, Promise.resolve(answer));
  const table = valueOf(await engine.openTable({ example: "faithful" }));
  expect(table.outline).toEqual(answer.outline);
  const held = valueOf(await density.recordsFrom(table.id, { ...choice, columns }));
  expect(held.value).toEqual(records);
  expect(valueOf(await density.release(held.id, parameters))).toEqual(release);
  expect(spawned).toHaveLength(0);
  engine.start();
  expect(spawned).toHaveLength(1);
});

test("what goes beyond a first answer a worker answers, of the same table and records", async () => {
  const { answer, release, columns } = answered();
  const { engine, density } = engineOf(() => inProcessWorker(), undefined, Promise.resolve(answer));
  const { id } = valueOf(await engine.openTable({ example: "faithful" }));
  const held = valueOf(await density.recordsFrom(id, { ...choice, columns }));
  const wider = valueOf(await density.release(held.id, { ...parameters, bandwidths: [0.6] }));
  expect(wider.sensitivity).toBeLessThan(release.sensitivity);
  const first = valueOf(await density.release(held.id, parameters));
  expect(first).toBe(answer.release);
  // Its arrays may be with a worker by now: asked once more, a worker computes it.
  const again = valueOf(await density.release(held.id, parameters));
  expect(again).not.toBe(answer.release);
  expect(again.estimate).toEqual(release.estimate);
  // So it does for the same records, made anew as when edits are taken back.
  const anew = valueOf(await density.recordsFrom(id, { ...choice, columns }));
  expect(anew.value).toEqual(held.value);
  const ofAnew = valueOf(await density.release(anew.id, parameters));
  expect(ofAnew).not.toBe(answer.release);
  expect(ofAnew.unitNoise).toEqual(release.unitNoise);
  // And for the table, opened again.
  const reopened = valueOf(await engine.openTable({ example: "faithful" }));
  const ofTable = valueOf(await density.recordsFrom(reopened.id, { ...choice, columns }));
  expect(valueOf(await density.release(ofTable.id, parameters))).not.toBe(answer.release);
  // Other columns, and its digest, are of the table, which a worker opens when it is asked.
  const other = valueOf(await density.recordsFrom(id, { ...choice, columns: ["waiting"] }));
  expect(other.value).not.toEqual(held.value);
  expect(valueOf(await engine.keysOf(id, false))).toEqual({ digests: [exampleDigest("faithful")] });
});

test("another example, another study, and a table of the same number are not taken for it", async () => {
  const { answer, columns } = answered();
  const { engine, density, spawned } = engineOf(() => inProcessWorker(), undefined, Promise.resolve(answer));
  const other = valueOf(await engine.openTable({ example: "sleep" }));
  expect(other.outline).not.toEqual(answer.outline);
  expect(spawned).toHaveLength(1);
  const { id } = valueOf(await engine.openTable({ example: "faithful" }));
  expect(await engine.study("meanCurve").recordsFrom(id, { ...choice, columns })).toMatchObject({ ok: false });
  const elsewhere = await density.recordsFrom((id + 1) as TableId, { ...choice, columns });
  expect(elsewhere).toMatchObject({ ok: false });
});

test("a first answer that does not come leaves all to the workers", async () => {
  const { engine, density, spawned } = engineOf(() => inProcessWorker(), undefined, Promise.resolve(undefined));
  const { columns, release } = answered();
  const { id } = valueOf(await engine.openTable({ example: "faithful" }));
  const { id: held } = valueOf(await density.recordsFrom(id, { ...choice, columns }));
  expect(valueOf(await density.release(held, parameters)).estimate).toEqual(release.estimate);
  expect(spawned).toHaveLength(1);
});
