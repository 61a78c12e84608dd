import { useEffect, useEffectEvent, useState } from "react";
import type { EngineFailure } from "../../engine/outcome.ts";

/**
 * Asks each new question object, which ends the older, and shows results as they grow. The last stays until the next.
 *
 * @param rest milliseconds that a question must stand
 */
export function usePlanned<Q extends object, R>(
  question: Q | undefined,
  ask: (
    question: Q,
    signal: AbortSignal,
    show: (result: R, done?: number) => void,
  ) => Promise<EngineFailure | undefined>,
  rest: number,
) {
  const [answer, setAnswer] = useState<{ readonly to: Q; readonly result: R; readonly done: number }>();
  const [failure, setFailure] = useState<EngineFailure>();
  const [ending, setEnding] = useState<AbortController>();
  const askNow = useEffectEvent(ask);
  useEffect(() => {
    if (!question) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setEnding(stop);
      void askNow(question, stop.signal, (result, done = 1) => {
        if (stop.signal.aborted) return;
        setFailure(undefined);
        setAnswer({ to: question, result, done });
      }).then((problem) => {
        setEnding((now) => (now === stop ? undefined : now));
        if (!stop.signal.aborted) setFailure(problem);
      });
    }, rest);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [question, rest]);
  const end = ending && (() => ending.abort());
  return { answer, failure, end };
}
