import { unzipSync } from "fflate";
import { releaseName, zippedRelease } from "../../src/core/release/file/releaseBundle.ts";
import { hasOwnDigest, parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { Refused } from "./refused.ts";

/** Most bytes of a release file within an archive, as the reader of files allows. */
const longest = 2 ** 25;

/** The release file in an archive, or alone. @throws {Refused} if there is none */
export function releaseIn(bytes: Uint8Array): string {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return new TextDecoder().decode(bytes);
  const found = unzipped(bytes);
  const file = found[releaseName];
  if (!file) throw new Refused(`The archive holds no ${releaseName}.`);
  return new TextDecoder().decode(file);
}

/**
 * A release whose numbers prove its claim, with its own digest; of an archive also all other files, which follow from it.
 *
 * @throws {Refused} otherwise, and {ParameterError} naming the place in the file
 */
export async function checkedRelease(bytes: Uint8Array): Promise<ReleaseFile> {
  const file = parseRelease(releaseIn(bytes));
  if (!(await hasOwnDigest(file))) throw new Refused("The digest is not that of the content: the file was changed.");
  const isArchive = bytes[0] === 0x50;
  if (isArchive && Buffer.compare(zippedRelease(file), bytes) !== 0)
    throw new Refused(
      `A file beside ${releaseName} is not what this version makes of it. ${releaseName} itself is unchanged and proved.`,
    );
  return file;
}

function unzipped(bytes: Uint8Array): ReturnType<typeof unzipSync> {
  try {
    return unzipSync(bytes, { filter: ({ name, originalSize }) => name === releaseName && originalSize <= longest });
  } catch (error) {
    throw new Refused(`The archive is broken: ${(error as Error).message}.`);
  }
}
