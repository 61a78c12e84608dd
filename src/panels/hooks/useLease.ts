import { useLayoutEffect } from "react";
import type { Lease } from "../../state/lease.ts";

export function useLease(lease: Lease | undefined): void {
  useLayoutEffect(() => lease?.hold(), [lease]);
}
