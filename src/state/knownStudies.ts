let known: readonly string[] = [];

/** Says which studies links and files may name. */
export function declareStudies(ids: readonly string[]): void {
  known = ids;
}

export function knownStudies(): readonly string[] {
  return known;
}
