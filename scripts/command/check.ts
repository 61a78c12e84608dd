import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { releaseName, zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import { hasOwnDigest, parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { Refused } from "./refused.ts";

/**
 * A release whose numbers prove its claim, with its own digest; of an archive also all other files, which follow from it.
 *
 * @throws {Refused} otherwise, and {ParameterError} naming the place in the file
 */
export async function checkedRelease(bytes: Uint8Array<ArrayBuffer>): Promise<ReleaseFile> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const file = parseRelease(isArchive ? releaseInArchive(bytes) : new TextDecoder().decode(bytes));
  if (!(await hasOwnDigest(file))) throw new Refused("The digest is not that of the content: the file was changed.");
  if (isArchive && Buffer.compare(zippedRelease(file), bytes) !== 0)
    throw new Refused(
      `A file beside ${releaseName} is not what this version makes of it. ${releaseName} itself is unchanged and proved.`,
    );
  return file;
}
