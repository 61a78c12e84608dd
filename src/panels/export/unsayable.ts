import { wordsProblem, type ReleaseWords } from "../../core/release/file/releaseContents.ts";

/** Why a file cannot hold its words, checked before payment. */
export function unsayableBecause(words: ReleaseWords): string | undefined {
  const long = words.axes.map(({ name }) => name).find((name) => name.length > longestName);
  if (long === undefined) return wordsProblem(words);
  return `A release file has names of at most ${longestName} characters; the column “${long.slice(0, 20)}…” has ${long.length}. Rename it in your file.`;
}

const longestName = 200;
