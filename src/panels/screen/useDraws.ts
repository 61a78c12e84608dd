import { useLayoutEffect, useRef, useState } from "react";
import { valuesOf } from "../../core/release/scale.ts";
import type { ReleaseView } from "../../state/presented/releaseView.ts";

/** Draws of one function at one budget. */
export interface Draws {
  readonly count: number;
  readonly sum: Float64Array;
}

interface Seen extends Draws {
  readonly subject: string;
  readonly tokens: readonly string[];
  readonly values: string;
}

interface Drawn {
  readonly view: Pick<ReleaseView, "released" | "others">;
  /** Changes with all but the seed. */
  readonly subject: string;
  readonly seed: number | "secure";
}

/**
 * Counts draws until more than noise changes. A draw seen before, as after undo, does not count.
 *
 * @param before the draw before the first call
 */
export function useDraws(now: Drawn | undefined, before: Drawn | undefined): Draws | undefined {
  const last = useRef<Seen>(undefined);
  const first = useRef(before);
  const [several, setSeveral] = useState<Seen>();
  const { view, subject, seed } = now ?? {};
  useLayoutEffect(() => {
    if (!view || subject === undefined || seed === undefined) return;
    last.current ??= first.current && nextDraws(undefined, first.current.view, first.current);
    last.current = nextDraws(last.current, view, { subject, seed });
    setSeveral(last.current.count > 1 ? last.current : undefined);
  }, [view, subject, seed]);
  return several?.subject === subject ? several : undefined;
}

export function nextDraws(
  before: Seen | undefined,
  { released, others }: Pick<ReleaseView, "released" | "others">,
  { subject, seed }: Pick<Drawn, "subject" | "seed">,
): Seen {
  const values = [0, released.length >> 1, released.length - 1].map((i) => released[i]).join();
  const token = seed === "secure" ? values : String(seed);
  const isSame = before?.subject === subject;
  if (isSame && before.tokens.includes(token)) {
    // The last draw may be shown in another way.
    if (before.tokens.at(-1) !== token || before.values === values) return before;
  }
  const isAnother = isSame && !before.tokens.includes(token);
  const sum = isAnother ? before.sum.slice() : new Float64Array(released.length);
  for (const draw of [released, ...others.map(valuesOf)]) for (let i = 0; i < sum.length; i++) sum[i]! += draw[i]!;
  return {
    subject,
    values,
    sum,
    count: (isAnother ? before.count : 0) + 1 + others.length,
    tokens: isAnother ? [...before.tokens, token] : [token],
  };
}
