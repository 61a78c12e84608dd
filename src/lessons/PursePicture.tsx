import { useState } from "react";
import { achievedEpsilon, analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import { numberText } from "../core/numberFormats.ts";
import type { LessonPicture } from "./lesson.ts";

interface PursePictureProps {
  readonly of: LessonPicture & { readonly kind: "purse" };
  readonly isGuessed: boolean;
}

const delta = 1e-5;

/** ε of `count` releases together, at ε = `each` and the same δ, as in a ledger: μ² add up. */
export function spentOf(each: number, count: number): number {
  if (count === 0) return 0;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: each, delta });
  return achievedEpsilon({ delta, noiseMultiplier: 1 / (Math.sqrt(count) * mu) });
}

/** A budget as a bar that releases fill. */
export function PursePicture({ of: { each, adds, holds, spent, departments }, isGuessed }: PursePictureProps) {
  const [published, setPublished] = useState(spent);
  const [isRefused, setRefused] = useState(false);
  const publish = () => {
    const fits = holds === 0 || spentOf(each, published + adds) <= holds;
    setRefused(!fits);
    if (fits) setPublished(published + adds);
  };
  const total = spentOf(each, published);
  const end = Math.max(4, 1.1 * holds, 1.1 * total);
  const words =
    published === 0
      ? "Nothing is spent."
      : `${published === 1 ? "One curve has" : `${published} curves have`} cost ε = ${numberText(total)}${published === 1 ? "" : " together"}.`;
  // Before the guess, each department sees its own bar only.
  const isTold = departments === 0 || isGuessed;
  return (
    <figure className="purse">
      {Array.from({ length: departments }, (_, i) => (
        <div key={i}>
          <p>{`Department ${i + 1} sees`}</p>
          <PurseBar each={each} count={1} end={end} words={`Department ${i + 1} has spent ε = ${numberText(each)}.`} />
        </div>
      ))}
      {isTold && (
        <>
          <figcaption>Spent of these people’s privacy</figcaption>
          <PurseBar each={each} count={published} end={end} words={words} holds={holds} />
        </>
      )}
      <div className="purse-ticks" aria-hidden="true">
        {Array.from({ length: Math.floor(end) + 1 }, (_, i) => (
          <span key={i} style={{ left: shareOf(i, end) }}>
            {i}
          </span>
        ))}
      </div>
      {isGuessed && (
        <>
          <p aria-live="polite">{isRefused ? `Refused: the next curve does not fit. ${words}` : words}</p>
          <button type="button" onClick={publish}>
            {`Publish ${adds === 1 ? "one" : adds} more at ε = ${numberText(each)}`}
          </button>
        </>
      )}
    </figure>
  );
}

const shareOf = (epsilon: number, end: number) => `${(100 * epsilon) / end}%`;

function PurseBar({
  each,
  count,
  end,
  words,
  holds = 0,
}: {
  readonly each: number;
  readonly count: number;
  readonly end: number;
  readonly words: string;
  readonly holds?: number;
}) {
  const ends = Array.from({ length: count + 1 }, (_, i) => spentOf(each, i));
  return (
    <div className="purse-bar" role="img" aria-label={words}>
      {ends.slice(1).map((to, i) => (
        <span key={i} style={{ left: shareOf(ends[i]!, end), width: shareOf(to - ends[i]!, end) }}>
          {(to - ends[i]!) / end > 0.05 && i + 1}
        </span>
      ))}
      {holds > 0 && <b style={{ right: shareOf(end - holds, end) }}>{`budget ε = ${numberText(holds)}`}</b>}
    </div>
  );
}
