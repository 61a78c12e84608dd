import { curvesFrom } from "../../core/datasets/curves.ts";
import { detectLayout, headerTimes } from "../../core/datasets/curveLayout.ts";
import type { CurveLayout } from "../../core/datasets/curveLayout.ts";
import { largestCurvesPerPerson, limitCurvesPerPerson } from "../../core/datasets/curvesPerPerson.ts";
import type { MeanCurveDefaults } from "../../core/datasets/examples/meanCurveExamples.ts";
import type { Table } from "../../core/datasets/table.ts";
import type { MeanCurveParameters, MeanCurveRelease } from "../../core/releases/meanCurve.ts";
import type { Engine, RecordsId } from "../../engine/engine.ts";
import { createConductor, ownData } from "../../state/conductor.ts";
import type { Answer, Conductor, OwnTable, Session } from "../../state/conductor.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { scenarioProblems } from "./problems.ts";
import { recordsKey, requestKey, requestOf } from "./request.ts";
import { layoutOf, meanCurveLimits, ownDefaults, rangeLimits, scenarioOf } from "./scenario.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export interface MeanCurveRecords {
  /** Row-major values on the grid, shape (n, m). */
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly personOf: Int32Array | undefined;
  /** The most curves that one person has in the table, and how many were left out for the declared bound. */
  readonly largestPerPerson: number | undefined;
  readonly leftOut: number;
  /** What was done with the data. */
  readonly notices: readonly string[];
}

/** Curves that the engine holds. */
export interface HeldCurves {
  readonly id: RecordsId;
  readonly value: MeanCurveRecords;
}

export type MeanCurveAnswer = Answer<MeanCurveRecords, MeanCurveParameters, MeanCurveRelease>;
export type MeanCurveSession = Session<MeanCurveRecords, MeanCurveParameters, MeanCurveRelease, undefined>;
export type MeanCurveConductor = Conductor<MeanCurveRecords, MeanCurveParameters, MeanCurveRelease, undefined>;

export function createMeanCurveConductor(
  engine: Engine,
  scenarios: ScenarioStore<MeanCurveScenario>,
  own: OwnTable,
): MeanCurveConductor {
  return createConductor(engine, scenarios, own, {
    recordsKey,
    recordsFrom: meanCurveRecordsFrom,
    hold: (records) => holdCurves(engine, records),
    requestKey,
    requestOf,
    blocked: (scenario) => scenarioProblems(scenario).some(({ blocks }) => blocks),
    ask: (records, parameters) => engine.meanCurve({ records, parameters }),
    giveBack: (release) => engine.giveBack(release),
    measure: () => Promise.resolve({ ok: true, value: undefined } as const),
    chooseOwn: (table, { data, shape, time, value }): Partial<MeanCurveScenario> => {
      const known = (column: string) => table.columns.some(({ name }) => name === column);
      if (data === ownData && (shape === "wide" || (known(time) && known(value)))) return {};
      const layout = detectLayout(table);
      const { epsilon, delta } = scenarios.getState().scenario;
      return { ...scenarioOf(ownData, { ...ownDefaults, epsilon, delta, layout, ...gridOf(layout) }), seed: "secure" };
    },
  });
}

/** A first grid for a wide table, from the times that its header names, which are no records. */
function gridOf(layout: CurveLayout): Partial<MeanCurveDefaults> {
  if (layout.shape === "long") return {};
  const gridCount = Math.min(meanCurveLimits.points.max, Math.max(2, layout.times.length));
  const times = headerTimes(layout) ?? [0, 1];
  const domain = [Math.min(...times), Math.max(...times)] as const;
  if (!(domain[0] < domain[1])) return { gridCount };
  const { min, max } = rangeLimits(ownDefaults.kernel, domain);
  return { domain, gridCount, range: Number(Math.sqrt(min * max).toPrecision(2)) };
}

/** Hands the engine what it computes with, and nothing else. */
export function holdCurves(engine: Engine, { curves, pointCount, personOf }: MeanCurveRecords): RecordsId {
  return engine.holdRecords({ curves, pointCount, personOf });
}

/** The curves of a table on the declared grid, each person's first ones up to the declared bound. */
export function meanCurveRecordsFrom(
  table: Table,
  scenario: MeanCurveScenario,
  missing: "refuse" | "drop",
): MeanCurveRecords {
  const [lower, upper] = scenario.domain;
  const { curves, curveCount, personOf, notices } = curvesFrom({
    table,
    layout: layoutOf(table, scenario),
    grid: { lower, upper, count: scenario.points },
    missing,
  });
  const pointCount = scenario.points;
  if (!personOf) return { curves, pointCount, personOf, largestPerPerson: undefined, leftOut: 0, notices };
  const kept = limitCurvesPerPerson({ personOf, bound: scenario.perPerson });
  const chosen = new Float64Array(kept.length * pointCount);
  kept.forEach((row, k) => chosen.set(curves.subarray(row * pointCount, (row + 1) * pointCount), k * pointCount));
  return {
    curves: chosen,
    pointCount,
    personOf: Int32Array.from(kept, (row) => personOf[row]!),
    largestPerPerson: largestCurvesPerPerson(personOf),
    leftOut: curveCount - kept.length,
    notices,
  };
}
