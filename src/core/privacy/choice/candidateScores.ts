/** Scores of candidates for `exponentialMechanism`; smaller is better. */
export interface CandidateScores {
  /** Private. */
  readonly distances: Float64Array;
  /** s, for one replaced record. */
  readonly sensitivity: number;
  /** r, for the difference of two scores; 2s if absent. */
  readonly range?: number;
  /** η, bound on the error of computed scores. */
  readonly roundingError: number;
}

export function foldSizesOf(foldOf: Int32Array): number[] {
  const sizes: number[] = [];
  for (const fold of foldOf) sizes[fold] = (sizes[fold] ?? 0) + 1;
  return Object.values(sizes);
}
