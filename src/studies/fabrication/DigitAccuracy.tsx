import { useEffect, useRef, useState } from "react";
import { membershipScore } from "../../core/estimators/membershipScore.ts";
import { digitAccuracy, nearestDistances } from "../../core/releases/digits.ts";
import type { DigitDistances, DigitModel } from "../../core/releases/digits.ts";
import type { RecordsId } from "../../engine/engine.ts";
import { Problem } from "../../panels/Problem.tsx";
import { numberText } from "../../panels/words.ts";
import type { FabricationProps } from "./view.ts";

interface DigitAccuracyProps {
  readonly client: FabricationProps["client"];
  readonly records: RecordsId;
  readonly model: DigitModel;
  readonly classCount: number;
}

/** A row of Table 5. */
interface MeasuredRow {
  readonly model: DigitModel;
  readonly accuracy: Both;
  readonly score: Both;
}

interface Both {
  readonly fabricated: number;
  readonly noisy: number;
}

/** Classes at a time: each takes a worker and a table of its class. */
const jobsAtOnce = 3;

/** Table 5 at the chosen ε and n: measured when asked for, by all workers, a row for each time. */
export function DigitAccuracy({ client, records, model, classCount }: DigitAccuracyProps) {
  const [rows, setRows] = useState<readonly MeasuredRow[]>([]);
  const [progress, setProgress] = useState<{ readonly share: number; readonly seconds: number }>();
  const [problem, setProblem] = useState<string>();
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const cancel = () => {
    underWay.current?.abort();
    setProgress(undefined);
  };
  const start = async () => {
    const stop = (underWay.current = new AbortController());
    const { signal } = stop;
    const begun = performance.now();
    const shares = new Float64Array(classCount);
    setProblem(undefined);
    setProgress({ share: 0, seconds: 0 });
    const tell = (digit: number) => (share: number) => {
      shares[digit] = Math.max(shares[digit]!, share);
      if (!signal.aborted) {
        const all = shares.reduce((sum, each) => sum + each, 0) / classCount;
        setProgress({ share: all, seconds: (performance.now() - begun) / 1000 });
      }
    };
    const found: (DigitDistances | undefined)[] = Array.from({ length: classCount }, () => undefined);
    const waiting = found.keys();
    const work = async () => {
      for (const digit of waiting) {
        const job = { signal, onProgress: tell(digit) };
        const outcome = await client.run("measuringDigits", records, { ...model, digit }, job);
        if (signal.aborted) return;
        if (!outcome.ok) {
          stop.abort();
          setProgress(undefined);
          setProblem(outcome.error.message);
          return;
        }
        found[digit] = outcome.value;
        tell(digit)(1);
      }
    };
    await Promise.all(Array.from({ length: jobsAtOnce }, work));
    if (signal.aborted) return;
    const distances = found.filter((each) => each !== undefined);
    setRows((before) => [...before, { model, ...measuredOf(distances) }]);
    setProgress(undefined);
  };

  return (
    <>
      <h3>How well they teach (Table 5)</h3>
      <p className="explanation">
        Machines of private digits name digits that were kept apart, one in six. “mis” compares the distances of
        released digits with those of others; it is a look at the records, for you alone.
      </p>
      <div className="buttons">
        {progress === undefined ? (
          <button type="button" onClick={() => void start()}>
            Measure at ε = {numberText(model.epsilon)}, n = {model.subspaceDimension}
          </button>
        ) : (
          <>
            <progress aria-label="Measuring" max={1} value={progress.share} />
            <button type="button" onClick={cancel}>
              Cancel measuring
            </button>
            <span className="explanation">{remaining(progress)}</span>
          </>
        )}
      </div>
      <Problem text={problem} />
      {rows.length > 0 && (
        <table className="numbers" data-testid="table-5">
          <thead>
            <tr>
              <th scope="col">(ε, n), protects</th>
              <th scope="col">accuracy, fabricated</th>
              <th scope="col">accuracy, noisy</th>
              <th scope="col">mis, fabricated</th>
              <th scope="col">mis, noisy</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ model: { epsilon, subspaceDimension, protection }, accuracy, score }, k) => (
              <tr key={k}>
                <th scope="row">
                  ({numberText(epsilon)}, {subspaceDimension}), {protection === "entry" ? "pixel" : "digit"}
                </th>
                <td>{accuracy.fabricated.toFixed(4)}</td>
                <td>{accuracy.noisy.toFixed(4)}</td>
                <td>{scoreText(score.fabricated)}</td>
                <td>{scoreText(score.noisy)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function measuredOf(classes: readonly DigitDistances[]): Pick<MeasuredRow, "accuracy" | "score"> {
  const labels = classes[0]!.testLabels;
  const both = (measure: (of: "ofFabricated" | "ofNoisy") => number): Both => ({
    fabricated: measure("ofFabricated"),
    noisy: measure("ofNoisy"),
  });
  const pick = (of: "ofFabricated" | "ofNoisy", which: "test" | "members") => classes.map((each) => each[of][which]);
  return {
    accuracy: both((of) => digitAccuracy(pick(of, "test"), labels)),
    score: both((of) => {
      const [members, others] = [nearestDistances(pick(of, "members")), nearestDistances(pick(of, "test"))];
      if (members.length === 0 || others.length === 0) return NaN;
      return membershipScore({ members, others: others.slice(0, 2000) }).score;
    }),
  };
}

function remaining({ share, seconds }: { readonly share: number; readonly seconds: number }): string {
  const done = `${Math.floor(100 * share)} %`;
  if (!(share > 0.02 && seconds > 1)) return done;
  const left = (seconds * (1 - share)) / share;
  return `${done}, about ${left < 90 ? `${Math.ceil(left)} seconds` : `${Math.ceil(left / 60)} minutes`} left`;
}

function scoreText(score: number): string {
  return Number.isNaN(score) ? "–" : score.toFixed(5);
}
