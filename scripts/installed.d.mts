export const root: string;
export function ensureInstalled(): void;
