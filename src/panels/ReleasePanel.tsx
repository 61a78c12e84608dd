import { useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { composeGaussian } from "../core/privacy/accounting/composition.ts";
import { achievedEpsilon } from "../core/privacy/calibration/gaussian.ts";
import type { EngineFailure } from "../engine/outcome.ts";
import { calibrate } from "../state/calibrate.ts";
import type { Ledger } from "../state/ledger.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import { Problem } from "./Problem.tsx";
import { saveFile } from "./saveFile.ts";
import { numberText } from "./words.ts";

/** What can be taken away from a study; absent while nothing is drawn. */
export interface TakeAway {
  /** σ/Δ of what is shown. */
  readonly noiseMultiplier: number;
  /** Why a release would not be private; it is refused with this sentence. */
  readonly notPrivate?: string | undefined;
  /** How many draws the picture shows. */
  readonly pictureDraws: number;
  /** Of draws from the cryptographic source: takes them out of the page; false if they have left it. Absent for a seed. */
  readonly takeOut: (() => boolean) | undefined;
  /** Fresh cryptographic noise: the rows of a release for the outside, as CSV. */
  readonly fresh: () => Promise<
    { readonly ok: true; readonly csv: string } | { readonly ok: false; readonly error: EngineFailure }
  >;
  /** What is shown, as CSV and as SVG. */
  readonly csv: () => string;
  readonly svg: () => string;
}

interface ReleasePanelProps {
  readonly name: string;
  readonly scenario: CommonScenario;
  readonly takeAway: TakeAway | undefined;
  readonly ledger: StoreApi<Ledger>;
}

/** Exports of what is shown, and real releases: fresh cryptographic noise, entered in the session's ledger. */
export function ReleasePanel({ name, scenario, takeAway, ledger }: ReleasePanelProps) {
  const { releases, enter } = useStore(ledger);
  const [problem, setProblem] = useState<string>();
  const { delta, view } = scenario;
  // Under a budget that is refused, the picture is that of an older one.
  const ready = takeAway !== undefined && typeof calibrate(scenario) === "number";

  const release = async ({ fresh, noiseMultiplier, notPrivate }: TakeAway) => {
    if (notPrivate !== undefined) {
      setProblem(`This would not be a private release: ${notPrivate}`);
      return;
    }
    const outcome = await fresh();
    setProblem(outcome.ok ? undefined : outcome.error.message);
    if (!outcome.ok) return;
    saveFile(`private-${name}.csv`, "text/csv", outcome.csv);
    enter(1 / noiseMultiplier);
  };

  // A secure draw leaves the page at most once: scaled twice, one draw would reveal the original.
  const exportShown = (
    { noiseMultiplier, takeOut }: TakeAway,
    extension: string,
    type: string,
    content: string,
    draws: number,
  ) => {
    if (takeOut?.() === false) {
      setProblem("This draw has left the page, and must not at two scales. Another one is on its way.");
      return;
    }
    setProblem(undefined);
    saveFile(`${name}-${view}.${extension}`, type, content);
    if (takeOut) for (let draw = 0; draw < draws; draw++) enter(1 / noiseMultiplier);
  };

  return (
    <section className="group" aria-label="Release">
      <h2>Take away</h2>
      <div className="buttons">
        <button type="button" disabled={!ready} onClick={() => void release(takeAway!)}>
          Release with fresh noise
        </button>{" "}
        <button
          type="button"
          disabled={!ready}
          onClick={() => exportShown(takeAway!, "csv", "text/csv", takeAway!.csv(), 1)}
        >
          Shown values (CSV)
        </button>{" "}
        <button
          type="button"
          disabled={!ready}
          onClick={() => exportShown(takeAway!, "svg", "image/svg+xml", takeAway!.svg(), takeAway!.pictureDraws)}
        >
          Picture (SVG)
        </button>
      </div>
      <p className="explanation">
        A release is drawn anew from the cryptographic source, saved once, and entered below. The other two save what
        the {view} view shows.
      </p>
      {releases.length > 0 && (
        <p className="explanation" data-testid="ledger">
          Ledger of this session: {releases.length} {releases.length === 1 ? "release" : "releases"}, together ε ={" "}
          {numberText(achievedEpsilon({ delta, noiseMultiplier: 1 / composeGaussian(releases) }))} at δ ={" "}
          {numberText(delta)}.
        </p>
      )}
      <Problem text={problem} />
    </section>
  );
}
