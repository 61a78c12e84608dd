import { NumericalError } from "../../errors.ts";
import { digitsText } from "../../numberFormats.ts";
import { mapSlices } from "../../slices.ts";
import type { ErmFit, ErmProblem } from "./ermProblem.ts";

/** They yield the progress in [0, 1]. */
export interface FitMethods {
  /** These may stop short of the tolerance. */
  readonly attempt: ((problem: ErmProblem) => Generator<number, ErmFit | undefined>) | undefined;
  readonly ascent: (problem: ErmProblem) => CertainAscent;
  /** Least tolerance that rounding permits for these responses. */
  readonly least: number;
}

/** Dual ascent; finitely many passes reach any tolerance that rounding permits. */
export interface CertainAscent {
  readonly dual: Float64Array;
  pass(): Generator<undefined, number>;
  /** The fit of the current b, if certified. */
  fit(): Generator<number, ErmFit | undefined>;
}

/**
 * A fit certified to the tolerance, for any records: by the quick methods, then by the ascent that never stalls, with
 * quick ones between. Giving up would reveal something about the records. The duration is not protected.
 *
 * @throws {NumericalError} if the tolerance is below the least and the quick methods did not reach it
 * @see docs/proofs/solverTermination.md
 */
export function* certainFit(problem: ErmProblem, { attempt, ascent, least }: FitMethods): Generator<number, ErmFit> {
  const made =
    (yield* attempting(attempt, problem)) ??
    (problem.start && (yield* attempting(attempt, { ...problem, start: undefined })));
  if (made) return made;
  if (!(problem.gapTolerance >= least)) throw outOfReach(problem.gapTolerance);
  const climbing = ascent(problem);
  for (let passes = 1; ; passes *= 2) {
    let moves = 1;
    for (let k = 0; k < passes && moves > 0; k++) moves = yield* mapSlices(climbing.pass(), () => 0);
    const climbed = yield* climbing.fit();
    if (climbed) return climbed;
    // Impossible by Lemma 3.
    if (moves === 0) throw outOfReach(problem.gapTolerance);
    const again = yield* attempting(attempt, { ...problem, start: climbing.dual.slice() });
    if (again) return again;
  }
}

function* attempting(attempt: FitMethods["attempt"], problem: ErmProblem): Generator<number, ErmFit | undefined> {
  if (!attempt) return undefined;
  try {
    return yield* attempt(problem);
  } catch (error) {
    if (error instanceof NumericalError) return undefined;
    throw error;
  }
}

function outOfReach(gapTolerance: number): NumericalError {
  return new NumericalError(
    `the minimum could not be certified to within ${digitsText(gapTolerance, 2)}; raise λ or the tolerance`,
  );
}
