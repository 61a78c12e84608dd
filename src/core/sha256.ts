import { NumericalError } from "./errors.ts";

declare const crypto: { readonly subtle?: { digest(name: "SHA-256", data: Uint8Array): Promise<ArrayBuffer> } };
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/**
 * SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits.
 *
 * @throws {NumericalError} (as a rejection) on pages that are not served securely
 */
export async function sha256(content: Uint8Array | string): Promise<string> {
  const { subtle } = crypto;
  if (!subtle) {
    throw new NumericalError(
      "this browser offers no SHA-256 to this page, so no ledger can be kept and nothing is released",
    );
  }
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
