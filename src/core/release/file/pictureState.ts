import { strFromU8, strToU8 } from "fflate";
import { objectOf, oneKindOf, oneOf, parseUntrustedJson, refuse, text } from "../../untrusted.ts";
import { parseRelease, releaseText } from "./sealedRelease.ts";
import type { ReleaseFile } from "./releaseFile.ts";
import { joined } from "./zipped.ts";

/** Origin of a picture: its release, or the link of a view, without a record. */
export type PictureState =
  | { readonly kind: "release"; readonly release: ReleaseFile }
  | { readonly kind: "link"; readonly link: string };

const schema = "curveil-picture/1";
const longestState = 2 ** 25;

const readState = oneKindOf("kind", {
  link: objectOf({ schema: oneOf(schema), kind: oneOf("link"), link: text(8000) }),
  release: objectOf({ schema: oneOf(schema), kind: oneOf("release"), release: text(longestState) }),
});

function stateText(state: PictureState): string {
  const written =
    state.kind === "link"
      ? { schema, kind: "link", link: state.link }
      : { schema, kind: "release", release: releaseText(state.release) };
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(written).replace(/[\x7f-\x9f\uFFFE\uFFFF]/g, escape);
}

/** State in an untrusted text. @throws {ParameterError}, and nothing else */
function parseState(source: string): PictureState {
  const state = readState(parseUntrustedJson(source, "The picture's state"), "The picture's state");
  if (state.kind === "release") return { kind: "release", release: parseRelease(state.release) };
  if (!state.link.startsWith("#/")) return refuse(state.link, "The picture's link", 'a link that starts with "#/"');
  return { kind: "link", link: state.link };
}

const opening = '<metadata id="curveil">';
const closing = "</metadata>";

/**
 * SVG with a title and the state of the picture.
 *
 * @param svg begins with the tag `<svg …>`
 */
export function svgWithState(svg: string, title: string, state: PictureState): string {
  const added = `<title>${inXml(title)}</title>${opening}${inXml(stateText(state))}${closing}`;
  return svg.replace(/<svg[^>]*>/, (tag) => `${tag}${added}`);
}

/** State in an untrusted SVG. @throws {ParameterError} if none can be read */
export function stateOfSvg(svg: string): PictureState {
  if (svg.length > 2 * longestState) return refuse(svg.length, "The picture", `at most ${2 * longestState} characters`);
  const from = svg.indexOf(opening);
  const to = svg.indexOf(closing, from);
  if (from < 0 || to < 0) return refuse("none", "The picture", "one that Curveil saved, with its state in it");
  return parseState(fromXml(svg.slice(from + opening.length, to)));
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const keyword = "curveil";

/**
 * PNG with title and state in text chunks, after its header.
 *
 * @see Portable Network Graphics (third edition), 11.3.3.4 iTXt
 */
export function pngWithState(png: Uint8Array, title: string, state: PictureState): Uint8Array<ArrayBuffer> {
  checkSignature(png);
  const end = signature.length + 25; // IHDR: length, type, 13 bytes, checksum.
  const added = [textChunk("Title", title), textChunk(keyword, stateText(state))];
  return joined([png.subarray(0, end), ...added, png.subarray(end)]);
}

/** State in an untrusted PNG. @throws {ParameterError} if none can be read */
export function stateOfPng(png: Uint8Array): PictureState {
  checkSignature(png);
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const prefix = strToU8(`${keyword}\0\0\0\0\0`);
  for (let at = signature.length; at + 12 <= png.length;) {
    const length = view.getUint32(at);
    if (at + 12 + length > png.length) break;
    const content = png.subarray(at + 8, at + 8 + length);
    const isState =
      strFromU8(png.subarray(at + 4, at + 8), true) === "iTXt" && prefix.every((b, i) => content[i] === b);
    if (isState) return parseState(strFromU8(content.subarray(prefix.length)));
    at += 12 + length;
  }
  return refuse("none", "The picture", "one that Curveil saved, with its state in it");
}

function checkSignature(png: Uint8Array): void {
  if (!signature.every((byte, i) => png[i] === byte)) refuse("other bytes", "The picture", "a PNG file");
}

/** Uncompressed international text chunk without language. */
function textChunk(name: string, content: string): Uint8Array {
  const data = strToU8(`iTXt${name}\0\0\0\0\0${content}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(chunk.length - 4, crc32(data));
  return chunk;
}

/** CRC-32 with the reversed polynomial 0xEDB88320. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function inXml(content: string): string {
  return content
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

function fromXml(content: string): string {
  return content.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
