import { memo, useMemo, useState } from "react";
import { useStore } from "zustand";
import { isAffordable } from "../../core/privacy/accounting/ledger.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { RecordsId } from "../../engine/contract.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { Exports } from "../study/exports.ts";
import { LedgerPanel } from "../ledger/LedgerPanel.tsx";
import { Problem } from "../controls/Problem.tsx";
import { later } from "../shared/Later.tsx";
import { saveFile } from "../shared/saveFile.ts";
import { costOfRelease } from "../ledger/spend.ts";
import type { CommonFacts, ExportedStudy } from "../study/study.ts";
import { createTakeAway, previewStays } from "./takeAway.ts";
import { useDebounced } from "../hooks/useDebounced.ts";

interface ReleasePanelProps<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> {
  readonly definition: ExportedStudy<S, C, M, F, I, T>;
  readonly shown: S | undefined;
  readonly inside: boolean;
  readonly view: StudyView<F, I> | undefined;
  readonly recordsId: RecordsId | undefined;
  readonly exports: Exports<S, F, I>;
  readonly ledger: StudyLedger;
  readonly onReleased: (file: ReleaseFile) => void;
}

const Ledger = memo(LedgerPanel);
const SameAsCommand = later(async () => (await import("./SameAsCommand.tsx")).SameAsCommand);

const insideNames = {
  csv: "Shown values (CSV), with the original",
  svg: "Picture (SVG), with the original",
  png: "Picture (PNG), with the original",
} as const;

export function ReleasePanel<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition,
  shown,
  inside,
  view,
  recordsId,
  exports,
  ledger,
  onReleased,
}: ReleasePanelProps<S, C, M, F, I, T>) {
  const [problem, setProblem] = useState<string>();
  const [releasing, setReleasing] = useState(false);
  const [about, setAbout] = useState({ curator: "", intendedUse: "" });
  const [command, setCommand] = useState<string>();
  const take = useMemo(
    () => createTakeAway(definition, exports, ledger, { save: saveFile, onReleased }),
    [definition, exports, ledger, onReleased],
  );
  const now = shown && view ? { shown, view } : undefined;
  // Debounced: calibration and composition are too slow for a drag. A budget for other records is no suggestion for
  // these.
  const inForce = now?.view.budget;
  const debounced = useDebounced(useMemo(() => ({ budget: inForce, recordsId }), [inForce, recordsId]));
  const budget = debounced.recordsId === recordsId ? debounced.budget : undefined;
  const recordCount = view?.facts.recordCount;
  const { book, problem: unreadable } = useStore(ledger.store);
  const next = useMemo(
    () =>
      budget && {
        cost: costOfRelease(budget),
        delta: budget.delta,
        epsilon: budget.epsilon,
        isComposed: budget.loss.kind === "composed",
        recordCount,
      },
    [budget, recordCount],
  );

  // The ledger's panel says why.
  const isOver = useMemo(() => Boolean(book && next && !isAffordable(book, next.cost)), [book, next]);

  const release = async () => {
    if (!now) return;
    setReleasing(true);
    setProblem(undefined);
    setProblem(await take.release(now, about));
    setReleasing(false);
  };

  return (
    <>
      <Ledger
        ledger={ledger}
        next={next}
        settled={debounced.budget === inForce && debounced.recordsId === recordsId}
        of={shown === undefined ? undefined : shown.data === ownData ? "own" : "example"}
        inside={inside}
      />
      <section className="group" aria-label="Release">
        <h2>Release</h2>
        <div className="buttons">
          <button
            type="button"
            className="filled"
            disabled={!now || !(book ?? unreadable) || isOver || releasing}
            onClick={() => void release()}
          >
            {releasing ? "Releasing …" : "Release"}
          </button>{" "}
          {inside &&
            (["csv", "svg", "png"] as const).map((as) => (
              <button
                key={as}
                type="button"
                disabled={!now}
                onClick={() => now && void take.shown(now, as).then(setProblem)}
              >
                {insideNames[as]}
              </button>
            ))}
        </div>
        <Problem text={problem} />
        <details>
          <summary>What the file says of it</summary>
          {(["curator", "intendedUse"] as const).map((name) => (
            <p key={name} className="line">
              <label>
                {name === "curator" ? "Curator " : "Intended use "}
                <input
                  type="text"
                  maxLength={1000}
                  value={about[name]}
                  onChange={({ currentTarget: { value } }) => setAbout((before) => ({ ...before, [name]: value }))}
                />
              </label>
            </p>
          ))}
          <p className="explanation">Both are written into the release, which anybody may read.</p>
        </details>
        {shown?.data === ownData && shown.schema !== "" && (
          <details onToggle={({ currentTarget }) => setCommand(currentTarget.open ? exports.link() : undefined)}>
            <summary>The same as a command</summary>
            {command !== undefined && <SameAsCommand link={command} schema={shown.schema} />}
          </details>
        )}
        <p className="explanation">
          “Release” enters the cost in the ledger, then draws whole numbers on a lattice from exact random bits: private
          as the bits of its file. Each draw costs again.
        </p>
        <p className="explanation">
          {inside
            ? "Values and picture of the inside hold the original: private data, yours alone. They enter no ledger."
            : `${previewStays} What is shown here can be released, not saved.`}
        </p>
      </section>
    </>
  );
}
