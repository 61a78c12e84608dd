import { zipSync, type Zippable } from "fflate";

export function zipped(files: Zippable, created: string): Uint8Array<ArrayBuffer> {
  const [year, month, day] = created.split("-").map(Number) as [number, number, number];
  const mtime = new Date(Math.min(2099, Math.max(1980, year)), month - 1, day);
  return new Uint8Array(zipSync(files, { mtime, level: 6 }));
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
