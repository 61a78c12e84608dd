import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { codecWithEdits, createLinkedEdits } from "../../../src/state/scenario/linkedEdits.ts";
import { emptyLedger } from "../../../src/core/privacy/accounting/ledger.ts";
import { seenParametersOf, withSeenParameters } from "../../../src/core/privacy/accounting/ledgerTables.ts";
import { joinedSeenParameters, unseen } from "../../../src/core/privacy/accounting/seenParameters.ts";
import type { SeenParameters } from "../../../src/core/privacy/accounting/seenParameters.ts";
import { afterChoice, afterProposal, afterSight, originOf, wasProposed } from "../../../src/state/ledger/origins.ts";
import type { SeenChange } from "../../../src/state/ledger/origins.ts";
import { affirmed } from "../../../src/state/scenario/provenance.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { createStudyOrigins } from "../../../src/state/ledger/studyOrigins.ts";
import type { StudyLedger } from "../../../src/state/ledger/studyLedger.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { boundaryParameterNames } from "../../../src/studies/boundary/model/fields.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";

const fields = Object.keys(boundaryParameterNames) as (keyof BoundaryScenario)[];

/** The scenarios of a study at a link, whose origins are remembered with the data. */
function opened(link: string, before: SeenParameters = unseen) {
  const store = createStore(() => ({ seenParameters: before }));
  const remember = (change: SeenChange) =>
    store.setState(({ seenParameters }) => ({ seenParameters: change(seenParameters) }));
  const ledger = { store, remember } as unknown as StudyLedger;
  const origins = createStudyOrigins<BoundaryScenario>("boundary", fields, () => ledger);
  const address = {
    getHash: () => link,
    replace: () => {},
    push: () => {},
    lengthOf: () => 0,
    subscribe: () => () => {},
  };
  const codec = codecWithEdits(study.links);
  const scenarios = createScenarioStore<BoundaryScenario>(codec, address, origins.settle);
  const session = createStore(() => ({ tableOf: "", records: undefined, edited: false }));
  const edits = createLinkedEdits({ codec, scenarios, session, editable: undefined, edit: () => {} });
  return {
    ...scenarios.getState(),
    now: () => scenarios.getState().scenario,
    sights: () => store.getState().seenParameters,
    reset: edits.reset,
  };
}

test("a schema of data that showed a proposal counts as declared after looking, also in a joined record", () => {
  const { values } = study.links.decode("#/boundary?v=1");
  const schema = "1*elsewhere*utf-8*comma*lf*0*header!a*point!b*point";
  const own = study.links.encode({ ...values, data: "own", x: "a", y: "b", schema });
  const [untouched, looked] = [opened(own), opened(own, afterProposal(unseen))];
  untouched.set({ epsilon: 0.5 });
  looked.set({ epsilon: 0.5 });
  expect(untouched.now().schema).toBe(schema);
  expect(looked.now().schema).toBe(schema.replace("elsewhere", "file"));
  const seen = afterSight("boundary", {})(unseen);
  for (const records of [
    [afterProposal(unseen), unseen],
    [seen, afterProposal(unseen)],
    [afterProposal(seen), seen],
  ])
    expect(wasProposed(joinedSeenParameters(records))).toBe(true);
  expect(wasProposed(joinedSeenParameters([seen, unseen]))).toBe(false);
  // A ledger without any entry has it as well.
  const keys = { digests: ["a".repeat(64)] };
  const ledger = withSeenParameters(emptyLedger(keys.digests[0]!), keys, { change: afterProposal, alike: false });
  expect(wasProposed(seenParametersOf(ledger, keys))).toBe(true);
});

describe("what a person says of a parameter", () => {
  const own = study.links.encode({ ...study.links.decode("#/boundary?v=1").values, data: "own", x: "a", y: "b" });
  const declared = Object.fromEntries(fields.map((field) => [field, study.links.decode(own).values[field]]));
  const seen = afterSight("boundary", declared)(unseen);

  test("is remembered of its value, and of no value that it gets while something else is bought", () => {
    const { set, now, sights, close } = opened(own, seen);
    set({ penalty: 0.25 });
    expect(now().provenance).toEqual({ penalty: "looked" });
    set(({ provenance }) => ({ provenance: affirmed(provenance) }));
    expect(now().provenance).toEqual({ penalty: "affirmed" });
    // While something is drawn, λ moves on.
    const pressed = now();
    set({ penalty: 0.5 });
    expect(now().provenance).toEqual({ penalty: "looked" });
    set(({ provenance }) => ({ epsilon: 0.8, provenance: { ...provenance, epsilon: "bought" } }));
    expect(now().provenance).toEqual({ penalty: "looked", epsilon: "bought" });
    expect(originOf(sights(), "boundary", "penalty", 0.25)).toBe("affirmed");
    set({ penalty: pressed.penalty });
    expect(now().provenance).toEqual({ penalty: "affirmed", epsilon: "bought" });
    close();
  });

  test("is not said by going back to a link: nothing that the link says of an example is remembered", () => {
    const link = "#/boundary?v=1&data=moons&lambda=0.02&origin=penalty:bought,lengthScale:affirmed";
    const bought = afterChoice("boundary", "penalty", 0.01, "bought")(unseen);
    const { set, now, sights, reset, close } = opened(link, bought);
    expect(now().provenance).toMatchObject({ lengthScale: "affirmed" });
    set({ penalty: 0.3 });
    reset();
    expect(now().penalty).toBe(0.02);
    expect(now().provenance).toEqual({ lengthScale: "affirmed" });
    expect(sights()).toEqual(bought);
    close();
  });
});
