import { useEffect, type ComponentType } from "react";
import { useStore } from "zustand";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import type { LinkedEdits } from "../../state/scenario/linkedEdits.ts";
import { ownData, type OwnTable } from "../../state/scenario/ownData.ts";
import type { ScenarioStore } from "../../state/scenario/scenarioStore.ts";
import type { Conductor } from "../../state/session/conductor.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { ReleaseShowing } from "../../state/scenario/shownRelease.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { Exports } from "../study/exports.ts";
import { later } from "../shared/Later.tsx";
import { LedgerPanel } from "../ledger/LedgerPanel.tsx";
import type { PresentedStudy } from "../study/presentedStudy.ts";
import { PrintedPreview } from "../export/PrintedPreview.tsx";
import type { CommonFacts } from "../study/study.ts";
import { StudyScreen } from "./StudyScreen.tsx";

interface SidesProps<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> extends Omit<
  PresentedStudy<S, C, M, F, I, T>,
  "set"
> {
  readonly own: OwnTable;
  readonly ledgers: Ledgers;
  readonly conductor: Conductor<S, C, M>;
  readonly scenarios: ScenarioStore<S>;
  readonly exports: Exports<S, F, I>;
  readonly edits: Pick<LinkedEdits, "kept" | "pictured">;
  readonly ledger: StudyLedger;
  readonly showing: ReleaseShowing;
}

/** Separate trees: nothing drawn inside remains outside. */
export function createSides<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T,
>(): ComponentType<SidesProps<S, C, M, F, I, T>> {
  // No example needs these at first.
  const DeclareStep = later(async () => (await import("../setup/DeclareStep.tsx")).DeclareStep<S, C, M>);
  const ReleasedSliders = later(
    async () => (await import("../opened/ReleasedSliders.tsx")).ReleasedSliders<S, C, M, F, I, T>,
  );

  return function Sides({ own, ledgers, conductor, scenarios, exports, ledger, showing, ...study }) {
    const { definition, act, client } = study;
    const side = useStore(scenarios, ({ scenario }) => scenario.view);
    const isOwn = useStore(scenarios, ({ scenario }) => scenario.data === ownData);
    const set = useStore(scenarios, (state) => state.set);
    const { shown, ended } = useStore(showing.store);
    const declaring = useStore(conductor.session, (state) => state.declaring);
    // The browser's list of fetched files would tell what was opened inside.
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
    const given = { ...study, set };
    if (shown && side === "outside") {
      return (
        <ReleasedScreen
          key={shown.file.digest}
          theme={study.theme}
          release={shown}
          label={definition.label}
          fileName={definition.fileName}
          look={definition.released?.look ?? plainLook}
          onEnd={showing.end}
          onAdded={(file) => showing.show({ file, origin: "opened" })}
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
}

const plainLook = {};
const ReleasedScreen = later(async () => (await import("../opened/ReleasedScreen.tsx")).ReleasedScreen);
