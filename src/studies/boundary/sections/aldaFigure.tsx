import { useRef, useState } from "react";
import { gridAxis } from "../../../core/grids.ts";
import type { AgreementEntry, ReleaseAgreement } from "../../../core/releases/releaseAgreement.ts";
import { csvText } from "../../../panels/csv.ts";
import { Problem } from "../../../panels/Problem.tsx";
import { saveFile } from "../../../panels/saveFile.ts";
import { ToolChoice } from "../../../panels/ToolChoice.tsx";
import { useWidth } from "../../../panels/useWidth.ts";
import { numberText, percentText } from "../../../panels/words.ts";
import type { BoundaryProps } from "../view.ts";
import { BoundaryPanel } from "./BoundaryPanel.tsx";

type Calibration = "valueByValue" | "lattice";

const draws = 20;

/** A private support vector machine with C = σ = 1, as Figure 2 has it: one release, and a table of many. */
export function Section({ shown, recordsId, client, theme }: BoundaryProps) {
  const [calibration, setCalibration] = useState<Calibration>("lattice");
  const [found, setFound] = useState<{ readonly calibration: Calibration; readonly value: ReleaseAgreement }>();
  const [progress, setProgress] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);

  const start = () => {
    if (recordsId === undefined) return;
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    setProgress(0);
    setProblem(undefined);
    void client
      .run("aldaFigure", recordsId, { draws, calibration }, { signal, onProgress: setProgress })
      .then((outcome) => {
        if (signal.aborted) return;
        setProgress(undefined);
        if (outcome.ok) setFound({ calibration, value: outcome.value });
        else setProblem(outcome.error.message);
      });
  };
  const cancel = () => {
    stop.current?.abort();
    setProgress(undefined);
  };

  return (
    <div ref={host} className="comparison">
      <p className="explanation">
        The paper’s machine, C = σ = 1: here λ = 0.5 and ℓ = 1, on 1500 points of each class, with Laplace noise on the
        lattice. What differs from print: k, h and ε are not printed, and points outside the square are moved to its
        edge. The noise is twice that of the printed constant, which one flipped label refutes.
      </p>
      <div className="buttons">
        {progress === undefined ? (
          <button type="button" disabled={recordsId === undefined} onClick={start}>
            Compute the figure
          </button>
        ) : (
          <>
            <progress aria-label="Computing the figure" max={1} value={progress} />
            <button type="button" onClick={cancel}>
              Cancel the figure
            </button>
          </>
        )}
        <ToolChoice
          label="Noise"
          value={calibration}
          choices={{ lattice: "for all values together", valueByValue: "as printed, value by value" }}
          onChange={setCalibration}
        />
        {found && (
          <button type="button" onClick={() => saveFile("alda-figure-2.csv", "text/csv", csvOf(found.value.entries))}>
            Figure (CSV)
          </button>
        )}
      </div>
      <Problem text={problem} />
      {found && width > 0 && (
        <>
          <p className="verdict" data-testid="alda-figure-2">
            {sentenceOf(found.value)}
          </p>
          <Figure {...found.value} width={Math.min(width, 520)} shownOf={shown} theme={theme} />
          <AgreementTable entries={found.value.entries} />
        </>
      )}
    </div>
  );
}

const unitAxis = (count: number) => gridAxis({ lower: 0, upper: 1, count });

function Figure({
  gridCounts,
  original,
  shown,
  width,
  shownOf,
  theme,
}: Pick<ReleaseAgreement, "gridCounts" | "original" | "shown"> & {
  readonly width: number;
  readonly shownOf: { readonly x: string; readonly y: string };
  readonly theme: "light" | "dark";
}) {
  return (
    <div style={{ inlineSize: width }}>
      <BoundaryPanel
        releases={[shown.released]}
        width={width}
        name={`Release of k = ${shown.degree}, h = ${shown.iterations} at ε = ${shown.epsilon}`}
        shown={shownOf}
        axes={gridCounts.map(unitAxis)}
        original={original}
        theme={theme}
      />
    </div>
  );
}

function AgreementTable({ entries }: { readonly entries: readonly AgreementEntry[] }) {
  const epsilons = [...new Set(entries.map(({ epsilon }) => epsilon))];
  const sizes = [...new Set(entries.map(({ degree, iterations }) => `k = ${degree}, h = ${iterations}`))];
  return (
    <div className="comparison-table" role="region" aria-label="Share decided alike" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Decided alike (largest error over max |f|)</th>
            {epsilons.map((epsilon) => (
              <th key={epsilon} scope="col">
                ε = {epsilon}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size, row) => (
            <tr key={size}>
              <th scope="row">{size}</th>
              {entries.slice(row * epsilons.length, (row + 1) * epsilons.length).map((entry) => (
                <td key={entry.epsilon}>
                  {percentText(entry.agreement)} ({numberText(entry.largestError)})
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What to see. */
function sentenceOf({ shown, entries }: ReleaseAgreement): string {
  const here = entries.filter(({ epsilon }) => epsilon === shown.epsilon);
  const best = here.reduce((most, entry) => (entry.agreement > most.agreement ? entry : most));
  return `At ε = ${shown.epsilon} a release of k = ${best.degree}, h = ${best.iterations} decides as the original on ${percentText(best.agreement)} of the square, better than the other sizes; the picture is one of k = ${shown.degree}, h = ${shown.iterations}.`;
}

function csvOf(entries: readonly AgreementEntry[]): string {
  return csvText({
    comments: [`Aldà & Rubinstein 2017; Figure 2; means of ${draws} draws`],
    columns: [
      { name: "k", at: (row) => entries[row]!.degree },
      { name: "h", at: (row) => entries[row]!.iterations },
      { name: "epsilon", at: (row) => entries[row]!.epsilon },
      { name: "share decided alike", at: (row) => entries[row]!.agreement },
      { name: "largest error over max |f|", at: (row) => entries[row]!.largestError },
    ],
    rowCount: entries.length,
  });
}
