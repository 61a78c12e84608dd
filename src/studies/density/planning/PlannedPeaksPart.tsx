import { useState } from "react";
import { counted, countText, numberText, shareRangeText, wholePercentText } from "../../../core/numberFormats.ts";
import type { PlannedDensity } from "../../../core/planning/densityErrors.ts";
import { allPeaksAt, releaseForPeaks, type PlannedPeaks } from "../../../core/planning/plannedPeaks.ts";
import { JobButton } from "../../../panels/controls/JobButton.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { useJob } from "../../../panels/hooks/useJob.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import type { OtherProps } from "../../../panels/planning/planStudy.ts";
import { roundedUp } from "../../../panels/planning/planWords.ts";

interface PlannedPeaksPartProps extends Omit<OtherProps<never, never>, "scenario" | "plan"> {
  readonly density: PlannedDensity;
  readonly share: number;
}

const releaseCount = 400;

/** Share of simulated releases that show all peaks of the declared density. */
export function PlannedPeaksPart({ density, release, share, client, onTake, onRecords }: PlannedPeaksPartProps) {
  const [peaks, setPeaks] = useState<PlannedPeaks>();
  const [problem, setProblem] = useState<string>();
  const job = useJob();
  const start = async () => {
    setProblem(undefined);
    const asked = { ...density, bandwidth: release.tuning, releaseCount };
    const outcome = await job.run((own) => client.plan("peaks", asked, own));
    if (outcome?.ok) setPeaks(outcome.value);
    else if (outcome) setProblem(outcome.error.message);
  };
  return (
    <div data-testid="plan-peaks">
      <p className="explanation">
        By simulated noise on the smoothed curve at this h; the chance of the records is left out. A peak shows if it
        rises above its valleys by more than noise alone would make.
      </p>
      <p className="buttons">
        <JobButton
          label={peaks ? "Simulate again" : `Simulate ${releaseCount} releases`}
          doing="Simulating"
          cancel="Cancel the simulation"
          done={job.progress?.done}
          onStart={() => void start()}
          onCancel={job.cancel}
        />
      </p>
      <Problem text={problem} />
      {peaks && <PeaksAnswer {...{ peaks, release, share, onTake, onRecords }} />}
    </div>
  );
}

function PeaksAnswer({
  peaks,
  release,
  share,
  onTake,
  onRecords,
}: Omit<PlannedPeaksPartProps, "density" | "client"> & { readonly peaks: PlannedPeaks }) {
  const now = allPeaksAt(peaks, release);
  const solution = releaseForPeaks(peaks, share, release);
  const count = peaks.visibility.peaks.length;
  const { min, max } = budgetLimits.epsilon;
  const epsilons = Array.from({ length: 61 }, (_, j) => min * (max / min) ** (j / 60));
  const epsilon = solution.isReached ? roundedUp(Math.max(min, solution.value.epsilon)) : undefined;
  const records = solution.isReached ? Math.ceil(solution.value.recordCount * (1 - 1e-9)) : undefined;
  return (
    <>
      <p>
        {`You declared ${counted(count, "peak")}. At ε = ${numberText(release.epsilon)}, n = ${countText(release.recordCount)} and h = ${numberText(release.tuning)} ${count === 1 ? "it shows" : "all show"} in ${wholePercentText(now.share)} of ${releaseCount} releases (with 95 % in ${shareRangeText(now.share, 1.96 * now.standardError + 3 / releaseCount)} of all).`}
      </p>
      {epsilon === undefined || records === undefined ? (
        <p>{`No ε reaches it: without noise ${count === 1 ? "the peak shows" : "all peaks show"} in none of the releases. A smaller h keeps them apart.`}</p>
      ) : (
        <ul className="plan-answers">
          <li>
            {`It takes ε = ${numberText(epsilon)} at this n and h. `}
            {epsilon <= max && (
              <button
                type="button"
                onClick={() => onTake({ epsilon })}
              >{`Take over ε = ${numberText(epsilon)}`}</button>
            )}
          </li>
          <li>
            {`It takes ${counted(records, "record")} at this ε and h. `}
            <button type="button" onClick={() => onRecords(records)}>{`Plan with n = ${countText(records)}`}</button>
          </li>
        </ul>
      )}
      <LineChart
        picture={{
          x: { domain: [min, max], isLog: true, label: "ε" },
          y: { domain: [0, 1], isLog: false, label: "share of releases that show all" },
          series: [
            { points: [[min, share] as const, [max, share] as const], role: "original", as: "line" },
            {
              points: epsilons.map((at) => [at, allPeaksAt(peaks, { ...release, epsilon: at }).share] as const),
              role: "private",
              as: "line",
            },
            { points: [[release.epsilon, now.share] as const], role: "private", as: "dots" },
          ],
          description: "share of simulated releases that show all peaks, against ε, with the target as a line",
        }}
        caption="Dashed: the target. The dot is where you are."
      />
    </>
  );
}
