import { NumericalError } from "../src/core/errors.ts";

/**
 * The SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits.
 *
 * @throws {NumericalError} if the browser offers none here
 */
export async function sha256(content: Uint8Array<ArrayBuffer> | string): Promise<string> {
  // The compiler takes it for granted; pages that are not served securely have none.
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (!subtle) {
    throw new NumericalError(
      "this browser offers no SHA-256 to this page, so no ledger can be kept and nothing is released",
    );
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
