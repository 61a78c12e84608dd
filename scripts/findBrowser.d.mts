export function findBrowser(
  env?: Readonly<Record<string, string | undefined>>,
  exists?: (path: string) => boolean,
  platform?: NodeJS.Platform,
): string;
export function browserArguments(): string[];
