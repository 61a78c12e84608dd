export function serveStatic(
  folder: string,
  options?: { readonly port?: number; readonly base?: string; readonly fenced?: boolean },
): Promise<{ readonly address: string; readonly close: () => Promise<void> }>;
export function fileFor(folder: string, base: string, url: string): string | undefined;
