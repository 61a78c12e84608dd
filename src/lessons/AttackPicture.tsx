import { useMemo, useState } from "react";
import { numberText } from "../core/numberFormats.ts";
import { attackOn } from "../core/privacy/attack/attackedPair.ts";
import { gaussianLossLaw } from "../core/privacy/attack/lossLaw.ts";
import { playing } from "../core/privacy/attack/playing.ts";
import { analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import { cryptographicSource } from "../core/random/cryptographicSource.ts";
import { lastOf } from "../core/slices.ts";
import { LossLaws } from "../panels/attack/AttackLaws.tsx";
import { ofHundred } from "../panels/attack/attackWords.ts";
import { SliderControl } from "../panels/controls/SliderControl.tsx";
import type { LessonPicture } from "./lesson.ts";

interface AttackPictureProps {
  readonly of: LessonPicture & { readonly kind: "attack" };
  readonly isGuessed: boolean;
}

const delta = 1e-5;
const rounds = 100;

export function AttackPicture({ of, isGuessed }: AttackPictureProps) {
  const [epsilon, setEpsilon] = useState(of.epsilon);
  const [right, setRight] = useState<number>();
  const mu = 1 / analyticNoiseMultiplier({ epsilon, delta });
  const law = useMemo(() => gaussianLossLaw(mu), [mu]);
  const play = () => {
    const [first, second] = [Float64Array.of(0), Float64Array.of(mu)];
    const attack = attackOn({ first, second, law: "gaussian", scale: 1 });
    setRight(lastOf(playing(attack, { rounds, threshold: 0 }, cryptographicSource())).right);
  };
  const words =
    right === undefined ? "100 rounds that are still to be played" : `She was right in ${right} of ${rounds} rounds`;
  const dots = (
    <svg className="dots" viewBox="0 0 200 50" role="img" aria-label={words}>
      {Array.from({ length: rounds }, (_, i) => (
        <circle
          key={i}
          className={right !== undefined && i < right ? "second" : ""}
          cx={5 + 10 * (i % 20)}
          cy={5 + 10 * Math.floor(i / 20)}
          r={3.6}
        />
      ))}
    </svg>
  );
  if (!isGuessed) {
    return (
      <figure className="attack-picture attacker">
        <figcaption>
          A coin decides between your answer and another one. A curve is drawn. She says which it was.
        </figcaption>
        {dots}
      </figure>
    );
  }
  return (
    <figure className="attack-picture attacker">
      <SliderControl
        label="Privacy loss"
        symbol="ε"
        explanation=""
        value={epsilon}
        min={0.1}
        max={100}
        scale="log"
        valueText={numberText(epsilon)}
        onChange={(value) => {
          setEpsilon(value);
          setRight(undefined);
        }}
      />
      <p>{`At ε = ${numberText(epsilon)} she is right in ${ofHundred(law.right)} of 100 rounds at best.`}</p>
      <div className="buttons">
        <button type="button" onClick={play}>
          Let her play 100 rounds
        </button>
        <output>{right === undefined ? "" : `${right} right`}</output>
      </div>
      {dots}
      <LossLaws
        law={law}
        at={0}
        caption="ℓ: how strongly a curve speaks for the other answer x′. Dashed: curves with yours, dotted: with x′. Right of the line she says x′."
      />
    </figure>
  );
}
