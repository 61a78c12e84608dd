/** True where the browser offers this page what a release needs: random bits, and a digest for its ledger. */
export function hasCryptography(): boolean {
  const { crypto: source } = globalThis as { readonly crypto?: Partial<Crypto> };
  return typeof source?.getRandomValues === "function" && source.subtle !== undefined;
}

/** The sentence that stands where data are opened, where it does not. */
export const withoutCryptography =
  "This browser offers this page no cryptography, as to pages that are not served securely (https). Data can be explored here, but nothing can be released of them.";
