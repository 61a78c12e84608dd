import { useLayoutEffect, useState } from "react";
import type { Lease } from "../../state/lease.ts";
import { useLease } from "./useLease.ts";

const restMilliseconds = 120;

export function useDebounced<T>(value: T): T {
  const [debounced, setDebounced] = useState(value);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setDebounced(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

/** The view keeps its lease. */
export function useDebouncedView<T extends { readonly view: { readonly lease: Lease } | undefined }>(presented: T): T {
  const debounced = useDebounced(presented);
  useLease(debounced.view?.lease);
  return debounced;
}
