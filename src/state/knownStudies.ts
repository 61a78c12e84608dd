let known: readonly string[] = [];

/** For links and files. */
export function declareStudies(ids: readonly string[]): void {
  known = ids;
}

export function knownStudies(): readonly string[] {
  return known;
}
