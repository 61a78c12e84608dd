import { useEffect, useState } from "react";

const restMilliseconds = 120;

/** A value once it has rested: what is said of a picture need not follow each frame of a drag. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * A view's parts once they have rested. What was said inside is not said outside, not even for a moment: a rested
 * inside gives way to an outside at once.
 */
export function useRested<T>(parts: T, isInside: (parts: T) => boolean): T {
  const rested = useSettled(parts);
  return isInside(rested) && !isInside(parts) ? parts : rested;
}
