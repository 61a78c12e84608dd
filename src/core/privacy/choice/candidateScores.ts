/** Scores of candidates for `drawExponentialMechanism`: the smaller, the better. */
export interface CandidateScores {
  /** One for each candidate. Private. */
  readonly distances: Float64Array;
  /** s, for the replacement of one record. Public. */
  readonly sensitivity: number;
  /** r, for the difference of two; 2s if absent. Public. */
  readonly range?: number;
  /** η: computed scores are within η of exact ones. Public. */
  readonly roundingError: number;
}

/** Sizes of the folds, in the order of their numbers: sums over them are rounded alike for all assignments. */
export function foldSizesOf(foldOf: Int32Array): number[] {
  const sizes: number[] = [];
  for (const fold of foldOf) sizes[fold] = (sizes[fold] ?? 0) + 1;
  return Object.values(sizes);
}
