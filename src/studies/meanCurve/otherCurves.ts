import type { Engine } from "../../engine/engine.ts";
import { recordsKey } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { holdCurves, meanCurveRecordsFrom } from "./session.ts";
import type { HeldCurves } from "./session.ts";

/** Curves of data sets that come with the page, beside those of the session; loaded once each. */
export interface OtherCurves {
  /** Undefined if they cannot be loaded. */
  of(scenario: MeanCurveScenario): Promise<HeldCurves | undefined>;
  dispose(): void;
}

export function createOtherCurves(engine: Engine): OtherCurves {
  const held = new Map<string, Promise<HeldCurves | undefined>>();

  const load = async (scenario: MeanCurveScenario): Promise<HeldCurves | undefined> => {
    const outcome = await engine.loadExample(scenario.data);
    if (!outcome.ok) return undefined;
    const value = meanCurveRecordsFrom(outcome.value, scenario, "refuse");
    return { id: holdCurves(engine, value), value };
  };

  return {
    of: (scenario) => {
      const key = JSON.stringify([scenario.data, recordsKey(scenario)]);
      const known = held.get(key) ?? load(scenario);
      held.set(key, known);
      return known;
    },
    dispose: () => {
      for (const loading of held.values()) void loading.then((curves) => curves && engine.dropRecords(curves.id));
      held.clear();
    },
  };
}
