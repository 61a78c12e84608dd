import { ParameterError } from "../core/errors.ts";
import { longestRelease, releaseInArchive } from "../core/release/file/openedRelease.ts";
import { stateOfPng, stateOfSvg, type PictureState } from "../core/release/file/pictureState.ts";
import type { ReleaseFile } from "../core/release/file/releaseFile.ts";
import { hasOwnDigest, parseRelease } from "../core/release/file/sealedRelease.ts";
import { hasCryptography } from "../state/cryptography.ts";
import { sha256 } from "../core/sha256.ts";

/**
 * The state inside a file. Untrusted.
 *
 * @throws {ParameterError} with a sentence if it cannot be read
 */
export async function stateIn(file: File, kind: string): Promise<PictureState> {
  if (file.size > 4 * longestRelease) {
    throw new ParameterError("The file", `${file.size} bytes`, `at most ${4 * longestRelease} bytes long`);
  }
  if (kind === "svg") return stateOfSvg(await file.text());
  if (kind === "json") return { kind: "release", release: parseRelease(await file.text()) };
  const bytes = new Uint8Array(await file.arrayBuffer());
  return kind === "png" ? stateOfPng(bytes) : { kind: "release", release: parseRelease(releaseInArchive(bytes)) };
}

/** True if the digest matches. Insecure pages cannot compute it and trust the file. */
export async function isWhole(release: ReleaseFile): Promise<boolean> {
  return !hasCryptography() || (await hasOwnDigest(release, sha256));
}
