import type { ErrorSeries } from "../../../core/comparison/releaseErrors.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { AldaFigure } from "../../../panels/comparison/AldaFigure.tsx";
import { errorsPicture, heightsOf } from "../../../panels/comparison/errorPictures.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { csvText } from "../../../core/release/file/csv.ts";
import type { DensityProps } from "../model/view.ts";

const repeats = 1000;

/** Figure 1: error against ε for h = 1, …, 6 and piecewise constants. */
export function Section({ shown, recordsId, client }: DensityProps) {
  return (
    <AldaFigure<readonly ErrorSeries[]>
      figure={1}
      noise={[
        ["valueByValue", "as printed"],
        ["lattice", "for all values together"],
      ]}
      recordsId={recordsId}
      run={(records, calibration, job) => client.run("aldaFigure", records, { repeats, calibration }, job)}
      sentence={sentenceOf}
      csv={csvOf}
      picture={(series) => <Figure series={series} epsilon={shown.epsilon} />}
    >
      k = 20, 5000 points, a Gaussian kernel, Laplace noise, the mean of {repeats} draws. Not printed, and taken here:
      bandwidth √0.001, 0.02 and 0.005 as variances, points outside the unit interval moved to its edge, and as error
      the largest anywhere. With noise as printed every value is protected by itself; all values as one vector need
      less.
    </AldaFigure>
  );
}

function Figure({ series, epsilon }: { readonly series: readonly ErrorSeries[]; readonly epsilon: number }) {
  const errors = series.flatMap(({ iterations, epsilons, supremum }) =>
    supremum.map(({ mean, standardError }, i) => ({
      mechanism: iterations === "nearest" ? "piecewiseConstant" : `h${iterations}`,
      ...{ label: nameOf(iterations), at: epsilons[i]!, mean },
      ...{ low: Math.max(mean / 10, mean - 2 * standardError), high: mean + 2 * standardError },
    })),
  );
  const picture = errorsPicture(errors, {
    axes: ["ε", "largest error"],
    heights: heightsOf(errors, 1.2),
    now: epsilon,
  });
  return <LineChart picture={picture} />;
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
