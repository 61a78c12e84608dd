import type { TextLayout } from "../src/core/tables/schema.ts";
import { encodingOfJson } from "../src/core/tables/textDecoding.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import { bytesOf, unpacked } from "./files/filePieces.ts";
import { unpackedEntry, zipEntries, type ZipEntry } from "./files/zipArchive.ts";

/** A file's kind by its first bytes. */
export type FoundFile =
  | {
      readonly kind: "text" | "gzip" | "parquet" | "arrow";
      readonly file: Blob;
      /** For the table in a ZIP archive. */
      readonly isUnzipped?: true;
      readonly notice?: string;
    }
  | { readonly kind: "json"; readonly file: Blob; readonly isPacked: boolean; readonly notice?: string }
  | { readonly kind: "xlsx"; readonly file: Blob; readonly entries: readonly ZipEntry[]; readonly notice?: string };

/** Packing of a text that begins with a record, or "typed" for cells with types, as the schema says. */
export type SaidKind = NonNullable<TextLayout["packing"]> | "none" | "typed";

/** Unpacked once, as long as the file is held. */
const foundFiles = new WeakMap<Blob, Map<string, Promise<FoundFile>>>();

/**
 * The kind; for a ZIP archive, that of its one table.
 *
 * @param said by the schema, if the first bytes are a record's
 * @throws {ParameterError} with advice, for unread kinds
 */
export function foundFile(file: Blob, said?: SaidKind): Promise<FoundFile> {
  const all = foundFiles.get(file) ?? new Map<string, Promise<FoundFile>>();
  foundFiles.set(file, all);
  const known = all.get(said ?? "");
  if (known) return known;
  const isTyped = said === "typed";
  const found = said === undefined || isTyped ? findFile(file, isTyped) : findDeclared(file, said);
  all.set(said ?? "", found);
  found.catch(() => all.delete(said ?? ""));
  return found;
}

async function findDeclared(file: Blob, packing: Exclude<SaidKind, "typed">): Promise<FoundFile> {
  if (packing !== "zip") return { kind: packing === "gzip" ? "gzip" : "text", file };
  const { entry, notice } = tableIn(await zipEntries(file));
  const inner = await unpackedEntry(entry, longestUnpacked);
  return { kind: "text", file: inner, isUnzipped: true, ...(notice !== undefined && { notice }) };
}

const headLength = 4096;
/** Bytes from a ZIP archive. */
const longestUnpacked = 2 ** 29;

async function findFile(file: Blob, isTyped: boolean, isInArchive = false): Promise<FoundFile> {
  const head = await bytesOf(file.slice(0, headLength));
  const kind = kindOf(head);
  if (kind === "zip") {
    const entries = await zipEntries(file);
    const names = new Set(entries.map(({ name }) => name));
    if (names.has("[Content_Types].xml") && [...names].some((name) => name.startsWith("xl/")))
      return { kind: "xlsx", file, entries };
    refuseOthers(names);
    if (isInArchive) throw refusal("file", "a ZIP archive in a ZIP archive", "the table itself: unpack it");
    const { entry, notice } = tableIn(entries);
    const inner = await findFile(await unpackedEntry(entry, longestUnpacked), isTyped, true);
    const said = notice === undefined ? {} : { notice };
    return inner.kind === "json" || inner.kind === "xlsx"
      ? { ...inner, ...said }
      : { ...inner, isUnzipped: true, ...said };
  }
  if (kind === "workbook") throw await oldWorkbook(file, head);
  if (kind === "gzip" && isJson(await unpackedHead(file), isTyped)) return { kind: "json", file, isPacked: true };
  if (kind === "text" && isJson(head, isTyped)) return { kind: "json", file, isPacked: false };
  return { kind, file };
}

async function unpackedHead(file: Blob): Promise<Uint8Array> {
  for await (const piece of unpacked(file, () => undefined)) return piece.subarray(0, headLength);
  return new Uint8Array(0);
}

/** Lists or objects. @param isTyped decides where text may begin so as well */
function isJson(head: Uint8Array, isTyped: boolean): boolean {
  const text = new TextDecoder(encodingOfJson(head)).decode(head).replace(/^\uFEFF?\s*/, "");
  if (isTyped) return /^[{[]/.test(text);
  return /^(?:\{\s*(?:"|\}|$)|\[\s*(?:[[{"\]]|-?\d[\d.eE+-]*\s*[,\]]|null|true|false|NaN|$))/.test(text);
}

const table = "a table as text (CSV, TSV or the like), JSON, an Excel workbook (.xlsx), Parquet or Arrow";
const asCsv = `${table}: in Excel, “Save as” and “CSV UTF-8 (comma delimited)”`;

function kindOf(head: Uint8Array): "text" | "gzip" | "parquet" | "arrow" | "zip" | "workbook" {
  const begins = (...bytes: number[]) => bytes.every((byte, i) => head[i] === byte);
  const says = (text: string) => begins(...Array.from(text, (letter) => letter.charCodeAt(0)));
  if (begins(0x1f, 0x8b)) return "gzip";
  if (says("PAR1")) return "parquet";
  if (says("PARE")) throw refusal("file", "an encrypted Parquet file", "one without encryption");
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0x50, 0x4b, 0x05, 0x06)) return "zip";
  if (begins(0x50, 0x4b, 0x07, 0x08)) throw refusal("file", "a ZIP archive in several parts", "whole, or unpacked");
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) return "workbook";
  if (says("ARROW1") || begins(0xff, 0xff, 0xff, 0xff)) return "arrow";
  if (says("FEA1")) throw refusal("file", "a Feather file of version 1", `${table}: write it as version 2, or Parquet`);
  if (says("SQLite format")) throw refusal("file", "an SQLite database", `${table}: export one of its tables`);
  if (says("$FL2") || says("$FL3")) throw refusal("file", "an SPSS file", `${table}: in SPSS, “Save as” CSV`);
  if (says("<stata_dta>")) throw refusal("file", "a Stata file", `${table}: in Stata, “export delimited”`);
  if (/^\s*<(?:!doctype|html|table|\?xml)/i.test(String.fromCharCode(...head.subarray(0, 64)))) {
    throw refusal("file", "a web page or an XML file", `${table}: some programs call such a file .xls; save it as CSV`);
  }
  if (says("%PDF")) throw refusal("file", "a PDF", table);
  refusePacked(begins);
  return "text";
}

/** Packed by other programs. */
function refusePacked(begins: (...bytes: number[]) => boolean): void {
  const unpack = `${table}, packed by gzip or ZIP at most: unpack it first`;
  if (begins(0x28, 0xb5, 0x2f, 0xfd)) throw refusal("file", "a file packed by Zstandard", unpack);
  if (begins(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) throw refusal("file", "a 7z archive", unpack);
  if (begins(0x52, 0x61, 0x72, 0x21, 0x1a, 0x07)) throw refusal("file", "a RAR archive", unpack);
  if (begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) throw refusal("file", "a file packed by xz", unpack);
  if (begins(0x42, 0x5a, 0x68) && begins(0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59))
    throw refusal("file", "a file packed by bzip2", unpack);
}

/** Before 2007, or newer with a password: the first bytes are the same. */
async function oldWorkbook(file: Blob, head: Uint8Array): Promise<Error> {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const isWhole = head.length >= 512;
  const sector = isWhole ? 2 ** Math.min(16, view.getUint16(30, true)) : 512;
  const start = isWhole ? sector * (view.getUint32(48, true) + 1) : 0;
  const names = new TextDecoder("utf-16le").decode(await bytesOf(file.slice(start, start + headLength)));
  return names.includes("EncryptedPackage")
    ? refusal(
        "file",
        "an Excel workbook with a password",
        `${table}: take the password off, or save it as CSV in Excel`,
      )
    : refusal("file", "an old Excel workbook (.xls)", `${asCsv}, or “Excel Workbook (.xlsx)”`);
}

/** Archives that are files of other programs. */
function refuseOthers(names: ReadonlySet<string>): void {
  const has = (folder: string) => [...names].some((name) => name.startsWith(folder));
  if (names.has("content.xml") && names.has("mimetype"))
    throw refusal(
      "file",
      "an OpenDocument file (.ods)",
      `${table}: in LibreOffice, “Save as” and “Text CSV” or “.xlsx”`,
    );
  if (names.has("Index/Document.iwa") || names.has("Index.zip"))
    throw refusal("file", "an Apple Numbers file", `${table}: in Numbers, “Export to” and “CSV”`);
  if (names.has("[Content_Types].xml") && (has("word/") || has("ppt/")))
    throw refusal("file", "a document of Word or PowerPoint", table);
}

const tableNames = /\.(?:csv|tsv|tab|txt|dat|asc|jsonl?|ndjson|parquet|arrows?|feather|ipc|xlsx|xlsm|gz)$/i;
const besideNames = /(?:^|\/)(?:read.?me|licen[cs]e|copying|notice|changelog)[^/]*$/i;
/** Added by systems. */
const systemNames = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;

/** And a notice of other files. */
function tableIn(entries: readonly ZipEntry[]): { readonly entry: ZipEntry; readonly notice?: string } {
  const files = entries.filter(({ name }) => !systemNames.test(name));
  const [only, another] = files;
  if (!only) throw refusal("file", "a ZIP archive without a file in it", "one that holds a table");
  if (!another) return { entry: only };
  const tables = files.filter(({ name }) => tableNames.test(name) && !besideNames.test(name));
  const [entry] = tables;
  if (entry && tables.length === 1)
    return { entry, notice: `“${entry.name}” is read, one of ${files.length} files in the archive.` };
  const shown = (tables.length > 0 ? tables : files).slice(0, 5).map(({ name }) => `“${name.slice(0, 60)}”`);
  const more = files.length > shown.length ? " and others" : "";
  throw refusal(
    "file",
    `a ZIP archive with ${shown.join(", ")}${more}`,
    "one table: unpack it and open the one that is meant",
  );
}
