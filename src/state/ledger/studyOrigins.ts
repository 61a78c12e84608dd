import type { StoreApi } from "zustand/vanilla";
import { lookedSchemaText } from "../../core/tables/schemaText.ts";
import { ownData } from "../scenario/ownData.ts";
import { afterChoice, afterSight, originsOf, originsOfExample, wasProposed } from "./origins.ts";
import type { ScenarioStore } from "../scenario/scenarioStore.ts";
import { settled, type CommonScenario } from "../scenario/sharedFields.ts";
import type { StudyLedger } from "./studyLedger.ts";

/** Remembered with the open data. */
interface StudyOrigins<S> {
  readonly withOrigins: (scenario: S) => S;
  /** With origins; a statement is remembered with its value. */
  readonly settle: (changed: S, before: S, by: "person" | "link") => S;
  /** Pictures end declarations beforehand. */
  readonly follow: (session: StoreApi<Pictured<S>>, scenarios: ScenarioStore<S>) => void;
}

interface Pictured<S> {
  readonly answer: { readonly scenario: S; readonly records: unknown } | undefined;
  readonly records: { readonly value: unknown } | undefined;
}

/**
 * @param parameters must not be chosen by looking
 * @param ledgerOf asked at each change
 */
export function createStudyOrigins<S extends CommonScenario>(
  study: string,
  parameters: readonly (keyof S & string)[],
  ledgerOf: () => StudyLedger,
): StudyOrigins<S> {
  const sightsNow = () => ledgerOf().store.getState().seenParameters;
  const withOrigins = (scenario: S): S => {
    const sights = sightsNow();
    const isOwn = scenario.data === ownData;
    const provenance = isOwn
      ? originsOf(sights, study, parameters, scenario)
      : originsOfExample(sights, study, scenario);
    const schema = isOwn && wasProposed(sights) ? lookedSchemaText(scenario.schema) : scenario.schema;
    const isSettled = provenance === scenario.provenance && schema === scenario.schema;
    return isSettled ? scenario : { ...scenario, provenance, schema };
  };
  return {
    withOrigins,
    settle: (changed, before, by) => {
      const isSaid = changed.provenance !== before.provenance && changed.data === before.data && by === "person";
      for (const field of isSaid ? parameters : []) {
        const origin = changed.provenance[field];
        const isNew = origin !== before.provenance[field] || !isSame(changed[field], before[field]);
        if (origin && isNew) ledgerOf().remember(afterChoice(study, field, changed[field], origin));
      }
      return withOrigins(settled(changed));
    },
    follow: (session, scenarios) => {
      // Any picture of own data, inside or as an unpaid preview outside.
      session.subscribe(({ answer, records }, before) => {
        const isOwn = answer !== undefined && answer !== before.answer && answer.scenario.data === ownData;
        if (!isOwn || records?.value !== answer.records || ledgerOf().store.getState().seen) return;
        const { provenance } = scenarios.getState().scenario;
        const declared = parameters.filter((field) => provenance[field] === undefined);
        const values = Object.fromEntries(declared.map((field) => [field, answer.scenario[field]]));
        ledgerOf().remember(afterSight(study, values));
      });
      ledgerOf().store.subscribe(({ seenParameters: sights }, before) => {
        const { scenario, set } = scenarios.getState();
        if (sights !== before.seenParameters && withOrigins(scenario) !== scenario) set({});
      });
    },
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
