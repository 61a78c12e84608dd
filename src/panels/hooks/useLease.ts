import { useLayoutEffect } from "react";
import type { Lease } from "../../state/lease.ts";

/** Holds the lease of what a component shows, until it shows something else. */
export function useLease(lease: Lease | undefined): void {
  useLayoutEffect(() => lease?.hold(), [lease]);
}
