import { useState } from "react";
import { accusingThreshold, evidenceOf } from "../../core/privacy/attack/playing.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import type { AttackAnswer } from "../../core/release/attacking.ts";
import { JobButton } from "../controls/JobButton.tsx";
import { Problem } from "../controls/Problem.tsx";
import { useJob } from "../hooks/useJob.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { linePicture, type AttackedNow } from "./attackedNow.ts";
import type { AttackSubject } from "./attackSubject.ts";
import { boundsText, lossText, ofHundred } from "./attackWords.ts";

type Played = NonNullable<AttackAnswer["played"]>;
type Tally = Pick<Played, "rounds" | "right" | "sides">;

interface GameProps extends AttackedNow {
  readonly of: AttackSubject;
  /** Pair and budget. */
  readonly at: string;
}

const noSide = { rounds: 0, beyond: 0 };
const none: Tally = { rounds: 0, right: 0, sides: [noSide, noSide] };
const manyRounds = 1000;

interface Score {
  readonly yours: { readonly rounds: number; readonly right: number };
  readonly hers: Tally;
}

/** Kept as long as the page. */
const scores = new Map<string, Score>();
const scoreAt = (at: string): Score => scores.get(at) ?? { yours: { rounds: 0, right: 0 }, hers: none };

/** Rounds of "x or x′?", by hand, and of the best attacker. */
export function Game({ of, at, pair, law, claim, budget }: GameProps) {
  const job = useJob();
  const [round, setRound] = useState<Played>();
  const [guess, setGuess] = useState<"x" | "x′">();
  const [{ yours, hers }, setScore] = useState(scoreAt(at));
  const [withHer, setWithHer] = useState(false);
  const [prior, setPrior] = useState(50);
  const [problem, setProblem] = useState<string>();
  const ask = async (rounds: number) => {
    const play = {
      rounds,
      threshold: accusingThreshold(claim),
      fault: "none" as const,
      multiplier: budget.multiplier,
      seed: "secure" as const,
    };
    const outcome = await job.run((own) => of.ask({ moves: [pair.move], play }, own));
    setProblem(outcome && !outcome.ok ? outcome.error.message : undefined);
    return outcome?.ok ? outcome.value.played : undefined;
  };
  const change = (to: (before: Score) => Score) => {
    scores.set(at, to(scoreAt(at)));
    setScore(scoreAt(at));
  };
  const draw = async () => {
    const next = await ask(1);
    if (!next) return;
    setRound(next);
    setGuess(undefined);
  };
  const say = (answer: "x" | "x′") => {
    if (!round) return;
    setGuess(answer);
    const isRight = (answer === "x′") === round.isSecond;
    change((before) => ({
      yours: { rounds: before.yours.rounds + 1, right: before.yours.right + (isRight ? 1 : 0) },
      hers: withHer ? added(before.hers, round) : before.hers,
    }));
  };
  const many = async () => {
    const played = await ask(manyRounds);
    if (played) change((before) => ({ ...before, hers: added(before.hers, played) }));
  };
  const isRight = round && guess && (guess === "x′") === round.isSecond;
  return (
    <section aria-label="The game">
      <p className="heading">x or x′?</p>
      <div className="buttons">
        {!round || guess ? (
          <JobButton
            label={round ? "Next release" : "Draw a release"}
            doing="Drawing"
            cancel="Cancel"
            done={job.progress?.done}
            onStart={() => void draw()}
            onCancel={job.cancel}
          />
        ) : (
          (["x", "x′"] as const).map((answer) => (
            <button key={answer} type="button" onClick={() => say(answer)}>
              It is {answer}
            </button>
          ))
        )}
        <label>
          <input type="checkbox" checked={withHer} onChange={(event) => setWithHer(event.target.checked)} /> the best
          attacker guesses too
        </label>
        {withHer && job.progress === undefined && (
          <button type="button" onClick={() => void many()}>
            Let her play {countText(manyRounds)} rounds
          </button>
        )}
      </div>
      <Problem text={problem} />
      <p role="status" data-testid="game">
        {round && guess ? `${isRight ? "Right" : "Wrong"}: it was ${round.isSecond ? "x′" : "x"}. ` : ""}
        {yours.rounds > 0 &&
          `You: ${yours.right} of ${yours.rounds}; the best possible is ${ofHundred(law.right)} of 100. `}
        {hers.rounds > 0 && `The best attacker: ${countText(hers.right)} of ${countText(hers.rounds)}. `}
        {yours.rounds + hers.rounds > 0 && "For this x, x′ and ε, until the page is closed."}
      </p>
      {hers.rounds > 0 && <Bounds tally={hers} claim={claim} delta={budget.delta} isNormal={pair.law === "gaussian"} />}
      {round && (
        <div className="columns">
          <LineChart
            picture={linePicture(pair.line, of.axis, { drawn: round.drawn })}
            caption="Thick: one release, of f or of f′. Dotted: f′. All minus f."
          />
          <Odds loss={guess ? round.loss : undefined} prior={prior} onPrior={setPrior} />
        </div>
      )}
    </section>
  );
}

function added(a: Tally, b: Tally): Tally {
  const side = (k: 0 | 1) => ({
    rounds: a.sides[k].rounds + b.sides[k].rounds,
    beyond: a.sides[k].beyond + b.sides[k].beyond,
  });
  return { rounds: a.rounds + b.rounds, right: a.right + b.right, sides: [side(0), side(1)] };
}

interface BoundsProps extends Pick<AttackedNow, "claim"> {
  readonly tally: Tally;
  readonly delta: number;
  /** Right guesses bound only a normal loss from above. */
  readonly isNormal: boolean;
}

/** Clopper and Pearson beside the claim. */
export function Bounds({ tally, claim, delta, isNormal }: BoundsProps) {
  return (
    <p className="explanation" data-testid="bounds">
      {boundsText(evidenceOf(tally, claim), claim, isNormal ? delta : undefined)}; the claim for any pair is{" "}
      {lossText(claim, delta)}.
    </p>
  );
}

function Odds({
  loss,
  prior,
  onPrior,
}: {
  readonly loss: number | undefined;
  readonly prior: number;
  readonly onPrior: (prior: number) => void;
}) {
  const odds = loss === undefined ? 1 : Math.exp(loss);
  const after = 100 / (1 + (100 - prior) / (prior * odds));
  const count = Math.round(after);
  return (
    <div>
      <label className="threshold">
        Before: x′ in {prior} of 100 cases
        <input type="range" min={1} max={99} value={prior} onChange={(event) => onPrior(Number(event.target.value))} />
      </label>
      <svg className="dots" viewBox="0 0 200 50" role="img" aria-label={`x′ in ${ofHundred(after / 100)} of 100 cases`}>
        {Array.from({ length: 100 }, (_, i) => (
          <circle
            key={i}
            className={i < count ? "second" : ""}
            cx={5 + 10 * (i % 20)}
            cy={5 + 10 * Math.floor(i / 20)}
            r={3.6}
          />
        ))}
      </svg>
      <p>
        {loss === undefined
          ? "Guess first: then the dots show what the release says."
          : Math.abs(loss) === Infinity
            ? `An entry left without noise: it is ${loss > 0 ? "x′" : "x"} for certain.`
            : numberText(Math.max(odds, 1 / odds)) === "1"
              ? "This release speaks for neither."
              : `This release speaks for ${odds >= 1 ? "x′" : "x"} by ${numberText(Math.max(odds, 1 / odds))} to 1: now x′ in ${ofHundred(after / 100)} of 100 cases.`}
      </p>
    </div>
  );
}
