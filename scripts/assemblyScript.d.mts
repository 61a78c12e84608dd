import type { Plugin } from "vite";

export function assemblyScript(options?: { readonly forPage?: boolean }): Plugin;
