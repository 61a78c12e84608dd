import { expect, test } from "vitest";
import { base64OfBytes, bytesOfBase64, lettersToBytes } from "../../src/core/base64.ts";

test("base64OfBytes() is what Node writes, and bytesOfBase64() reads it back, at every length and byte", () => {
  for (const length of [0, 1, 2, 3, 4, 255, 256, 257, 60_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8)) % 256);
    const text = base64OfBytes(bytes);
    expect(text).toBe(Buffer.from(bytes).toString("base64"));
    expect(bytesOfBase64(text)).toEqual(bytes);
    // What is used where a browser has no way of its own.
    expect(lettersToBytes(atob(text))).toEqual(bytes);
  }
});

test("bytesOfBase64() refuses what is none", () => {
  expect(() => bytesOfBase64("é")).toThrow();
});
