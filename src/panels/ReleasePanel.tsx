import { useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../core/releases/contract.ts";
import { composedEpsilon } from "../state/ledger.ts";
import type { Ledger } from "../state/ledger.ts";
import type { StudyView } from "../state/presented.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import { csvOf, exportTitle } from "./exports.ts";
import type { Exports } from "./exports.ts";
import { Problem } from "./Problem.tsx";
import { saveFile } from "./saveFile.ts";
import type { CommonFacts, StudyDefinition } from "./study.ts";
import { numberText } from "./words.ts";

interface ReleasePanelProps<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> {
  readonly definition: Pick<StudyDefinition<S, C, M, F, I, T>, "table" | "svg" | "fileName">;
  /** What the picture is true of; absent while it is not of the records and the budget of now. */
  readonly shown: S | undefined;
  readonly view: StudyView<F, I> | undefined;
  readonly notPrivate: string | undefined;
  readonly exports: Exports<S, F, I>;
  readonly ledger: StoreApi<Ledger>;
}

/** What can be taken out of the page: previews in doubles, labelled as such, and from inside private data. */
export function ReleasePanel<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition,
  shown,
  view,
  notPrivate,
  exports,
  ledger,
}: ReleasePanelProps<S, C, M, F, I, T>) {
  const { losses, enter } = useStore(ledger);
  const [problem, setProblem] = useState<string>();
  const ready = shown !== undefined && view !== undefined;
  const inside = shown?.view === "inside";

  const refused = (): boolean => {
    if (notPrivate === undefined) return false;
    setProblem(`This would not be a private release: ${notPrivate}`);
    return true;
  };

  const saveFresh = async () => {
    if (refused()) return;
    const outcome = await exports.fresh();
    setProblem(outcome.ok ? undefined : outcome.error.message);
    if (!outcome.ok || !outcome.value) return;
    const fresh = outcome.value;
    const csv = csvOf(fresh.shown, fresh.view, definition.table(fresh.shown, fresh.view), undefined);
    saveFile(`preview-${definition.fileName}.csv`, "text/csv", csv);
    enter(fresh.view.budget.loss);
  };

  // A secure draw leaves the page at most once: scaled twice, one draw would reveal the original.
  const saveShown = (
    extension: string,
    type: string,
    contentOf: (shown: S, view: StudyView<F, I>) => string,
    all: boolean,
  ) => {
    if (!shown || !view || (!inside && refused())) return;
    const content = contentOf(shown, view);
    if (!exports.takeOut()) {
      setProblem("This draw has left the page, and must not at two scales. Another one is on its way.");
      return;
    }
    setProblem(undefined);
    saveFile(`${definition.fileName}-${shown.view}.${extension}`, type, content);
    if (inside || shown.seed !== "secure") return;
    for (let draw = 0; draw < (all ? 1 + view.others.length : 1); draw++) enter(view.budget.loss);
  };

  const csv = (of: S, values: StudyView<F, I>) => csvOf(of, values, definition.table(of, values), notPrivate);
  const svg = (of: S, values: StudyView<F, I>) =>
    titled(definition.svg(of, values), exportTitle(of, definition.table(of, values).what, notPrivate));

  return (
    <section className="group" aria-label="Release">
      <h2>Take away</h2>
      <div className="buttons">
        <button type="button" disabled={!ready} onClick={() => void saveFresh()}>
          Preview with fresh noise
        </button>{" "}
        <button type="button" disabled={!ready} onClick={() => saveShown("csv", "text/csv", csv, false)}>
          Shown values (CSV)
        </button>{" "}
        <button type="button" disabled={!ready} onClick={() => saveShown("svg", "image/svg+xml", svg, true)}>
          Picture (SVG)
        </button>
      </div>
      <p className="explanation">
        {inside
          ? "From inside, values and picture hold the original: private data, yours alone. "
          : "Values and picture hold what the outside view shows. "}
        A preview is drawn anew from the cryptographic source, for the outside. It is made of doubles, whose last bits
        can tell records apart: private on paper, not yet as a file.
      </p>
      {losses.length > 0 && (
        <p className="explanation" data-testid="ledger">
          Ledger of this session: {losses.length} {losses.length === 1 ? "preview" : "previews"}, together ε ={" "}
          {numberText(composedEpsilon(losses, shown?.delta ?? 1e-5))} at δ = {numberText(shown?.delta ?? 1e-5)}, counted
          as if their numbers were exact.
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}

/** A drawing with its title, as its first element. */
function titled(svg: string, title: string): string {
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return svg.replace(/(<svg[^>]*>)/, `$1<title>${text}</title>`);
}
