import type { Plugin } from "vite";

export const pagePolicy: string;
export const headers: Readonly<Record<string, string>>;
export function fences(): Plugin;
