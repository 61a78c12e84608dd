import { useRef, useState, type ReactNode } from "react";
import { secondsText } from "../../core/numberFormats.ts";
import type { RecordsId } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { JobButton } from "../controls/JobButton.tsx";
import { Problem } from "../controls/Problem.tsx";
import { saveFile } from "../shared/saveFile.ts";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { useJob, type Job, type JobProgress } from "../hooks/useJob.ts";
import { useWidth } from "../hooks/useWidth.ts";
import "../../plots/plots.css";
import "./comparison.css";

/** As printed, for single values, or for all lattice values together. */
type AldaCalibration = "valueByValue" | "lattice";

interface AldaFigureProps<T> {
  readonly figure: 1 | 2;
  readonly children: ReactNode;
  readonly noise: readonly (readonly [AldaCalibration, string])[];
  readonly recordsId: RecordsId | undefined;
  readonly run: (records: RecordsId, calibration: AldaCalibration, job: Job) => Promise<Outcome<T>>;
  readonly sentence: (found: T) => string;
  readonly csv: (found: T) => string;
  readonly picture: (found: T, room: number) => ReactNode;
}

export function AldaFigure<T>({ figure, children, noise, recordsId, run, sentence, csv, picture }: AldaFigureProps<T>) {
  const [calibration, setCalibration] = useState(noise[0]![0]);
  const [found, setFound] = useState<T>();
  const [seconds, setSeconds] = useState(0);
  const [problem, setProblem] = useState<string>();
  const job = useJob();
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);

  const start = async () => {
    if (recordsId === undefined) return;
    setProblem(undefined);
    const begun = performance.now();
    const outcome = await job.run((own) => run(recordsId, calibration, own));
    setSeconds((performance.now() - begun) / 1000);
    if (outcome?.ok) setFound(outcome.value);
    else if (outcome) setProblem(outcome.error.message);
  };

  return (
    <div ref={host} className="comparison">
      <p className="explanation">{children}</p>
      <div className="buttons">
        <JobButton
          label="Compute the figure"
          doing="Computing the figure"
          cancel="Cancel the figure"
          done={job.progress?.done}
          detail={leftOf(job.progress)}
          disabled={recordsId === undefined}
          onStart={() => void start()}
          onCancel={job.cancel}
        />
        <ToolChoice label="Noise" value={calibration} choices={Object.fromEntries(noise)} onChange={setCalibration} />
        {found !== undefined && (
          <button type="button" onClick={() => saveFile(`alda-figure-${figure}.csv`, "text/csv", csv(found))}>
            Figure (CSV)
          </button>
        )}
      </div>
      <Problem text={problem} />
      {found !== undefined && width > 0 && (
        <>
          <p className="verdict" data-testid={`alda-figure-${figure}`}>
            {sentence(found)}
          </p>
          {picture(found, width)}
          {job.progress === undefined && <p className="explanation">Computed in {secondsText(seconds)}.</p>}
        </>
      )}
    </div>
  );
}

function leftOf(progress: JobProgress | undefined): string | undefined {
  if (!progress || progress.done === 0) return undefined;
  return `${secondsText((progress.seconds / progress.done) * (1 - progress.done))} left`;
}
