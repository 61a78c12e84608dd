import { useLayoutEffect } from "react";
import type { Lease } from "../../state/lease.ts";

/** Holds a lease while a component shows its arrays. */
export function useLease(lease: Lease | undefined): void {
  useLayoutEffect(() => lease?.hold(), [lease]);
}
