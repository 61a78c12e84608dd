import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { ReleaseFile } from "../core/releaseFile/releaseFile.ts";
import type { StudyContract } from "../core/releases/contract.ts";
import { composedEpsilon } from "../state/ledger.ts";
import type { Ledger } from "../state/ledger.ts";
import type { StudyView } from "../state/presented.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import type { Exports } from "./exports.ts";
import { Problem } from "./Problem.tsx";
import { saveFile } from "./saveFile.ts";
import type { CommonFacts, StudyDefinition } from "./study.ts";
import { createTakeAway, previewStays } from "./takeAway.ts";
import { numberText } from "./words.ts";

interface ReleasePanelProps<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> {
  readonly definition: Pick<
    StudyDefinition<S, C, M, F, I, T>,
    "id" | "table" | "svg" | "fileName" | "guarantee" | "declared" | "releasedTable"
  >;
  /** What the picture is true of; absent while it is not of the records and the budget of now. */
  readonly shown: S | undefined;
  readonly view: StudyView<F, I> | undefined;
  readonly exports: Exports<S, F, I>;
  readonly ledger: StoreApi<Ledger>;
  /** Shows a release in place of previews. */
  readonly onReleased: (file: ReleaseFile) => void;
}

const insideNames = {
  csv: "Shown values (CSV), private",
  svg: "Picture (SVG), private",
  png: "Picture (PNG), private",
} as const;

/** What can be taken out of the page: a release; and from inside private data, labelled as such. */
export function ReleasePanel<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition,
  shown,
  view,
  exports,
  ledger,
  onReleased,
}: ReleasePanelProps<S, C, M, F, I, T>) {
  const { losses, enter } = useStore(ledger);
  const [problem, setProblem] = useState<string>();
  const inside = shown?.view === "inside";

  const take = useMemo(
    () => createTakeAway(definition, exports, saveFile, enter, onReleased),
    [definition, exports, enter, onReleased],
  );
  const now = shown && view ? { shown, view } : undefined;

  return (
    <section className="group" aria-label="Release">
      <h2>Take away</h2>
      <div className="buttons">
        <button
          type="button"
          className="filled"
          disabled={!now}
          onClick={() => now && void take.release(now).then(setProblem)}
        >
          Release
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
      <p className="explanation">
        A release is drawn anew from exact random bits, as whole numbers on a lattice: private as the bits of its file.
        Its cost is entered before it is drawn.
      </p>
      <p className="explanation">
        {inside
          ? "Values and picture of the inside hold the original: private data, yours alone. They enter no ledger."
          : `${previewStays} What is shown here can be released, not saved.`}
      </p>
      {losses.length > 0 && (
        <p className="explanation" data-testid="ledger">
          Ledger of this session: {losses.length} {losses.length === 1 ? "draw" : "draws"}, together ε ={" "}
          {numberText(composedEpsilon(losses, shown?.delta ?? 1e-5))} at δ = {numberText(shown?.delta ?? 1e-5)} .
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}
