import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { bytesText, counted, countText, significant } from "../../core/numberFormats.ts";
import type { OpenTable } from "../../engine/contract.ts";
import { unread, type DataLedger } from "../../state/ledger/dataLedger.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import { afterProposal, afterSight, wasProposed } from "../../state/ledger/origins.ts";
import { isGivenSchema, ownData } from "../../state/scenario/ownData.ts";
import { hasCryptography, withoutCryptography } from "../../state/cryptography.ts";
import type { Conductor } from "../../state/session/conductor.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { fileNeedsInside } from "../../state/presented/dataState.ts";
import { AlikeTable } from "../ledger/AlikeTable.tsx";
import { FileSource, useFileDrop } from "../data/FileSource.tsx";
import { Problem } from "../controls/Problem.tsx";
import { NotRead, Reading } from "../data/Reading.tsx";
import { DeclareForm } from "./DeclareForm.tsx";
import type { DeclareFormProps } from "./useDraft.ts";
import "../controls/controls.css";
import "../shared/declare.css";

interface DeclareStepProps<S extends CommonScenario, C extends StudyContract, M> extends DeclareFormProps<S, C, M> {
  readonly conductor: Pick<
    Conductor<S, C, M>,
    "session" | "readAgain" | "declare" | "stopDeclaring" | "cancelReading" | "dismissFailure"
  >;
  readonly readTable: (source: File | string, name: string) => void;
}

const seenBeforeWords =
  "You looked at these data before: what you fixed then, before you looked, is remembered; any other value counts as chosen after looking.";

/** The ledger of the table, or of an alike one. */
function useLedgerOf(ledgers: Ledgers, table: OpenTable | undefined) {
  const [found, setFound] = useState<{ readonly table: OpenTable; readonly ledger: DataLedger | undefined }>();
  useEffect(() => {
    if (!table) return;
    let ended = false;
    void ledgers.of(table).then((opened) => {
      if (!ended) setFound({ table, ledger: opened.ok ? opened.value : undefined });
    });
    return () => {
      ended = true;
    };
  }, [ledgers, table]);
  const isFound = table !== undefined && found?.table === table;
  const ledger = isFound ? found.ledger : undefined;
  return { ledger, isFound, state: useStore(ledger?.store ?? none) };
}

const none = createStore(() => unread);
const noFile = { table: undefined, name: "" };

/** Declaration before anything is drawn: names, kinds and counts, no value. */
export function DeclareStep<S extends CommonScenario, C extends StudyContract, M>(props: DeclareStepProps<S, C, M>) {
  const { own, ledgers, conductor, scenarios, readTable } = props;
  const given = useStore(own, (state) => state.given);
  const loading = useStore(conductor.session, (state) => state.loading);
  const failure = useStore(conductor.session, (state) => state.fileFailure);
  const anew = useStore(conductor.session, (state) => state.declareAnew !== undefined);
  const waits = useStore(own, (state) => state.pending !== undefined);
  const isRefused = failure !== undefined && !waits;
  const { table, name } = useStore(own, (state) => state.pending ?? (isRefused ? noFile : state));
  const inside = useStore(scenarios, ({ scenario }) => scenario.view === "inside");
  const goBack = () => {
    // Outside, the reason waits for inside.
    if (inside) conductor.dismissFailure();
    conductor.stopDeclaring();
  };
  const shownOwn = useStore(scenarios, ({ scenario }) => scenario.data === ownData);
  const { ledger, isFound, state } = useLedgerOf(ledgers, table);
  const isProposal = useStore(own, (files) => !isGivenSchema(files.pending ?? files));
  useEffect(() => {
    if (ledger && isProposal && !wasProposed(ledger.store.getState().seenParameters)) ledger.remember(afterProposal);
  }, [ledger, isProposal]);
  useFileDrop(readTable);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="declare">
      <section id="picture" tabIndex={-1} aria-label="Declare your data">
        <header>
          <h2>{name || "Your data"}</h2>
          <p className="lead">
            {table
              ? `${rowsText(table.outline)}, ${counted(table.outline.columns.length, "column")}. ${state.seenParameters.seen ? seenBeforeWords : "Nothing of them is drawn yet: what you fix before you look costs no privacy."}`
              : isRefused
                ? "The file was not read, and nothing of it is drawn."
                : "No file is open."}
          </p>
          {given && (
            <p role="status">
              {`The next file is read by the schema of ${counted(given.columns.length, "column")} that you gave: open it now.`}
            </p>
          )}
          {state.alike && ledger && <AlikeTable separate={ledger.separate} />}
          <Problem text={hasCryptography() ? undefined : withoutCryptography} />
        </header>
        {loading !== undefined && (
          <div>
            <Reading read={loading} onCancel={conductor.cancelReading} />
          </div>
        )}
        {failure && (
          <NotRead
            problem={inside ? failure.message : fileNeedsInside}
            onDismiss={waits ? conductor.dismissFailure : goBack}
          />
        )}
        {table && (
          <DeclareForm
            key={table.id}
            outline={table.outline}
            seen={state.seenParameters.seen}
            wasProposed={wasProposed(state.seenParameters)}
            canSave={isFound}
            onLook={(declared) => ledger?.remember(afterSight(props.definition.id, declared))}
            {...props}
          />
        )}
        <footer>
          <FileSource onSource={readTable} />
          {(waits || anew || !shownOwn || isRefused) && (
            <button type="button" onClick={goBack}>
              Back to what was shown
            </button>
          )}
        </footer>
      </section>
    </div>
  );
}

function rowsText({ rowCount, large }: TableOutline): string {
  if (!large) return `${countText(rowCount)} rows`;
  const rows = large.isEstimated ? `About ${countText(significant(rowCount, 2))}` : countText(rowCount);
  return `${rows} rows in ${bytesText(large.bytes)}, of which the beginning was read`;
}
