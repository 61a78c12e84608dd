import { useState } from "react";
import { faults, type Fault } from "../../core/privacy/attack/faults.ts";
import { accusingThreshold, bestGuessOf, evidenceOf } from "../../core/privacy/attack/playing.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import type { AttackAnswer } from "../../core/release/attacking.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { JobButton } from "../controls/JobButton.tsx";
import { Problem } from "../controls/Problem.tsx";
import { useJob } from "../hooks/useJob.ts";
import type { AttackedNow } from "./attackedNow.ts";
import type { AttackSubject } from "./attackSubject.ts";
import { faultWords, ofHundred } from "./attackWords.ts";
import { Bounds } from "./Game.tsx";

const runs = [1000, 5000, 20_000, 100_000];

/** Independent noise is right for entries. */
const faultsOf = ({ law }: AttackedNow["pair"]) => faults.filter((fault) => law === "gaussian" || fault !== "rough");

interface Verdict {
  readonly fault: Fault;
  readonly played: NonNullable<AttackAnswer["played"]>;
  readonly claim: AttackedNow["claim"];
}

/** Rounds against a mechanism with a mistake. */
export function BrokenOnPurpose({ of, pair, claim, budget }: AttackedNow & { readonly of: AttackSubject }) {
  const job = useJob();
  const [fault, setFault] = useState<Fault>("halved");
  const [rounds, setRounds] = useState(runs[1]!);
  const [verdict, setVerdict] = useState<Verdict>();
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    const { multiplier } = budget;
    const play = { rounds, threshold: accusingThreshold(claim), fault, multiplier, seed: "secure" as const };
    const outcome = await job.run((own) => of.ask({ moves: [pair.move], play }, own));
    setProblem(outcome && !outcome.ok ? outcome.error.message : undefined);
    if (outcome?.ok && outcome.value.played) setVerdict({ fault, played: outcome.value.played, claim });
  };
  return (
    <section aria-label="Broken on purpose">
      <p className="heading">Broken on purpose</p>
      <p className="explanation">
        The best attacker knows of the mistake and plays. Too many right guesses refute the claim; a sound mechanism is
        accused in less than one of a million such runs. Small mistakes show with the worst pair only.
      </p>
      <div className="pair">
        <ChoiceControl
          label="What is wrong"
          below
          value={fault}
          choices={faultsOf(pair).map((value) => ({ value, label: faultWords[value][0] }))}
          onChange={setFault}
        />
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
          delta={budget.delta}
          isNormal={pair.law === "gaussian" && ["none", "halved", "rough"].includes(verdict.fault)}
        />
      )}
    </section>
  );
}

function strongWords({ sides: [first, second] }: Verdict["played"], claim: AttackedNow["claim"]): string {
  const factor = claim.kind === "pure" ? numberText(Math.exp(claim.epsilon)) : "";
  return ` But evidence above ℓ = ${numberText(accusingThreshold(claim))} came ${countText(second.beyond)} times with x′ and ${countText(first.beyond)} times with x, where the claim allows ${factor} times as many.`;
}

interface SentenceProps extends Verdict {
  readonly delta: number;
  readonly isNormal: boolean;
}

function Sentence({ fault, played, claim, delta, isNormal }: SentenceProps) {
  const { isCaught, mu } = evidenceOf(played, claim);
  const isRightTooOften = played.right > played.rounds * bestGuessOf(claim);
  const isWithin = isNormal && claim.kind !== "pure" && mu[1] < claim.mu;
  const [name, why] = faultWords[fault];
  return (
    <div role="status">
      <p data-testid="attack-verdict">
        <strong>{isCaught ? "Caught" : "Not caught"}</strong> ({name}): {countText(played.right)} of{" "}
        {countText(played.rounds)} right. The claim allows {ofHundred(bestGuessOf(claim))} of 100
        {isCaught || fault === "none"
          ? ""
          : isWithin
            ? ", and even so this pair stays within: only a pair that is farther apart would show it"
            : ", and so many rounds do not prove more: try the worst pair, or more rounds"}
        .{isCaught && !isRightTooOften ? strongWords(played, claim) : ""} {why}
      </p>
      <Bounds tally={played} claim={claim} delta={delta} isNormal={isNormal} />
    </div>
  );
}
