import { ParameterError } from "../../errors.ts";

/**
 * Canonical JSON text: members sorted by name (UTF-16 units), no blanks.
 *
 * @throws {ParameterError} for what is no JSON value
 * @see RFC 8785, JSON Canonicalization Scheme
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
  }
  const isJson = value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);
  if (!isJson) throw new ParameterError("value", typeof value === "number" ? value : typeof value, "a JSON value");
  return JSON.stringify(value);
}

/** SHA-256 of a text in UTF-8, hexadecimal. */
export type Sha256 = (text: string) => Promise<string>;
