import { expect, test } from "vitest";
import { tableRound, type TablePlanRequest } from "../../../src/core/planning/tableRounds.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { askRounds, roundsAnswer, type PlanClient } from "../../../src/panels/planning/planStudy.ts";
import { alone, tableMachines, twoClasses, twoRanges as ranges } from "../../core/planning/simulated.ts";

const target = { kind: "simulated", of: "total", measure: "entry", percent: 20, inTen: 9 } as const;
const request: Omit<TablePlanRequest, "round"> = {
  table: { truth: twoClasses, machines: { ...tableMachines, ranges } },
  release: { recordCount: 40, recordsPerPerson: 1, epsilon: 8, delta: 0, tuning: 2 },
  measure: "entry",
  limits: alone(8, 40, 2),
};

/** Runs a worker's task here. */
function clientOf(asked: TablePlanRequest[]): PlanClient {
  const plan = (_: string, question: TablePlanRequest) => {
    asked.push(question);
    return Promise.resolve({ ok: true, value: lastOf(tableRound(question)) });
  };
  return { plan } as unknown as PlanClient;
}

test("askRounds: the planned release comes first and is known to 2 % before any curve, and the end has them", async () => {
  const asked: TablePlanRequest[] = [];
  const seen: { readonly curve: number; readonly width: number; readonly done: number; readonly count: number }[] = [];
  const failure = await askRounds("table", 3, 24)(
    clientOf(asked),
    request,
    new AbortController().signal,
    (rounds, done) => {
      const { along, now, releaseCount } = roundsAnswer(rounds, target);
      seen.push({
        curve: along.epsilon.length,
        width: now.within[1] - now.within[0],
        done: done!,
        count: releaseCount,
      });
    },
  );
  expect(failure).toBeUndefined();
  expect(asked).toHaveLength(27);
  expect(asked.map(({ isFirst }) => isFirst)).toEqual(asked.map((_, k) => k < 24));
  expect(seen.map(({ curve }) => curve > 0)).toEqual(asked.map(({ isFirst }) => !isFirst));
  // In shares of the range: ± 2 %.
  expect(seen[23]!.width).toBeLessThan(0.04);
  expect(seen.map(({ count }) => count)).toEqual([...Array(24).keys(), 23, 23, 23].map((count) => count + 1));
  expect(seen.map(({ done }) => done)).toEqual(asked.map((_, k) => (k + 1) / 27));
});

test("askRounds asks for nothing more once it is stopped", async () => {
  const asked: TablePlanRequest[] = [];
  const stop = new AbortController();
  await askRounds("table", 3, 24)(clientOf(asked), request, stop.signal, () => stop.abort());
  expect(asked.length).toBe(3);
});
