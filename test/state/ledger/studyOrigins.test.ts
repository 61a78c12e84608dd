import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { codecWithEdits, createLinkedEdits } from "../../../src/state/scenario/linkedEdits.ts";
import { unseen } from "../../../src/core/privacy/accounting/sights.ts";
import type { Sights } from "../../../src/core/privacy/accounting/sights.ts";
import { afterChoice, afterSight, originOf } from "../../../src/state/ledger/origins.ts";
import type { SightsChange } from "../../../src/state/ledger/origins.ts";
import { affirmed } from "../../../src/state/scenario/provenance.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { createStudyOrigins } from "../../../src/state/ledger/studyOrigins.ts";
import type { StudyLedger } from "../../../src/state/ledger/studyLedger.ts";
import { study } from "../../../src/studies/boundary/definition.ts";
import { boundaryParameterNames } from "../../../src/studies/boundary/model/fields.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";

const fields = Object.keys(boundaryParameterNames) as (keyof BoundaryScenario)[];

/** The scenarios of a study at a link, whose origins are remembered with the data. */
function opened(link: string, before: Sights = unseen) {
  const store = createStore(() => ({ sights: before }));
  const remember = (change: SightsChange) => store.setState(({ sights }) => ({ sights: change(sights) }));
  const ledger = { store, remember } as unknown as StudyLedger;
  const origins = createStudyOrigins<BoundaryScenario>("boundary", fields, () => ledger);
  const address = { getHash: () => link, replace: () => {}, push: () => {}, subscribe: () => () => {} };
  const codec = codecWithEdits(study.links);
  const scenarios = createScenarioStore<BoundaryScenario>(codec, address, origins.settle);
  const session = createStore(() => ({ tableOf: "", records: undefined, edited: false }));
  const edits = createLinkedEdits({ codec, scenarios, session, editable: undefined, edit: () => {} });
  return {
    ...scenarios.getState(),
    now: () => scenarios.getState().scenario,
    sights: () => store.getState().sights,
    reset: edits.reset,
  };
}

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
