/** Globals of every browser and of Node that `core` may not name. */
const { atob, btoa } = globalThis as unknown as Record<"atob" | "btoa", (text: string) => string>;
const { fromBase64 } = Uint8Array as unknown as { readonly fromBase64?: (text: string) => Uint8Array<ArrayBuffer> };

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return fromBase64 ? fromBase64.call(Uint8Array, text) : lettersToBytes(atob(text));
}

/** Codes of letters, by a loop: a callback per letter is slow before it is compiled. */
export function lettersToBytes(letters: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

export function base64OfBytes(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
