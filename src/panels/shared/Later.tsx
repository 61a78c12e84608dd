import { useEffect, useState, type ComponentType, type ReactNode } from "react";
import { unloadedPart } from "../../engine/outcome.ts";
import "./notice.css";

interface Loading<T> {
  readonly loaded: T | undefined;
  readonly failed: boolean;
  readonly again: () => void;
}

/** @param load a stable function */
export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loading<T> {
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  const [loaded, setLoaded] = useState<{ readonly value: T }>();
  const isMissing = isWanted && !loaded;
  useEffect(() => {
    if (!isMissing) return;
    let isAwaited = true;
    load().then(
      (value) => isAwaited && setLoaded({ value }),
      () => isAwaited && setFailedAttempt(attempt),
    );
    return () => {
      isAwaited = false;
    };
  }, [load, isMissing, attempt]);
  return {
    loaded: loaded?.value,
    failed: !loaded && failedAttempt === attempt,
    again: () => setAttempt(attempt + 1),
  };
}

export function NotLoaded({ again }: { readonly again: () => void }) {
  return (
    <div className="notice" role="alert">
      <p>{unloadedPart} Your own data must then be opened again.</p>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}

export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = loading,
): ComponentType<P> {
  return function Later(props: P) {
    const { loaded: Loaded, failed, again } = useLoaded(load, true);
    if (failed) return <NotLoaded again={again} />;
    return Loaded ? <Loaded {...props} /> : waiting;
  };
}

const loading = (
  <p className="explanation" aria-busy="true">
    Loading …
  </p>
);
