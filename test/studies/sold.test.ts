import { expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { tableOf } from "../../src/core/tables/table.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { choiceOf } from "../../src/studies/density/model/columns.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { densitySections } from "../../src/studies/density/sections.ts";
import type { DensityProps } from "../../src/studies/density/model/view.ts";
import { studyWorker } from "../../workers/studies/density.ts";

const values = Float64Array.from({ length: 60 }, (_, i) => (i * 37) % 60);
const rows = tableOf([{ name: "pay", values }]);
const counts = tableOf([
  { name: "cell_of_pay", values },
  { name: "counts_0_60_65536_per_1", values: values.map((value) => 1 + (value % 5)) },
]);

function recordsOf(table: Table, column: string) {
  const { values: start } = density.links.decode("");
  const scenario = { ...start, data: "own", x: column, domainX: [0, 60] as const };
  return studyWorker.recordsFrom(table, choiceOf(scenario, outlineOf(table))!);
}

/** Whether what is sold or asked of a density of these records is offered, by section. */
function offered(table: Table, column: string): Readonly<Record<string, boolean>> {
  const { values: start } = density.links.decode("");
  const records = recordsOf(table, column);
  const facts = density.views.factsOf({ release: {}, records } as never, {} as never);
  const props = { shown: { ...start, data: "own", person: "" }, view: { facts } } as unknown as DensityProps;
  const sold = densitySections.filter(({ id }) => ["bandwidth", "choice", "online"].includes(id));
  return Object.fromEntries(sold.map(({ id, applies }) => [id, applies!(props)]));
}

/** Whether a worker draws it of them. */
function drawn(table: Table, column: string): Readonly<Record<string, boolean>> {
  const records = recordsOf(table, column);
  const { purchase, choose, onlineOpen } = studyWorker.tasksOn(records);
  const process = { domain: [[0, 60]], bandwidths: [3], correlation: 0, route: "gaussian", relativeRate: 1 } as const;
  const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
  const candidates = [0, 1].map((level) => new Float64Array(1000).fill(level));
  const allocate = (length: number) => new Float64Array(length);
  const isDrawn = (run: () => unknown) => {
    try {
      const steps = run();
      if (typeof steps === "object" && steps !== null && "next" in steps) Array.from(steps as Generator<number>);
      return true;
    } catch {
      return false;
    }
  };
  const ends = { kind: "ends", epsilon: 1, domain: [[0, 60]], tail: 0.01 } as const;
  return {
    bandwidth: isDrawn(() => purchase.run(ends, allocate)),
    choice: isDrawn(() => choose.run({ ...process, epsilon: 1, candidates }, allocate)),
    online: isDrawn(() => onlineOpen.run({ ...process, budget }, allocate)),
  };
}

test("what is sold or asked of a density is offered where it can be drawn: of records, and not of counts", () => {
  const all = { bandwidth: true, choice: true, online: true };
  const none = { bandwidth: false, choice: false, online: false };
  expect([offered(rows, "pay"), drawn(rows, "pay")]).toEqual([all, all]);
  expect([offered(counts, "cell_of_pay"), drawn(counts, "cell_of_pay")]).toEqual([none, none]);
});
