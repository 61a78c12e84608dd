import { useEffect, useEffectEvent, useState } from "react";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";

/** The last answer to a question that is asked again whenever it changes. */
interface Answered<Q, A> {
  readonly answer: { readonly to: Q; readonly value: A } | undefined;
  /** Why the question of now, or the last that came back, has no answer. */
  readonly failure: EngineFailure | undefined;
  /** Whether the answer is to the question of now. */
  readonly isCurrent: boolean;
}

/**
 * Asks a worker, and asks anew when the question is another object; an older one is cancelled. The last answer stays until the
 * next one comes.
 *
 * @param question undefined while nothing is to be asked
 * @param rest milliseconds that a question must have stood before it is asked
 */
export function useAnswer<Q extends object, A>(
  question: Q | undefined,
  ask: (question: Q, signal: AbortSignal) => Promise<Outcome<A>>,
  rest = 0,
): Answered<Q, A> {
  const [answer, setAnswer] = useState<{ readonly to: Q; readonly value: A }>();
  const [failure, setFailure] = useState<EngineFailure>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!question) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void askNow(question, stop.signal).then((outcome) => {
        if (stop.signal.aborted) return;
        setFailure(outcome.ok ? undefined : outcome.error);
        if (outcome.ok) setAnswer({ to: question, value: outcome.value });
      });
    }, rest);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, rest]);
  return { answer, failure, isCurrent: answer !== undefined && answer.to === question };
}
