import { NumericalError } from "../src/core/errors.ts";
import { cryptographicWords } from "../src/core/random/randomWords.ts";
import type { RandomWords } from "../src/core/random/randomWords.ts";

/**
 * Words for one release, or for the secret of one reading, from the cryptographic source of this worker.
 *
 * @throws {NumericalError} if there is none: then nothing is released
 */
export function freshWords(): RandomWords {
  const source = (globalThis as { readonly crypto?: { readonly getRandomValues?: unknown } }).crypto;
  if (typeof source?.getRandomValues !== "function") {
    throw new NumericalError("this browser offers no cryptographic random numbers, so nothing is released");
  }
  return cryptographicWords();
}
