import type { SpawnSyncOptions, SpawnSyncReturns } from "node:child_process";

export const root: string;
export function ensureInstalled(): void;
export function run(command: string, args: readonly string[], options?: SpawnSyncOptions): SpawnSyncReturns<Buffer>;
export function binary(path: string): string;
