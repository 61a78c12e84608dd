import { useLayoutEffect, useState } from "react";
import type { Lease } from "../state/lease.ts";
import { useLease } from "./useLease.ts";

const restMilliseconds = 120;

/** A value once it has rested: what is said of a picture need not follow each frame of a drag. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * A view and what belongs to it once they have rested; the view is held as long. What was said inside is not said
 * outside, not even for a moment: a rested inside gives way to an outside at once.
 */
export function useRested<T extends { readonly view: { readonly lease: Lease } | undefined }>(
  parts: T,
  isInside: (parts: T) => boolean,
): T {
  const rested = useSettled(parts);
  useLease(rested.view?.lease);
  return isInside(rested) && !isInside(parts) ? parts : rested;
}
