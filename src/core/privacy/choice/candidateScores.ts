/** Scores of candidates for `drawExponentialMechanism`; smaller is better. */
export interface CandidateScores {
  /** One score per candidate. Private. */
  readonly distances: Float64Array;
  /** s, for the replacement of one record. */
  readonly sensitivity: number;
  /** r, for the difference of two scores; 2s if absent. */
  readonly range?: number;
  /** η, bound on the error of computed scores. */
  readonly roundingError: number;
}

/** Sizes of the folds, by fold, so that sums are rounded alike for all assignments. */
export function foldSizesOf(foldOf: Int32Array): number[] {
  const sizes: number[] = [];
  for (const fold of foldOf) sizes[fold] = (sizes[fold] ?? 0) + 1;
  return Object.values(sizes);
}
