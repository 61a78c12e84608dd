import type { SpawnSyncOptions, SpawnSyncReturns } from "node:child_process";

export const root: string;
export function ensureInstalled(): void;

interface Locked {
  readonly packages?: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly optional?: boolean }>
  >;
}
export function isInstalled(
  lock: Locked | undefined,
  installed: Locked | undefined,
  exists?: (path: string) => boolean,
): boolean;
export function run(command: string, args: readonly string[], options?: SpawnSyncOptions): SpawnSyncReturns<Buffer>;
export function binary(path: string): string;
