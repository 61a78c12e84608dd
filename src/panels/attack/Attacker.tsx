import { useContext, useLayoutEffect, useMemo, useState, type ReactNode } from "react";
import { achievedDelta } from "../../core/privacy/calibration/gaussian.ts";
import { bestGuessOf } from "../../core/privacy/attack/playing.ts";
import { countText, numberText, percentText } from "../../core/numberFormats.ts";
import type { AttackedLine, RecordMove } from "../../core/release/attacking.ts";
import type { ReleaseView } from "../../state/presented/releaseView.ts";
import { furtherPen } from "../../plots/furtherPen.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { JobButton } from "../controls/JobButton.tsx";
import { NumberBox } from "../controls/NumberBox.tsx";
import { Problem } from "../controls/Problem.tsx";
import { SliderControl } from "../controls/SliderControl.tsx";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useJob } from "../hooks/useJob.ts";
import { ShowSecond } from "../pictures/furtherLines.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { NumberTable } from "../shared/NumberTable.tsx";
import { ShareBar } from "../shared/ShareBar.tsx";
import { firstMove, withRow, type AttackSubject } from "./attackSubject.ts";
import { attackedNow, linePicture, type AttackedNow } from "./attackedNow.ts";
import { AttackLaws } from "./AttackLaws.tsx";
import { ofHundred } from "./attackWords.ts";
import { BrokenOnPurpose } from "./BrokenOnPurpose.tsx";
import { Game } from "./Game.tsx";
import { neighbourOn } from "./neighbourOn.ts";
import { PairPicture } from "./PairPicture.tsx";
import { worstPair } from "./worstPair.ts";

interface AttackerProps {
  readonly of: AttackSubject;
  readonly view: Pick<ReleaseView, "budget" | "sigma" | "shapes" | "axes" | "original">;
  readonly rows?: ((move: RecordMove) => readonly (readonly [string, string])[]) | undefined;
  readonly below?: ReactNode;
}

/** By subject. */
const lastMoves = new Map<string, RecordMove>();

/** For the inside view only: both functions are of the records. */
export function Attacker({ of, view: { budget, sigma, shapes, axes, original }, rows, below }: AttackerProps) {
  const [chosen, setChosen] = useState(lastMoves.get(of.subject));
  const move = chosen && chosen.record < of.count ? chosen : firstMove(of, 0);
  const setMove = (next: RecordMove) => {
    lastMoves.set(of.subject, next);
    setChosen(next);
  };
  const key = JSON.stringify([of.subject, move]);
  const question = useMemo(() => ({ moves: [(JSON.parse(key) as [string, RecordMove])[1]] }), [key]);
  const { answer, failure } = useAnswer(question, (asked, signal) => of.ask(asked, { signal }), 150);
  const pair = answer?.value;
  const now = useMemo(() => pair && attackedNow(pair, budget), [pair, budget]);
  const at = `${key} ${budget.multiplier}`;
  const show = useContext(ShowSecond);
  const { change, move: moved } = now?.pair ?? {};
  const { isTable } = of;
  useLayoutEffect(() => {
    if (!change || !moved || !original) return;
    show({ second: isTable ? withRow(original, moved) : neighbourOn(original, axes, change), pen: furtherPen });
    return () => show({});
  }, [show, change, moved, isTable, original, axes]);
  return (
    <div className="section-body attacker" data-testid="attacker">
      <p className="explanation">
        She knows every record but one, and that this {of.noun} is as it is (x) or as you move it here (x′). From one
        release she guesses which. Nobody guesses better than by the likelihood ratio, with which she plays.
      </p>
      <PairPicture of={of} move={move} onMove={setMove} />
      <PairControls of={of} move={move} onMove={setMove} />
      <Problem text={failure?.message} />
      {pair && !now && (
        <p>x′ makes no difference here: any guess is right half of the time. Move it, or choose another.</p>
      )}
      {now && (
        <>
          <div className="columns">
            <div>
              <Distance {...now} />
              {rows && <NumberTable rows={rows(now.pair.move)} />}
            </div>
            <LineChart
              picture={linePicture(now.pair.line, of.axis, { deviation: shapes ? undefined : sigma })}
              caption={`Dotted: f′, with x′, minus f, with x.${shapes ? "" : " Solid: 1.96 standard deviations of the noise, at each point."}${atWords(now.pair.line)}`}
            />
          </div>
          <AttackLaws {...now} />
          <Game key={at} at={at} {...now} of={of} />
          {below}
          <BrokenOnPurpose key={`broken ${key}`} {...now} of={of} />
        </>
      )}
    </div>
  );
}

function PairControls({
  of,
  move: { record, to },
  onMove,
}: {
  readonly of: AttackSubject;
  readonly move: RecordMove;
  readonly onMove: (move: RecordMove) => void;
}) {
  const job = useJob();
  const [found, setFound] = useState<number>();
  const before = of.valuesOf(record);
  const setOne = (k: number, value: number) => onMove({ record, to: to.map((x, j) => (j === k ? value : x)) });
  const search = async () => {
    const outcome = await job.run((own) => worstPair(of, own));
    if (!outcome?.ok) return;
    onMove(outcome.value.move);
    setFound(outcome.value.distance / outcome.value.sensitivity);
  };
  return (
    <div className="pair">
      <div className="record">
        <span>
          {of.noun[0]!.toUpperCase()}
          {of.noun.slice(1)} number
        </span>
        <NumberBox
          label={`Number of the ${of.noun} that moves`}
          value={record + 1}
          min={1}
          max={of.count}
          integer
          onCommit={(number) => onMove(firstMove(of, number - 1))}
        />
        <span>of {countText(of.count)}</span>
        <JobButton
          label="The worst pair"
          doing="Searching for the worst pair"
          cancel="Cancel the search"
          done={job.progress?.done}
          onStart={() => void search()}
          onCancel={job.cancel}
        />
        <button
          type="button"
          title="Moves the record itself: bar and lens below the picture say what that changes"
          onClick={() => of.keep({ record, to })}
        >
          Make x′ the record
        </button>
        <span role="status">
          {found !== undefined &&
            `${percentText(found)} of Δ was the most that a search found${found < 0.99 ? "; Δ is a proved bound for any records" : ""}.`}
        </span>
      </div>
      {of.fields.map(({ label, min, max, choices }, k) =>
        choices ? (
          <ChoiceControl
            key={label}
            label={`x′: ${label}`}
            explanation={`x: ${choices.find(({ value }) => value === before[k])?.label ?? numberText(before[k]!)}`}
            value={String(to[k])}
            choices={choices.map(({ value, label: name }) => ({ value: String(value), label: name }))}
            onChange={(value) => setOne(k, Number(value))}
          />
        ) : (
          <SliderControl
            key={label}
            label={`x′: ${label}`}
            symbol=""
            explanation={`x: ${numberText(before[k]!)}`}
            value={to[k]!}
            min={min}
            max={max}
            scale="linear"
            valueText={numberText(to[k]!)}
            onChange={(value) => setOne(k, value)}
          />
        ),
      )}
    </div>
  );
}

function Distance({ pair, law, claim, budget }: AttackedNow) {
  const share = Math.min(1, pair.distance / pair.sensitivity);
  const noiseMultiplier = (budget.multiplier * pair.unit) / pair.distance;
  const ownDelta = pair.law === "gaussian" ? achievedDelta({ epsilon: budget.epsilon, noiseMultiplier }) : 0;
  return (
    <>
      <p>
        How far apart f and f′ are, in the norm of the noise: <strong>{percentText(share)} of Δ</strong>
      </p>
      <ShareBar label="Distance of f and f′ as a share of Δ" value={Math.round(100 * share)} most={100} tone="second" />
      <p data-testid="attacker-sentence">
        Of 100 guesses the best attacker gets <strong>{ofHundred(law.right)}</strong> right, a coin 50. The claim allows{" "}
        {ofHundred(bestGuessOf(claim))}, for any pair of neighbours.
      </p>
      <p className="explanation">
        d = {numberText(pair.distance)}, Δ = {numberText(pair.sensitivity)}
        {ownDelta > 1e-15 && `, δ of this pair at ε = ${numberText(budget.epsilon)} is ${numberText(ownDelta)}`}, in{" "}
        {countText(pair.numberCount)} numbers that she reads.{" "}
        {pair.law === "gaussian"
          ? "Gaussian noise: right in Φ(μ/2), μ = d/σ."
          : "Laplace noise: d is the sum of all changes."}
        {pair.pointMass
          ? ` An entry leaves without noise with probability ${numberText(pair.pointMass)}, and then it gives itself away.`
          : ""}
      </p>
    </>
  );
}

function atWords({ at }: AttackedLine): string {
  return at.length === 0
    ? ""
    : ` Along the first axis, through the place where they differ most: at ${at.map(numberText).join(", ")}.`;
}
