import { createHash } from "node:crypto";
import { canonicalJson } from "../../src/core/release/file/canonicalJson.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import type { Left } from "./releasedRecords.ts";

/** A release with the released numbers of another, and what is made of them; all else, and its order, is its own. */
export function withNumbersOf(own: ReleaseFile, other: ReleaseFile): ReleaseFile {
  const changed = {
    ...own,
    mechanism: { ...own.mechanism, integers: other.mechanism.integers },
    view: {
      ...own.view,
      values: other.view.values,
      ...(own.view.beside && {
        beside: own.view.beside.map((each, j) => ({ ...each, value: other.view.beside![j]!.value })),
      }),
    },
  };
  const { digest: _, ...rest } = changed;
  return { ...changed, digest: createHash("sha256").update(canonicalJson(rest), "utf8").digest("hex") };
}

/** All that left but the numbers, and what is made of them. */
export function publicOf({ released, files, ...left }: Left): unknown {
  const { digest } = released!;
  const named = files.map(([name, type, bytes]) => {
    const lines = name.endsWith(".csv") ? bytes.split("\r\n") : [];
    const head = lines.findIndex((line) => !line.startsWith("#")) + 1;
    return [name, type, lines.slice(0, head), lines.length];
  });
  const others = Object.entries(left).map((each) => JSON.stringify(each).replaceAll(digest, "digest of the release"));
  return { named, others };
}
