import { NumericalError } from "../src/core/errors.ts";
import { cryptographicWords, type RandomWords } from "../src/core/random/randomWords.ts";

/**
 * Cryptographic words for one release, or for the secret of one reading.
 *
 * @throws {NumericalError} without such a source
 */
export function freshWords(): RandomWords {
  const source = (globalThis as { readonly crypto?: { readonly getRandomValues?: unknown } }).crypto;
  if (typeof source?.getRandomValues !== "function") {
    throw new NumericalError("this browser offers no cryptographic random numbers, so nothing is released");
  }
  return cryptographicWords();
}
