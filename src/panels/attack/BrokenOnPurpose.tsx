import { useState } from "react";
import { faults, type Fault } from "../../core/privacy/attack/faults.ts";
import { gaussianLossLaw } from "../../core/privacy/attack/lossLaw.ts";
import { accusingThreshold, bestGuessOf, evidenceOf, roundsToCatch } from "../../core/privacy/attack/playing.ts";
import { countText, numberText, percentText } from "../../core/numberFormats.ts";
import type { AttackAnswer } from "../../core/release/attacking.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { JobButton } from "../controls/JobButton.tsx";
import { Problem } from "../controls/Problem.tsx";
import { useJob } from "../hooks/useJob.ts";
import { attackedNow, type AttackedNow } from "./attackedNow.ts";
import type { AttackSubject } from "./attackSubject.ts";
import { faultWords, lossText } from "./attackWords.ts";
import { Bounds } from "./Game.tsx";

const runs = [1000, 5000, 20_000, 100_000, 1_000_000];

/** Independent noise is right for coordinates and entries; of entries, one number for all hides a shift. */
export const faultsOf = ({ law, isCorrelated }: Pick<AttackAnswer, "law" | "isCorrelated">) =>
  faults.filter((fault) => (isCorrelated || fault !== "rough") && (law === "gaussian" || fault !== "smooth"));

interface Verdict extends Pick<AttackedNow, "budget" | "claim"> {
  readonly fault: Fault;
  readonly pair: AttackAnswer;
  readonly played: NonNullable<AttackAnswer["played"]>;
  readonly lacking: string;
  readonly isWorst: boolean;
}

/** Rounds refute no claim of a far larger pure ε. */
const mostPure = 2;

/** The claim and the budget at which she plays. */
export function playedAt({ claim, budget }: Pick<AttackedNow, "claim" | "budget">) {
  if (claim.kind !== "pure" || claim.failure || claim.epsilon <= mostPure) return { claim, budget };
  const multiplier = (budget.multiplier * claim.epsilon) / mostPure;
  return { claim: { ...claim, epsilon: mostPure }, budget: { ...budget, multiplier } };
}

/** Enough to catch half the noise between neighbours that are Δ apart. */
export function firstRounds(claim: AttackedNow["claim"]): number {
  const usual = runs[1]!;
  const needed = claim.kind === "gaussian" ? roundsToCatch(gaussianLossLaw(2 * claim.mu), claim) : undefined;
  return runs.find((count) => count >= Math.max(usual, needed ?? 0)) ?? usual;
}

export function BrokenOnPurpose({ of, pair, ...now }: AttackedNow & { readonly of: AttackSubject }) {
  const job = useJob();
  const { claim, budget } = playedAt(now);
  const [fault, setFault] = useState<Fault>("halved");
  const [rounds, setRounds] = useState(() => firstRounds(claim));
  const [isWorst, setWorst] = useState(of.worst !== undefined);
  const [verdict, setVerdict] = useState<Verdict>();
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    const { multiplier } = budget;
    const play = { rounds, threshold: accusingThreshold(claim), fault, multiplier, seed: "secure" as const };
    const moves = isWorst && of.worst ? of.worst.moves : [pair.move];
    const outcome = await job.run((own) => of.ask({ moves, isWorst, play }, own));
    setProblem(outcome && !outcome.ok ? outcome.error.message : undefined);
    if (!outcome?.ok || !outcome.value.played) return;
    const isSearched = isWorst && of.worst !== undefined;
    const made = { fault, pair: outcome.value, played: outcome.value.played, claim, budget, isWorst: isSearched };
    setVerdict({ ...made, lacking: fault === "none" ? "" : neededWords(made) });
  };
  return (
    <section aria-label="Broken on purpose">
      <p className="heading">Broken on purpose</p>
      <p className="explanation">
        The best attacker knows of the mistake and plays. Too many right guesses refute the claim; a sound mechanism is
        accused in less than one of a million such runs. Small mistakes show with a pair that is far apart only.
        {claim !== now.claim &&
          ` A claim of ${lossText(now.claim, 0)} allows nearly every guess, and no rounds refute it: here she plays at ${lossText(claim, 0)}.`}
      </p>
      <div className="pair">
        <ChoiceControl
          label="What is wrong"
          below
          value={fault}
          choices={faultsOf(pair).map((value) => ({ value, label: faultWords[value][0] }))}
          onChange={setFault}
        />
        {of.worst && (
          <ChoiceControl
            label="Neighbours"
            below
            value={isWorst ? "worst" : "own"}
            choices={[
              { value: "worst", label: of.worst.words },
              { value: "own", label: "x and x′, as chosen above" },
            ]}
            onChange={(value) => setWorst(value === "worst")}
          />
        )}
        <ChoiceControl
          label="Rounds"
          below
          value={String(rounds)}
          choices={runs.map((count) => ({ value: String(count), label: countText(count) }))}
          onChange={(count) => setRounds(Number(count))}
        />
      </div>
      <div className="buttons">
        <JobButton
          label="Let her play"
          doing="Playing"
          cancel="Cancel"
          done={job.progress?.done}
          onStart={() => void run()}
          onCancel={job.cancel}
        />
      </div>
      <Problem text={problem} />
      {verdict && (
        <Sentence
          {...verdict}
          isNormal={verdict.pair.law === "gaussian" && ["none", "halved", "rough"].includes(verdict.fault)}
        />
      )}
    </section>
  );
}

function strongWords({ sides: [first, second] }: Verdict["played"], claim: AttackedNow["claim"]): string {
  const factor = claim.kind === "pure" ? numberText(Math.exp(claim.epsilon)) : "";
  return ` But evidence above ℓ = ${numberText(accusingThreshold(claim))} came ${countText(second.beyond)} times with x′ to ${countText(first.beyond)} with x, where the claim allows ${factor} times as many.`;
}

const alwaysRight = { right: 1, errorsAt: () => ({ alarms: 0, misses: 0 }), reach: Infinity };

function neededWords({ fault, pair, played, claim, budget }: Omit<Verdict, "lacking">): string {
  const certain = roundsToCatch(alwaysRight, claim) ?? Infinity;
  const upTo = (needed: number) =>
    needed < Infinity ? `about ${countText(needed)} rounds` : "over ten million rounds";
  if (certain > played.rounds)
    return `. At such an ε that is nearly every guess: to refute it even one who is always right needs ${upTo(certain)}. Pull ε left`;
  const halved = fault === "halved" && attackedNow(pair, { ...budget, multiplier: budget.multiplier / 2 });
  const needed = halved ? roundsToCatch(halved.law, claim) : undefined;
  if (needed) return `. To be caught in 9 of 10 runs with this pair, it needs ${upTo(needed)}`;
  const share = percentText(Math.min(1, pair.distance / pair.sensitivity));
  return halved
    ? `. Ten million rounds would not show it with this pair, which is ${share} of Δ apart`
    : ", and so many rounds do not prove more: try a pair that is farther apart, or more rounds";
}

/** Δ bounds all neighbours; of some functions none reach it. */
function worstWords({ distance, sensitivity }: Pick<AttackAnswer, "distance" | "sensitivity">): string {
  const share = distance / sensitivity;
  if (share >= 0.99) return "";
  return ` These neighbours are ${percentText(share)} of Δ apart, the worst that were found: Δ is a proved bound, which neighbours need not reach.`;
}

interface SentenceProps extends Verdict {
  readonly isNormal: boolean;
}

function Sentence({ isNormal, ...verdict }: SentenceProps) {
  const { fault, pair, played, claim, budget, lacking, isWorst } = verdict;
  const { isCaught } = evidenceOf(played, claim);
  const best = bestGuessOf(claim);
  const isRightTooOften = played.right > played.rounds * best;
  const [name, why] = faultWords[fault];
  return (
    <div role="status">
      <p data-testid="attack-verdict">
        <strong>{isCaught ? "Caught" : "Not caught"}</strong> ({name}): {countText(played.right)} of{" "}
        {countText(played.rounds)} right. The claim allows {countText(Math.round(played.rounds * best))} on average
        {isCaught ? "" : lacking}.{isCaught && !isRightTooOften ? strongWords(played, claim) : ""} {why}
        {isWorst && fault !== "rough" && worstWords(pair)}
      </p>
      <Bounds tally={played} claim={claim} delta={budget.delta} isNormal={isNormal} />
    </div>
  );
}
