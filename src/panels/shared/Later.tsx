import { useEffect, useState } from "react";
import type { ComponentType } from "react";

/** What is loaded from when it is first wanted on. */
interface Loading<T> {
  readonly loaded: T | undefined;
  readonly failed: boolean;
  /** Tries once more. */
  readonly again: () => void;
}

/** @param load stays the same from one rendering to the next */
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

/** Says that a part of the page is missing, with a way to try again. */
export function NotLoaded({ again }: { readonly again: () => void }) {
  return (
    <p role="alert">
      This part could not be loaded.{" "}
      <button type="button" onClick={again}>
        Load it again
      </button>
    </p>
  );
}

/** A component whose file is loaded when it is first shown. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function Later(props: P) {
    const { loaded: Loaded, failed, again } = useLoaded(load, true);
    if (failed) return <NotLoaded again={again} />;
    return Loaded ? (
      <Loaded {...props} />
    ) : (
      <p className="explanation" aria-busy="true">
        Loading …
      </p>
    );
  };
}
