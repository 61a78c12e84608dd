import { unzipSync } from "fflate";
import { releaseName } from "../core/release/file/releaseBundle.ts";
import { ParameterError } from "../core/errors.ts";
import { longestRelease, releaseInArchive } from "../core/release/file/openedRelease.ts";
import { stateOfPng, stateOfSvg, type PictureState } from "../core/release/file/pictureState.ts";
import type { ReleaseFile } from "../core/release/file/releaseFile.ts";
import { hasOwnDigest, parseRelease } from "../core/release/file/sealedRelease.ts";
import { hasCryptography } from "../state/cryptography.ts";
import { sha256 } from "../core/sha256.ts";

/**
 * Untrusted.
 *
 * @throws {ParameterError} with a sentence if unreadable
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

/** JSON or an archive of ours, by its top-level member or list of files, never by a table's cells. */
export async function isOurs(file: File, kind: string): Promise<boolean> {
  if (file.size > longestRelease) return false;
  try {
    if (kind === "zip") {
      let holds = false;
      unzipSync(new Uint8Array(await file.arrayBuffer()), {
        filter: ({ name }) => {
          holds ||= name === releaseName;
          return false;
        },
      });
      return holds;
    }
    if (!/^\uFEFF?\s*\{/.test(await file.slice(0, 1000).text())) return false;
    const { schema } = JSON.parse(await file.text()) as { readonly schema?: unknown };
    return typeof schema === "string" && schema.startsWith("curveil-");
  } catch {
    return false;
  }
}

/** True if the digest matches. Insecure pages cannot compute it and trust the file. */
export async function isWhole(release: ReleaseFile): Promise<boolean> {
  return !hasCryptography() || (await hasOwnDigest(release, sha256));
}
