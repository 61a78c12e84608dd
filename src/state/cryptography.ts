/** True if the browser offers secure random bits and digests. */
export function hasCryptography(): boolean {
  const { crypto: source } = globalThis as { readonly crypto?: Partial<Crypto> };
  return typeof source?.getRandomValues === "function" && source.subtle !== undefined;
}

export const withoutCryptography =
  "This browser offers this page no cryptography, as to pages that are not served securely (https). Data can be explored here, but nothing can be released of them.";
