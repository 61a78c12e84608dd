import { useEffect, useRef, useState } from "react";
import { membershipScore } from "../../../core/affineHull/machine/membershipScore.ts";
import {
  digitAccuracy,
  digitCurves,
  meanArea,
  nearestDistances,
  type DigitDistances,
} from "../../../core/affineHull/digits/digitDistances.ts";
import type { DigitModel } from "../../../core/affineHull/digits/digitNoise.ts";
import { decimalsText, numberText, percentText, pixelText } from "../../../core/numberFormats.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { JobButton } from "../../../panels/controls/JobButton.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { forEachClass, remaining, type ClassProgress } from "./classJobs.ts";
import { largestGap } from "./distances.ts";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import type { FabricationProps } from "../model/view.ts";
import "./tables.css";

interface DigitAccuracyProps {
  readonly client: FabricationProps["client"];
  readonly records: RecordsId;
  readonly model: DigitModel;
  readonly sizes: readonly number[];
}

interface MeasuredRow {
  readonly model: DigitModel;
  readonly accuracy: Both;
  /** Mean of the classes. */
  readonly area: Both;
  readonly curves: ReturnType<typeof digitCurves>;
  readonly score: Both;
  readonly guess: Both;
  readonly seconds: number;
}

interface Both {
  readonly fabricated: number;
  readonly noisy: number;
}

export function DigitAccuracy({ client, records, model, sizes }: DigitAccuracyProps) {
  const [rows, setRows] = useState<readonly MeasuredRow[]>([]);
  const [progress, setProgress] = useState<ClassProgress>();
  const [problem, setProblem] = useState<string>();
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const cancel = () => {
    underWay.current?.abort();
    setProgress(undefined);
  };
  const start = async () => {
    const { signal } = (underWay.current = new AbortController());
    const begun = performance.now();
    setProblem(undefined);
    setProgress({ share: 0, seconds: 0 });
    const found = await forEachClass(sizes, signal, setProgress, async (digit, onProgress) => {
      const outcome = await client.run("measuringDigits", records, { ...model, digit }, { signal, onProgress });
      if (!outcome.ok && !signal.aborted) setProblem(outcome.error.message);
      return outcome.ok ? outcome.value : undefined;
    });
    if (signal.aborted) return;
    setProgress(undefined);
    if (!found) return;
    const seconds = (performance.now() - begun) / 1000;
    setRows((before) => [...before, { model, seconds, ...measuredOf(found) }]);
  };

  return (
    <>
      <h2 className="digit-heading">How well they teach, and whom they give away (Table 5)</h2>
      <p className="explanation">
        Machines of private digits name digits that were kept apart, one in six. AUC is the chance that a digit matches
        its own class better than one of another class does (Definition 8), the mean of the classes. The last columns
        compare how far released digits and those kept apart are from the machines. “mis” is the paper’s score, the
        squared distance between the two densities: 0 where they are one. The guess is how often somebody who says “in
        the table” of near digits is right; a coin is right in 50 %. Both are a look at the records, for you alone, and
        about one attack only.
      </p>
      <div className="buttons">
        <JobButton
          label={`Measure at ε = ${numberText(model.epsilon)}, n = ${model.subspaceDimension}`}
          doing="Measuring"
          cancel="Cancel measuring"
          done={progress?.share}
          detail={progress && remaining(progress)}
          onStart={() => void start()}
          onCancel={cancel}
        />
      </div>
      <Problem text={problem} />
      {rows.length > 0 && (
        <div className="scrolling">
          <DataTable
            className="numbers"
            data-testid="table-5"
            head={[
              "(ε, n, L), protects",
              ...["accuracy", "AUC", "mis", "guess"].flatMap((what) => [`${what}, fabricated`, `${what}, noisy`]),
            ]}
            rows={rows.map(
              ({ model: { epsilon, subspaceDimension, depth, protection }, accuracy, area, score, guess }) => [
                `(${numberText(epsilon)}, ${subspaceDimension}, ${depth}), ${protection === "entry" ? "pixel" : "digit"}`,
                decimalsText(accuracy.fabricated, 4),
                decimalsText(accuracy.noisy, 4),
                scoreText(area.fabricated, 4),
                scoreText(area.noisy, 4),
                scoreText(score.fabricated),
                scoreText(score.noisy),
                percentText(guess.fabricated),
                percentText(guess.noisy),
              ],
            )}
          />
        </div>
      )}
      {rows.length > 0 && <MatchingCurves curves={rows.at(-1)!.curves} />}
    </>
  );
}

const side = 260;
const room = { left: 52, right: 8, top: 26, bottom: 36 };

function MatchingCurves({ curves }: Pick<MeasuredRow, "curves">) {
  const known = curves.filter(({ area }) => !Number.isNaN(area));
  if (known.length === 0) return null;
  const worst = curves.reduce(
    (least, { area }, c) => (area < curves[least]!.area ? c : least),
    curves.indexOf(known[0]!),
  );
  const x = (share: number) => pixelText(room.left + share * (side - room.left - room.right));
  const y = (share: number) => pixelText(room.top + (1 - share) * (side - room.top - room.bottom));
  return (
    <figure className="matching-curves">
      <svg
        className="distances"
        width={side}
        height={side}
        role="img"
        aria-label="Share of a digit's own class found against that of others"
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="rule" x1={x(0)} x2={x(1)} y1={y(share)} y2={y(share)} />
            <text x={room.left - 6} y={y(share)} dy="0.3em" textAnchor="end">
              {100 * share} %
            </text>
            <text x={x(share)} y={side - room.bottom + 16} textAnchor={share === 1 ? "end" : "middle"}>
              {100 * share} %
            </text>
          </g>
        ))}
        <text x={4} y={12}>
          found of its own class
        </text>
        <text x={x(1)} y={side - 4} textAnchor="end">
          found of other classes
        </text>
        {known.map(({ others, own }, c) => (
          <path key={c} d={`M${Array.from(others, (share, k) => `${x(share)},${y(own[k]!)}`).join("L")}`} />
        ))}
      </svg>
      <figcaption className="explanation">
        Digits of a class that score at least so high, against those of other classes that do: fabricated, last row.
        Digit {worst} is matched least well: {decimalsText(curves[worst]!.area, 4)}.
      </figcaption>
    </figure>
  );
}

/** An empty class is infinitely far. */
function measuredOf(
  classes: readonly (DigitDistances | undefined)[],
): Pick<MeasuredRow, "accuracy" | "area" | "curves" | "score" | "guess"> {
  const known = classes.find((each) => each !== undefined)!;
  const both = (measure: (of: "ofFabricated" | "ofNoisy") => number): Both => ({
    fabricated: measure("ofFabricated"),
    noisy: measure("ofNoisy"),
  });
  const pick = (of: "ofFabricated" | "ofNoisy", which: "test" | "members") =>
    classes.map((each) => each?.[of][which] ?? new Float64Array(known[of][which].length).fill(Infinity));
  const distances = (of: "ofFabricated" | "ofNoisy") => ({
    members: nearestDistances(pick(of, "members")),
    others: nearestDistances(pick(of, "test")).slice(0, 2000),
  });
  const curves = (of: "ofFabricated" | "ofNoisy") => digitCurves(pick(of, "test"), known.testLabels);
  return {
    curves: curves("ofFabricated"),
    area: both((of) => meanArea(curves(of))),
    accuracy: both((of) => digitAccuracy(pick(of, "test"), known.testLabels)),
    score: both((of) => {
      const { members, others } = distances(of);
      return members.length > 0 && others.length > 0 ? membershipScore({ members, others }) : NaN;
    }),
    guess: both((of) => {
      const { members, others } = distances(of);
      return 0.5 + largestGap(members, others) / 2;
    }),
  };
}

function scoreText(score: number, digits = 5): string {
  return Number.isNaN(score) ? "–" : decimalsText(score, digits);
}
