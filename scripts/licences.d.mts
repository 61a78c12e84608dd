import type { Plugin } from "vite";

export function licences(): { readonly ofPage: Plugin; readonly ofWorkers: Plugin };
export function packageFolder(id: string): string | undefined;
export function noticesOf(folders: readonly string[]): string;
