import type { Plugin } from "vite";

export function assemblyScript(): Plugin;
