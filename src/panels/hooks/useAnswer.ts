import { useEffect, useEffectEvent, useState } from "react";
import type { EngineFailure, Outcome } from "../../engine/outcome.ts";

interface Answered<Q, A> {
  readonly answer: { readonly to: Q; readonly value: A } | undefined;
  readonly failure: EngineFailure | undefined;
  readonly isCurrent: boolean;
}

/**
 * Asks a worker each new question object and cancels the older. The last answer stays until the next.
 *
 * @param rest milliseconds that a question must stand
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
