import { useLayoutEffect, useState } from "react";
import type { Lease } from "../../state/lease.ts";
import { useLease } from "./useLease.ts";

const restMilliseconds = 120;

export function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A debounced presentation, whose view keeps its lease. */
export function useDebouncedView<T extends { readonly view: { readonly lease: Lease } | undefined }>(presented: T): T {
  const rested = useDebounced(presented);
  useLease(rested.view?.lease);
  return rested;
}
