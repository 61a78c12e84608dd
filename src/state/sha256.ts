/**
 * The SHA-256 of a text in UTF-8, or of bytes, as 64 hexadecimal digits, by the browser. It rejects where
 * {@link hasCryptography} says no.
 */
export async function sha256(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Whether the browser offers this page what a release needs: random bits, and a digest for its ledger. */
export function hasCryptography(): boolean {
  const { crypto: source } = globalThis as { readonly crypto?: Partial<Crypto> };
  return typeof source?.getRandomValues === "function" && source.subtle !== undefined;
}

/** What is said where data are opened, if it does not. */
export const withoutCryptography =
  "This browser offers this page no cryptography, as to pages that are not served securely (https). Data can be explored here, but nothing can be released of them.";
