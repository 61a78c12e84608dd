import { useLayoutEffect, useState } from "react";
import { createBufferPool } from "../core/bufferPool.ts";
import type { BufferPool } from "../core/bufferPool.ts";
import type { Lease } from "../state/lease.ts";

/** Holds the lease of what a component shows, until it shows something else. */
export function useLease(lease: Lease | undefined): void {
  useLayoutEffect(() => lease?.hold(), [lease]);
}

/** One pool for the life of a component. */
export function useBufferPool(): BufferPool {
  return useState(() => createBufferPool())[0];
}
