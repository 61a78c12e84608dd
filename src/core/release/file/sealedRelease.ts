import { membersOf, parseUntrustedJson, refuse } from "../../untrusted.ts";
import { sha256 as platformSha256 } from "../../sha256.ts";
import { canonicalJson, type Sha256 } from "./canonicalJson.ts";
import { checkConsistent } from "./releaseClaims.ts";
import {
  formerReleaseSchema,
  readReleaseContents,
  readReleaseFile,
  releaseRules,
  releaseSchema,
  type ReleaseContents,
  type ReleaseFile,
} from "./releaseFile.ts";

/**
 * File of a release, with its digest: SHA-256 of the canonical JSON text of all other fields.
 *
 * @throws {ParameterError} if the contents would not be read back, or claim more than their numbers prove
 */
export async function sealRelease(given: ReleaseContents, sha256: Sha256 = platformSha256): Promise<ReleaseFile> {
  const checked = { schema: releaseSchema, ...readReleaseContents(given, "") } as const;
  checkConsistent(checked);
  const rules = releaseRules;
  return { ...checked, digest: await sha256(canonicalJson({ ...checked, rules })), rules };
}

/**
 * Release in an untrusted text. Malformed files, and numbers that do not prove μ, ε and δ, are refused; the digest is
 * not checked (`hasOwnDigest`).
 *
 * @throws {ParameterError} that names the place, and nothing else
 */
export function parseRelease(source: unknown): ReleaseFile {
  const value = parseUntrustedJson(source, "The file");
  const schema = membersOf(value, "").get("schema");
  if (schema !== releaseSchema && schema !== formerReleaseSchema)
    return refuse(
      schema ?? "nothing",
      "schema",
      `"${releaseSchema}" or "${formerReleaseSchema}", which this version reads`,
    );
  const file = readReleaseFile(value, "");
  checkConsistent(file);
  return file;
}

/** JSON Schema of release files, for `public/schema`. */
export function releaseJsonSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A differentially private release of a function, curveil-release/2",
    ...readReleaseFile.schema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** True if the digest of a release is that of its other fields. */
export async function hasOwnDigest(file: ReleaseFile, sha256: Sha256 = platformSha256): Promise<boolean> {
  const { digest, ...rest } = file;
  return (await sha256(canonicalJson(rest))) === digest;
}

/** Release file as text. */
export function releaseText(file: ReleaseFile): string {
  return `${JSON.stringify(file)}\n`;
}
