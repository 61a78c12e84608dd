import { useLayoutEffect, useRef, useState } from "react";
import type { ErrorSeries } from "../../../core/releases/releaseErrors.ts";
import { csvText } from "../../../panels/csv.ts";
import { Problem } from "../../../panels/Problem.tsx";
import { saveFile } from "../../../panels/saveFile.ts";
import { ToolChoice } from "../../../panels/ToolChoice.tsx";
import { useWidth } from "../../../panels/useWidth.ts";
import { numberText } from "../../../panels/words.ts";
import { drawErrors } from "../../../plots/comparisonPlot.ts";
import "../../../plots/plots.css";
import "../../../panels/comparison/comparison.css";
import type { DensityProps } from "../view.ts";

type Calibration = "valueByValue" | "lattice";

const repeats = 1000;

/** The error of the private density against ε for h = 1, …, 6 and the piecewise constant baseline, as Figure 1 has it. */
export function Section({ shown, recordsId, client }: DensityProps) {
  const [calibration, setCalibration] = useState<Calibration>("valueByValue");
  const [found, setFound] = useState<{ readonly calibration: Calibration; readonly series: readonly ErrorSeries[] }>();
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
    const job = { signal, onProgress: setProgress };
    void client.run("aldaFigure", recordsId, { repeats, calibration }, job).then((outcome) => {
      if (signal.aborted) return;
      setProgress(undefined);
      if (outcome.ok) setFound({ calibration, series: outcome.value });
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
        k = 20, 5000 points, a Gaussian kernel, Laplace noise, the mean of {repeats} draws. Not printed, and taken here:
        bandwidth √0.001, 0.02 and 0.005 as variances, points outside the unit interval moved to its edge, and as error
        the largest anywhere. With noise as printed every value is protected by itself; all values as one vector need
        less.
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
          choices={{ valueByValue: "as printed", lattice: "for all values together" }}
          onChange={setCalibration}
        />
        {found && (
          <button type="button" onClick={() => saveFile("alda-figure-1.csv", "text/csv", csvOf(found.series))}>
            Figure (CSV)
          </button>
        )}
      </div>
      <Problem text={problem} />
      {found && width > 0 && (
        <>
          <p className="verdict">{sentenceOf(found.series)}</p>
          <Figure {...found} epsilon={shown.epsilon} width={Math.min(width, 640)} />
        </>
      )}
    </div>
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
      style={{ inlineSize: width, blockSize: 300 }}
    />
  );
}

const nameOf = (iterations: ErrorSeries["iterations"]) => (iterations === "nearest" ? "baseline" : `h = ${iterations}`);

/** Which order is best at which ε, and whether the baseline ever is. */
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
      ...{ supremum: supremum[e]!, average: average[e]! },
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
