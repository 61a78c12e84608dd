import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { releaseName, zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import { hasOwnDigest, parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { releasingApp } from "../../src/panels/study/releaseWords.ts";
import { Refused } from "./refused.ts";

interface Checked {
  readonly file: ReleaseFile;
  /** Sentence about other files that only another version can compare. */
  readonly note: string | undefined;
}

/**
 * A release whose numbers prove its claim, with its own digest; of an archive also all other files, which follow from it.
 *
 * @throws {Refused} otherwise, and {ParameterError} naming the place in the file
 */
export async function checkedRelease(bytes: Uint8Array<ArrayBuffer>): Promise<Checked> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const file = parseRelease(isArchive ? releaseInArchive(bytes) : new TextDecoder().decode(bytes));
  if (!(await hasOwnDigest(file))) throw new Refused("The digest is not that of the content: the file was changed.");
  if (!isArchive || Buffer.compare(zippedRelease(file), bytes) === 0) return { file, note: undefined };
  const [written, own] = [file.app, releasingApp].map(versionText);
  if (written === own)
    throw new Refused(
      `A file beside ${releaseName} is not what this version makes of it: it was changed. ${releaseName} itself is unchanged and proved.`,
    );
  return {
    file,
    note: `The archive was written by ${written}, and this is ${own}: files beside ${releaseName} differ from what this version writes. That is no fault of the release. Only ${written} can say whether they were changed.`,
  };
}

function versionText({ name, version, commit }: ReleaseFile["app"]): string {
  return `${name} ${version}${commit === "" ? "" : ` (${commit.slice(0, 12)})`}`;
}
