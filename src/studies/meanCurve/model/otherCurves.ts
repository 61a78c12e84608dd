import type { MeanCurveRecords } from "../../../core/records/curves/meanCurveRecords.ts";
import type { MeanCurveContract } from "../../../core/mean/meanCurveContract.ts";
import type { Held, StudyClient } from "../../../engine/contract.ts";
import { choiceOf } from "./columns.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** Curves of the page's data sets, beside the session's; loaded once each. */
export interface OtherCurves {
  /** Undefined if they cannot be loaded. */
  of(scenario: MeanCurveScenario): Promise<Held<MeanCurveRecords> | undefined>;
  dispose(): void;
}

export function createOtherCurves(client: StudyClient<MeanCurveContract>): OtherCurves {
  const held = new Map<string, Promise<Held<MeanCurveRecords> | undefined>>();

  const load = async (scenario: MeanCurveScenario) => {
    const outcome = await client.recordsOfPublic(scenario.data, (outline) => choiceOf(scenario, outline));
    return outcome.ok ? outcome.value : undefined;
  };

  return {
    of: (scenario) => {
      const { data, shape, curve, time, value, person, firstRow, domain, points, perPerson, groups, levels } = scenario;
      const key = JSON.stringify([
        data,
        shape,
        curve,
        time,
        value,
        person,
        firstRow,
        domain,
        points,
        perPerson,
        groups,
        levels,
      ]);
      const known = held.get(key) ?? load(scenario);
      held.set(key, known);
      return known;
    },
    dispose: () => {
      for (const loading of held.values()) void loading.then((curves) => curves && client.drop(curves.id));
      held.clear();
    },
  };
}
