let known: readonly string[] = [];

/** Says which studies a link or a file may name. */
export function declareStudies(ids: readonly string[]): void {
  known = ids;
}

/** The ids of all studies of this version. */
export function knownStudies(): readonly string[] {
  return known;
}
