import type { StudyContract } from "../../core/release/contract.ts";
import { failure } from "../../engine/outcome.ts";
import { createHistory } from "../../state/scenario/history.ts";
import { codecWithEdits, createLinkedEdits } from "../../state/scenario/linkedEdits.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { createPresenter } from "../../state/presented/presented.ts";
import { parameterNames } from "../../state/scenario/provenance.ts";
import { createScenarioStore } from "../../state/scenario/scenarioStore.ts";
import { begun } from "../../state/session/begun.ts";
import { createConductor } from "../../state/session/conductor.ts";
import { createKeysLedger, createStudyLedger } from "../../state/ledger/studyLedger.ts";
import { createStudyOrigins } from "../../state/ledger/studyOrigins.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { createReleaseShowing } from "../../state/scenario/shownRelease.ts";
import type { Exports } from "../study/exports.ts";
import type {
  Actions,
  ExtraTables,
  CommonFacts,
  StagedField,
  Study,
  StudyContext,
  StudyDefinition,
} from "../study/study.ts";
import { createSides } from "./StudySides.tsx";

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
  const origins = createStudyOrigins<S>(definition.id, parameters, () => ledger);
  const codec = codecWithEdits(definition.links);
  const scenarios = createScenarioStore<S>(codec, address, origins.settle);
  const conductor = createConductor(engine, client, scenarios, own, {
    ...definition.session,
    declares: definition.declaration !== undefined,
  });
  const ledger = createStudyLedger(ledgers, conductor.session);
  origins.follow(conductor.session, scenarios);
  const presenter = createPresenter(scenarios, conductor.session, definition.views, origins.withOrigins);
  const showing = createReleaseShowing(scenarios, definition.views.live);

  const act: Actions<C> = {
    readTable: (source, name) => {
      const read = (isOpened: boolean) => {
        if (isOpened) conductor.dismissFailure();
        else {
          showing.supersede();
          void conductor.readTable(source, name);
        }
      };
      // A file named as a table is read at once.
      const opened = typeof source === "string" ? false : (openFile?.(source) ?? false);
      if (typeof opened === "boolean") read(opened);
      else void opened.then(read);
    },
    cancelReading: conductor.cancelReading,
    dismissFailure: conductor.dismissFailure,
    showOwn: conductor.showOwn,
    declareAnew: (change, reopens) => conductor.declareAnew(change, reopens),
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
  const beside: ExtraTables = { tables: engine, ledgerOf: (keys) => createKeysLedger(ledgers, keys) };
  // Needs the table of the link's example.
  const mend = () => {
    const { table, tableOf } = conductor.session.getState();
    const { scenario, set } = scenarios.getState();
    if (!table || tableOf !== scenario.data || tableOf === ownData) return;
    const repair = definition.repair?.(table.outline, scenario);
    if (!repair) return;
    set(repair.change);
    scenarios.setState(({ problems }) => ({ problems: [...problems, repair.problem] }));
  };
  scenarios.subscribe(mend);
  conductor.session.subscribe((state, before) => {
    if (state.table === before.table) return;
    showing.forget();
    mend();
  });

  const exports: Exports<S, F, I> = {
    link: () => edits.link().link,
    changedByHand: () => presenter.store.getState().changedByHand,
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

  const Sides = createSides<S, C, M, F, I, T>();
  const Screen: Study["Screen"] = (props) => (
    <Sides
      {...props}
      definition={definition}
      {...{ own, ledgers, conductor, scenarios, client, act, beside, exports, ledger, showing }}
      edits={edits}
      presented={presenter.store}
    />
  );
  return {
    stagedFields: stagedFieldsOf(definition.fields),
    scenarios: scenarios as unknown as Study["scenarios"],
    Screen,
    begun: begun(conductor.session),
    history,
    share: edits.link,
    reset: edits.reset,
    showRelease: (file) => showing.show({ file, origin: "opened" }),
  };
}

/** Fields with a slider or list, and the button for new noise. */
function stagedFieldsOf(fields: Readonly<Record<string, object>>): readonly StagedField[] {
  const labelled = Object.entries(fields).flatMap(([name, line]) => {
    const isBound = "limits" in line || "choices" in line;
    return isBound && "label" in line && line.label !== "" ? [{ name, label: String(line.label) }] : [];
  });
  return [...labelled, { name: "draw", label: "Draw again" }];
}
