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
import { createTakeAway } from "./takeAway.ts";
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

/** What can be taken out of the page: previews in doubles, labelled as such, and from inside private data. */
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
        <button type="button" disabled={!now} onClick={() => now && void take.fresh(now).then(setProblem)}>
          Preview with fresh noise
        </button>{" "}
        <button type="button" disabled={!now} onClick={() => now && setProblem(take.shown(now, "csv"))}>
          Shown values (CSV)
        </button>{" "}
        <button type="button" disabled={!now} onClick={() => now && setProblem(take.shown(now, "svg"))}>
          Picture (SVG)
        </button>
      </div>
      <p className="explanation">
        A release is drawn anew from exact random bits, as whole numbers on a lattice: private as the bits of its file.
        Its cost is entered before it is drawn.
      </p>
      <p className="explanation">
        {inside
          ? "From inside, values and picture hold the original: private data, yours alone. "
          : "Values and picture hold what the outside view shows. "}
        A preview is drawn anew from the cryptographic source, for the outside. It is made of doubles, whose last bits
        can tell records apart: private on paper, not yet as a file.
      </p>
      {losses.length > 0 && (
        <p className="explanation" data-testid="ledger">
          Ledger of this session: {losses.length} {losses.length === 1 ? "draw" : "draws"}, together ε ={" "}
          {numberText(composedEpsilon(losses, shown?.delta ?? 1e-5))} at δ = {numberText(shown?.delta ?? 1e-5)}{" "}
          (previews counted as if their numbers were exact).
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}
