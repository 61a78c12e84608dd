import type { Plugin } from "vite";

export const encodings: Readonly<Record<"br" | "gzip", string>>;
export function compressed(): Plugin;
export function compressFolder(folder: string): Promise<void>;
