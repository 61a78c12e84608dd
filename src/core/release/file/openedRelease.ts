import { strFromU8, Unzip, UnzipInflate } from "fflate";
import { ParameterError } from "../../errors.ts";
import { refuse } from "../../untrusted.ts";
import { releaseName } from "./releaseBundle.ts";
import { joined } from "./zipped.ts";

export const longestRelease = 2 ** 25;

/**
 * Text of the release in an untrusted ZIP archive.
 *
 * @throws {ParameterError} for a broken or too large archive; nothing else
 */
export function releaseInArchive(archive: Uint8Array): string {
  if (archive.length > longestRelease) return refuse(archive.length, "The archive", `at most ${longestRelease} bytes`);
  const found = { pieces: [] as Uint8Array[], size: 0, whole: false };
  const unzip = new Unzip((entry) => {
    if (entry.name !== releaseName) return;
    entry.ondata = (error, piece, final) => {
      if (error) throw error;
      found.size += piece.length;
      if (found.size > longestRelease)
        refuse("more", `${releaseName} in the archive`, `at most ${longestRelease} bytes`);
      found.pieces.push(piece);
      found.whole ||= final;
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let from = 0; from < archive.length && !found.whole; from += slice) {
      unzip.push(archive.subarray(from, from + slice), from + slice >= archive.length);
    }
  } catch (error) {
    if (error instanceof ParameterError) throw error;
    return refuse("a broken one", "The archive", "a whole ZIP archive");
  }
  if (!found.whole) return refuse("nothing", `${releaseName} in the archive`, "given");
  return strFromU8(joined(found.pieces));
}

/** Unpacking multiplies the size by a thousand at most. */
const slice = 2 ** 14;
