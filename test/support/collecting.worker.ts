import { pieces } from "../../workers/files/filePieces.ts";

declare const gc: (how: { readonly type: "major"; readonly execution: "async" }) => Promise<void>;

/** Reads a file again and again while garbage is collected, and tells how many bytes each time. */
addEventListener("message", ({ data: { file, rounds } }: MessageEvent<{ file: File; rounds: number }>) => {
  void (async () => {
    for (let round = 0; round < rounds; round++) {
      let isOver = false as boolean;
      void lengthOf(file).then((length) => {
        isOver = true;
        postMessage(length);
      });
      while (!isOver) await gc({ type: "major", execution: "async" });
    }
  })();
});

async function lengthOf(file: File): Promise<number> {
  let length = 0;
  for await (const piece of pieces(file)) length += piece.length;
  return length;
}
