import { useLayoutEffect, useState } from "react";
import type { Lease } from "../../state/lease.ts";
import { useLease } from "./useLease.ts";

const restMilliseconds = 120;

/** A value once it has rested: what is said of a picture need not follow each frame of a drag. */
export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** What is presented once it has rested; its view is held as long. */
export function useDebouncedView<T extends { readonly view: { readonly lease: Lease } | undefined }>(presented: T): T {
  const rested = useDebounced(presented);
  useLease(rested.view?.lease);
  return rested;
}
