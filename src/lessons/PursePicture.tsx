import { useState } from "react";
import { achievedEpsilon, analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import { numberText } from "../core/numberFormats.ts";
import type { LessonPicture } from "./lesson.ts";

interface PursePictureProps {
  readonly of: LessonPicture & { readonly kind: "purse" };
  readonly isGuessed: boolean;
}

const delta = 1e-5;

/** ε of `count` releases together, at ε = `each` and the same δ, as a ledger adds them: μ² add up. */
export function spentOf(each: number, count: number): number {
  if (count === 0) return 0;
  const mu = 1 / analyticNoiseMultiplier({ epsilon: each, delta });
  return achievedEpsilon({ delta, noiseMultiplier: 1 / (Math.sqrt(count) * mu) });
}

/** A budget as a bar that each release fills further, and that refuses the one that does not fit. */
export function PursePicture({ of: { each, adds, holds, spent }, isGuessed }: PursePictureProps) {
  const [published, setPublished] = useState(spent);
  const [isRefused, setRefused] = useState(false);
  const publish = () => {
    const fits = holds === 0 || spentOf(each, published + adds) <= holds;
    setRefused(!fits);
    if (fits) setPublished(published + adds);
  };
  const total = spentOf(each, published);
  const end = Math.max(4, 1.1 * holds, 1.1 * total);
  const share = (epsilon: number) => `${(100 * epsilon) / end}%`;
  const ends = Array.from({ length: published }, (_, i) => spentOf(each, i + 1));
  const words =
    published === 0
      ? "Nothing is spent."
      : `${published === 1 ? "One curve has" : `${published} curves have`} cost ε = ${numberText(total)} together.`;
  return (
    <figure className="purse">
      <figcaption>Spent of these people’s privacy</figcaption>
      <div className="purse-bar" role="img" aria-label={words}>
        {ends.map((to, i) => (
          <span key={i} style={{ left: share(ends[i - 1] ?? 0), width: share(to - (ends[i - 1] ?? 0)) }}>
            {(to - (ends[i - 1] ?? 0)) / end > 0.05 && i + 1}
          </span>
        ))}
        {holds > 0 && <b style={{ left: share(holds) }}>{`budget ε = ${numberText(holds)}`}</b>}
      </div>
      <div className="purse-ticks" aria-hidden="true">
        {Array.from({ length: Math.floor(end) + 1 }, (_, i) => (
          <span key={i} style={{ left: share(i) }}>
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
