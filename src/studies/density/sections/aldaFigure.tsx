import { useLayoutEffect, useRef } from "react";
import type { ErrorSeries } from "../../../core/comparison/releaseErrors.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { AldaFigure } from "../../../panels/comparison/AldaFigure.tsx";
import { csvText } from "../../../core/release/file/csv.ts";
import { drawErrors } from "../../../plots/small/errorsPlot.ts";
import type { DensityProps } from "../model/view.ts";

const repeats = 1000;

/** Figure 1: error against ε for h = 1, …, 6 and the piecewise constant baseline. */
export function Section({ shown, recordsId, client }: DensityProps) {
  return (
    <AldaFigure<readonly ErrorSeries[]>
      figure={1}
      noise={[
        ["valueByValue", "as printed"],
        ["lattice", "for all values together"],
      ]}
      run={
        recordsId === undefined
          ? undefined
          : (calibration, job) => client.run("aldaFigure", recordsId, { repeats, calibration }, job)
      }
      sentence={sentenceOf}
      csv={csvOf}
      picture={(series, room) => <Figure series={series} epsilon={shown.epsilon} width={Math.min(room, 640)} />}
    >
      k = 20, 5000 points, a Gaussian kernel, Laplace noise, the mean of {repeats} draws. Not printed, and taken here:
      bandwidth √0.001, 0.02 and 0.005 as variances, points outside the unit interval moved to its edge, and as error
      the largest anywhere. With noise as printed every value is protected by itself; all values as one vector need
      less.
    </AldaFigure>
  );
}

function Figure({
  series,
  epsilon,
  width,
}: {
  readonly series: readonly ErrorSeries[];
  readonly epsilon: number;
  readonly width: number;
}) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const lines = series.map(({ iterations, epsilons, supremum }) => ({
      mechanism: iterations === "nearest" ? "piecewiseConstant" : `h${iterations}`,
      label: nameOf(iterations),
      points: supremum.map(({ mean, standardError }, i) => ({
        at: epsilons[i]!,
        mean,
        low: Math.max(mean / 10, mean - 2 * standardError),
        high: mean + 2 * standardError,
      })),
    }));
    const all = lines.flatMap(({ points }) => points);
    drawErrors(
      host.current!,
      {
        name: "largest error",
        along: { name: "ε", now: epsilon },
        lines,
        x: [Math.min(...all.map(({ at }) => at)), Math.max(...all.map(({ at }) => at))],
        y: [Math.min(...all.map(({ low }) => low)) / 1.2, Math.max(...all.map(({ high }) => high)) * 1.2],
        limit: [],
      },
      width,
    );
  }, [series, epsilon, width]);
  return (
    <div
      ref={host}
      role="img"
      aria-label="Largest error against ε on log scales, for each order h and for the baseline"
      style={{ inlineSize: width }}
    />
  );
}

const nameOf = (iterations: ErrorSeries["iterations"]) => (iterations === "nearest" ? "baseline" : `h = ${iterations}`);

function sentenceOf(series: readonly ErrorSeries[]): string {
  const best = series[0]!.epsilons.map((_, e) =>
    series.reduce((least, each) => (each.supremum[e]!.mean < least.supremum[e]!.mean ? each : least)),
  );
  const [first, last] = [best[0]!, best.at(-1)!];
  const baseline = best.filter(({ iterations }) => iterations === "nearest").length;
  const { epsilons } = series[0]!;
  return `At ε = ${numberText(epsilons[0]!)} ${nameOf(first.iterations)} is best, at ε = ${numberText(epsilons.at(-1)!)} ${nameOf(last.iterations)}; the baseline is best at ${baseline === 0 ? "none" : baseline} of ${best.length} budgets.`;
}

function csvOf(series: readonly ErrorSeries[]): string {
  const rows = series.flatMap(({ iterations, epsilons, supremum, average }) =>
    epsilons.map((epsilon, e) => ({
      h: iterations === "nearest" ? 0 : iterations,
      epsilon,
      supremum: supremum[e]!,
      average: average[e]!,
    })),
  );
  return csvText({
    comments: [`Aldà & Rubinstein 2017; Figure 1; mean errors of ${repeats} draws; h = 0 is the baseline`],
    columns: [
      { name: "h", at: (row) => rows[row]!.h },
      { name: "epsilon", at: (row) => rows[row]!.epsilon },
      { name: "largest error", at: (row) => rows[row]!.supremum.mean },
      { name: "its standard error", at: (row) => rows[row]!.supremum.standardError },
      { name: "mean error", at: (row) => rows[row]!.average.mean },
      { name: "its standard error (2)", at: (row) => rows[row]!.average.standardError },
    ],
    rowCount: rows.length,
  });
}
