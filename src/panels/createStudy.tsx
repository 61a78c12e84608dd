import { useEffect } from "react";
import { useStore } from "zustand";
import type { StudyContract } from "../core/releases/contract.ts";
import { failure } from "../engine/outcome.ts";
import { createHistory } from "../state/history.ts";
import { codecWithEdits, createLinkedEdits } from "../state/linkedEdits.ts";
import { ownData } from "../state/ownData.ts";
import { createPresenter } from "../state/presented.ts";
import { afterChoice, afterSight, originsOf, originsOfExample } from "../state/origins.ts";
import { parameterNames } from "../state/provenance.ts";
import { createScenarioStore } from "../state/scenarioStore.ts";
import { createConductor } from "../state/session/conductor.ts";
import { settled } from "../state/sharedFields.ts";
import { createDigestLedger, createStudyLedger } from "../state/studyLedger.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import { createReleaseShowing } from "../state/shownRelease.ts";
import type { Exports } from "./exports.ts";
import type { Actions, Beside, CommonFacts, Study, StudyContext, StudyDefinition } from "./study.ts";
import { later } from "./Later.tsx";
import { LedgerPanel } from "./LedgerPanel.tsx";
import { PrintedPreview } from "./PrintedPreview.tsx";
import { StudyScreen } from "./StudyScreen.tsx";

/** Makes a study of its definition: scenario, session and what is presented of them, joined to one screen. */
export function createStudy<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T = undefined,
>(definition: StudyDefinition<S, C, M, F, I, T>, { engine, address, own, ledgers, openFile }: StudyContext): Study {
  const client = engine.study<C>(definition.id);
  const parameters = Object.keys(parameterNames(definition.roles)) as (keyof S & string)[];
  const withOrigins = (scenario: S): S => {
    const { sights } = ledger.store.getState();
    const provenance =
      scenario.data === ownData
        ? originsOf(sights, definition.id, parameters, scenario)
        : originsOfExample(sights, definition.id, scenario);
    return provenance === scenario.provenance ? scenario : { ...scenario, provenance };
  };

  const codec = codecWithEdits(definition.links);
  const scenarios = createScenarioStore<S>(codec, address, (changed, before, by) => {
    // What is said of the parameters of the open data is remembered of the values that they have by then.
    const isSaid = changed.provenance !== before.provenance && changed.data === before.data && by === "person";
    for (const field of isSaid ? parameters : []) {
      const origin = changed.provenance[field];
      const isNew = origin !== before.provenance[field] || !isSame(changed[field], before[field]);
      if (origin && isNew) ledger.remember(afterChoice(definition.id, field, changed[field], origin));
    }
    return withOrigins(settled(changed));
  });
  const conductor = createConductor(engine, client, scenarios, own, {
    ...definition.session,
    declares: definition.declaration !== undefined,
  });
  const ledger = createStudyLedger(ledgers, conductor.session);
  // Any picture of one's own data, inside or as an unpaid preview outside, ends what can be declared beforehand.
  conductor.session.subscribe(({ answer, records }, before) => {
    if (!answer || answer === before.answer || answer.scenario.data !== ownData || records?.value !== answer.records)
      return;
    if (ledger.store.getState().sights.seen) return;
    const { provenance } = scenarios.getState().scenario;
    const declared = parameters.filter((field) => provenance[field] === undefined);
    const values = Object.fromEntries(declared.map((field) => [field, answer.scenario[field]]));
    ledger.remember(afterSight(definition.id, values));
  });
  ledger.store.subscribe(({ sights }, before) => {
    const { scenario, set } = scenarios.getState();
    if (sights !== before.sights && withOrigins(scenario) !== scenario) set({});
  });
  const presenter = createPresenter(scenarios, conductor.session, definition.views, withOrigins);
  const showing = createReleaseShowing(scenarios, definition.views.live);

  const act: Actions<C> = {
    readTable: (source, name) => {
      if (typeof source !== "string" && openFile?.(source)) return;
      showing.supersede();
      void conductor.readTable(source, name);
    },
    cancelReading: conductor.cancelReading,
    dismissFailure: conductor.dismissFailure,
    showOwn: conductor.showOwn,
    declareAnew: (change, reopens) => conductor.declareAnew(change, reopens),
    setMissing: (missing) => {
      showing.supersede();
      conductor.setMissing(missing);
    },
    editRecords: (records) => {
      showing.supersede();
      conductor.editRecords(records);
    },
    redraw: () => {
      const { scenario, set } = scenarios.getState();
      if (scenario.seed === "secure") conductor.redraw();
      else set({ seed: scenario.seed + 1 } as Partial<S>, { commit: true });
    },
  };
  const history = createHistory<S, C["records"]>(scenarios, conductor.session, act.editRecords);
  const { editable } = definition;
  const edits = createLinkedEdits({ codec, scenarios, session: conductor.session, editable, edit: act.editRecords });
  const beside: Beside = { tables: engine, ledgerOf: (dataHash) => createDigestLedger(ledgers, dataHash) };
  // What a link says of an example is checked once more when its table is there.
  const mend = () => {
    const { table, tableOf } = conductor.session.getState();
    const { scenario, set } = scenarios.getState();
    if (!table || tableOf !== scenario.data || tableOf === ownData) return;
    const mended = definition.mend?.(table.outline, scenario);
    if (!mended) return;
    set(mended.change);
    scenarios.setState(({ problems }) => ({ problems: [...problems, mended.problem] }));
  };
  scenarios.subscribe(mend);
  conductor.session.subscribe((state, before) => {
    if (state.table !== before.table) mend();
  });

  const exports: Exports<S, F, I> = {
    link: () => edits.link().link,
    prepare: ({ shown }) => {
      const { answer, records, readShare } = conductor.session.getState();
      if (readShare !== undefined)
        return failure("parameter", "The file is still being read: nothing of it leaves before its end.");
      if (!answer || records?.value !== answer.records)
        return failure("parameter", "There is nothing of this data to release yet.");
      if (presenter.store.getState().shown !== shown)
        return failure("superseded", "The settings have moved meanwhile: press Release again.");
      const { epsilon, delta, calibration } = shown;
      const { id } = records;
      return {
        ok: true,
        value: () => definition.privately(client, id, answer.scenario, { epsilon, delta, calibration }),
      };
    },
  };

  // What no example needs at first is loaded when it is.
  const DeclareStep = later(async () => (await import("./declare/DeclareStep.tsx")).DeclareStep<S, C, M>);
  const ReleasedSliders = later(
    async () => (await import("./released/ReleasedSliders.tsx")).ReleasedSliders<S, C, M, F, I, T>,
  );

  /** One side's tree ends where the other's begins, so that nothing drawn inside is left outside. */
  const Screen: Study["Screen"] = (props) => {
    const side = useStore(scenarios, ({ scenario }) => scenario.view);
    const isOwn = useStore(scenarios, ({ scenario }) => scenario.data === ownData);
    const set = useStore(scenarios, (state) => state.set);
    const { shown, ended } = useStore(showing.store);
    const declaring = useStore(conductor.session, (state) => state.declaring);
    // The browser's list of what was fetched tells which parts of the page were opened inside.
    useEffect(() => {
      if (side === "outside") performance.clearResourceTimings();
    }, [side]);
    if (declaring && definition.declaration) {
      return (
        <DeclareStep
          declaration={definition.declaration}
          definition={definition}
          own={own}
          ledgers={ledgers}
          conductor={conductor}
          readTable={act.readTable}
          scenarios={scenarios}
          client={client}
        />
      );
    }
    const given = { ...props, definition, presented: presenter.store, set, act, client, beside };
    if (shown && side === "outside") {
      return (
        <ReleasedScreen
          key={shown.file.digest}
          {...props}
          release={shown}
          label={definition.label}
          fileName={definition.fileName}
          look={definition.look ?? plainLook}
          sections={definition.releaseSections ?? noSections}
          onEnd={showing.end}
          readTable={act.readTable}
          ledger={
            shown.origin === "made" && (
              <LedgerPanel
                settled
                ledger={ledger}
                next={undefined}
                of={scenarios.getState().scenario.data === ownData ? "own" : "example"}
                inside={false}
              />
            )
          }
          sliders={shown.origin === "made" && <ReleasedSliders {...given} />}
        />
      );
    }
    return (
      <>
        {isOwn && <PrintedPreview side={side} />}
        <StudyScreen
          key={side}
          {...given}
          exports={exports}
          ledger={ledger}
          onReleased={(file) => showing.show({ file, origin: "made" })}
          ended={side === "outside" && ended ? () => showing.show(ended) : undefined}
        />
      </>
    );
  };
  return {
    scenarios: scenarios as unknown as Study["scenarios"],
    Screen,
    history,
    share: edits.link,
    reset: edits.reset,
    showRelease: (file) => showing.show({ file, origin: "opened" }),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const plainLook = {};
const noSections: readonly never[] = [];
const ReleasedScreen = later(async () => (await import("./released/ReleasedScreen.tsx")).ReleasedScreen);
