import { useMemo, useState } from "react";
import { countText, numberText, secondsText } from "../../core/numberFormats.ts";
import type { FurtherInput } from "../../state/scenario/furtherInputs.ts";
import { JobButton } from "../controls/JobButton.tsx";
import { Problem } from "../controls/Problem.tsx";
import { saveFile } from "../shared/saveFile.ts";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { thisOf, unbroken } from "../controls/words.ts";
import { useMapColumns } from "../hooks/useMapColumns.ts";
import { againstOriginal, comparisonCsv } from "./comparisonCsv.ts";
import { comparisonJobs, type ComparisonSubject } from "./comparisonJobs.ts";
import { ComparisonPictures, type ShownComparison } from "./ComparisonPictures.tsx";
import { normLabels, verdict, type Compared, type Norm } from "./verdict.ts";
import "./comparison.css";

interface ComparisonProps extends ComparisonSubject, ShownComparison {
  /** Changes with every input but the budget. */
  readonly subject: string;
  readonly ready: boolean;
  readonly what: string;
  readonly further: readonly FurtherInput[];
  readonly recordsPerPerson: number;
  readonly norms?: readonly Norm[];
}

const usualNorms: readonly Norm[] = ["supremum", "average"];

function scopeOf({ further, recordsPerPerson }: Pick<ComparisonProps, "further" | "recordsPerPerson">): string {
  const held = further.map(({ name, at }) => `${name} is ${numberText(at)}`).join(" and ");
  return [
    held === "" ? "" : ` All of the function is released; errors are those on the slice where ${held}.`,
    recordsPerPerson === 1 ? "" : ` What is protected is a person with up to ${recordsPerPerson} rows.`,
  ].join("");
}

export function Comparison(props: ComparisonProps) {
  const { mechanisms, epsilon, delta, recordCount, subject, ready, what, against = againstOriginal } = props;
  const map = useMapColumns<Compared>(subject);
  const [budget, setBudget] = useState({ epsilon, delta });
  const norms = props.norms ?? usualNorms;
  const [norm, setNorm] = useState<Norm>(norms[0]!);
  const { columns, done, jobCount, seconds } = map;
  const left = done && seconds !== undefined ? (seconds / done) * (jobCount - done) : undefined;

  const start = () => {
    setBudget({ epsilon, delta });
    map.start(comparisonJobs(props));
  };
  const full = columns.filter((column) => column.recordCount === recordCount);
  const words = useMemo(
    () => verdict(mechanisms, full, { epsilon: budget.epsilon, norm }),
    [mechanisms, full, budget.epsilon, norm],
  );
  const isOther = map.outdated || budget.epsilon !== epsilon || budget.delta !== delta;

  return (
    <div className="comparison">
      <p className="explanation">
        Every mechanism that can release {thisOf(what)}, on the same records and under the same ε and δ. Each has the
        parameters that public numbers suggest. Errors are measured against {against.words}
        {against.isPublic
          ? `, on five data sets of ${countText(recordCount)} records drawn from it. No record is looked at, so choosing by it costs nothing.`
          : ", so this is for you alone. Choosing by it is a look at the private records, which the guarantee does not cover."}
        {scopeOf(props)}
      </p>
      <div className="buttons">
        <JobButton
          label={columns.length > 0 ? "Compare again" : "Compare mechanisms"}
          doing="Comparing"
          cancel="Cancel the comparison"
          done={done}
          of={jobCount}
          detail={`${done ?? 0} of ${jobCount}${left === undefined ? "" : `, ${secondsText(left)} left`}`}
          disabled={!ready}
          onStart={start}
          onCancel={() => map.cancel()}
        />
        {columns.length > 0 && done === undefined && (
          <button
            type="button"
            onClick={() =>
              saveFile(
                `${what}-comparison.csv`,
                "text/csv",
                comparisonCsv({ what, against }, mechanisms, columns, delta),
              )
            }
          >
            Comparison (CSV)
          </button>
        )}
        {columns.length > 0 && (
          <ToolChoice
            label="Error"
            value={norm}
            choices={Object.fromEntries(norms.map((each) => [each, normLabels[each]]))}
            onChange={setNorm}
          />
        )}
      </div>
      {columns.length > 0 && done === undefined && seconds !== undefined && (
        <p className="explanation">Compared in {secondsText(seconds)}.</p>
      )}
      <Problem text={map.problem} />
      {full.length > 0 && isOther && done === undefined && (
        <p className="explanation" role="status">
          Made at ε = {numberText(budget.epsilon)}, δ = {numberText(budget.delta)}
          {map.outdated ? ", for other settings" : ""}; compare again for those of now.
        </p>
      )}
      {words && (
        <div data-testid="verdict">
          <p className="verdict">{unbroken(words.headline)}</p>
          <p className="explanation">{unbroken(words.more)}</p>
        </div>
      )}
      {full.length > 0 && <ComparisonPictures {...props} {...budget} norm={norm} columns={columns} full={full} />}
    </div>
  );
}
