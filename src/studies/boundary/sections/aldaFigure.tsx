import { gridAxis } from "../../../core/grids.ts";
import type { AgreementEntry, ReleaseAgreement } from "../../../core/comparison/releaseAgreement.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { AldaFigure } from "../../../panels/comparison/AldaFigure.tsx";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import { csvText } from "../../../core/release/file/csv.ts";
import type { BoundaryProps } from "../model/view.ts";
import { BoundaryPanel } from "./BoundaryPanel.tsx";

const draws = 20;

export function Section({ shown, recordsId, client, theme }: BoundaryProps) {
  return (
    <AldaFigure<ReleaseAgreement>
      figure={2}
      noise={[
        ["lattice", "for all values together"],
        ["valueByValue", "as printed, value by value"],
      ]}
      recordsId={recordsId}
      run={(records, calibration, job) => client.run("aldaFigure", records, { draws, calibration }, job)}
      sentence={sentenceOf}
      csv={({ entries }) => csvOf(entries)}
      picture={(found, room) => (
        <>
          <Figure {...found} width={Math.min(room, 520)} shownOf={shown} theme={theme} />
          <AgreementTable entries={found.entries} />
        </>
      )}
    >
      The paper’s machine, C = σ = 1: here λ = 0.5 and ℓ = 1, on 1500 points of each class, with Laplace noise on the
      lattice. What differs from print: k, h and ε are not printed, and points outside the square are moved to its edge.
      The noise is twice that of the printed constant, which one flipped label refutes.
    </AldaFigure>
  );
}

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
        axes={gridCounts.map((count) => gridAxis({ lower: 0, upper: 1, count }))}
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
      <DataTable
        head={["Decided alike (largest error over max |f|)", ...epsilons.map((epsilon) => `ε = ${epsilon}`)]}
        rows={sizes.map((size, row) => [
          size,
          ...entries
            .slice(row * epsilons.length, (row + 1) * epsilons.length)
            .map(({ agreement, largestError }) => `${percentText(agreement)} (${numberText(largestError)})`),
        ])}
      />
    </div>
  );
}

function sentenceOf({ shown, entries }: ReleaseAgreement): string {
  const here = entries.filter(({ epsilon }) => epsilon === shown.epsilon);
  const best = here.reduce((most, entry) => (entry.agreement > most.agreement ? entry : most));
  return `At ε = ${shown.epsilon} a release of k = ${best.degree}, h = ${best.iterations} decides as the original on ${percentText(best.agreement)} of the square, better than the other sizes. The picture is one of k = ${shown.degree}, h = ${shown.iterations}.`;
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
