import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { secretKeys } from "../../src/core/tables/cells/secretKeys.ts";

/** Keys of cells with a secret that is the same in each run. */
export const seededKeys = (seed = 37) => secretKeys(wordsOf(seededSource(seed)));
