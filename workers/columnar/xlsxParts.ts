import { refusal } from "../../src/core/tables/refusal.ts";
import type { ZipEntry } from "../files/zipArchive.ts";
import { heldLimits } from "./heldCells.ts";
import { kindOfFormat, type NumberKind } from "./sheetFormats.ts";
import { attribute, xmlTokens, type XmlTaker } from "./xmlTokens.ts";

/** Bytes; others only say how cells are read. */
const longestPart = { cells: 2 ** 30, others: 2 ** 25 } as const;

const damaged = () => refusal("file", "an Excel workbook that is damaged", "whole");

type Parts = ReadonlyMap<string, ZipEntry>;

/**
 * Reads a part's XML.
 *
 * @param checkpoint after each piece of a part with cells or texts, which may be long
 * @throws {ParameterError} also if it unpacks to too much
 */
export async function readPart(entry: ZipEntry, taker: XmlTaker, checkpoint?: () => Promise<void>): Promise<void> {
  const longest = checkpoint ? longestPart.cells : longestPart.others;
  if (entry.length > longest)
    throw refusal(
      "file",
      `an Excel workbook whose “${entry.name}” unpacks to more than ${longest / 2 ** 20} MB`,
      "a smaller one, or saved as CSV",
    );
  const { push, finish } = xmlTokens(taker);
  let decoder: TextDecoder | undefined;
  for await (const bytes of entry.bytes()) {
    decoder ??= new TextDecoder(bytes[0] === 0xff ? "utf-16le" : bytes[0] === 0xfe ? "utf-16be" : "utf-8");
    push(decoder.decode(bytes, { stream: true }));
    await checkpoint?.();
  }
  push(decoder?.decode() ?? "");
  finish();
}

interface Relation {
  /** Its type's last part: "worksheet". */
  readonly type: string;
  readonly target: string;
}

async function relationsOf(parts: Parts, path: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const entry = parts.get(`${folder}_rels/${path.slice(folder.length)}.rels`);
  const found = new Map<string, Relation>();
  if (!entry) return found;
  await readPart(entry, {
    open: (name, tag) => {
      if (name !== "Relationship" || attribute(tag, "TargetMode") === "External") return;
      const target = attribute(tag, "Target") ?? "";
      found.set(attribute(tag, "Id") ?? "", {
        type: (attribute(tag, "Type") ?? "").split("/").at(-1)!,
        target: target.startsWith("/") ? target.slice(1) : resolved(folder, target),
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return found;
}

function resolved(folder: string, target: string): string {
  const path = folder.split("/").slice(0, -1);
  for (const step of target.split("/")) {
    if (step === "..") path.pop();
    else if (step !== ".") path.push(step);
  }
  return path.join("/");
}

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly isHidden: boolean; readonly entry: ZipEntry }[];
  readonly isFrom1904: boolean;
  readonly texts: ZipEntry | undefined;
  readonly styles: ZipEntry | undefined;
}

/** @throws {ParameterError} also without a sheet of cells */
export async function workbookOf(parts: Parts): Promise<Workbook> {
  const [, main] =
    [...(await relationsOf(parts, ""))].find(([, { type }]) => type === "officeDocument") ?? ([] as const);
  const path = main?.target ?? "xl/workbook.xml";
  const entry = parts.get(path);
  if (!entry) throw damaged();
  if (path.endsWith(".bin"))
    throw refusal(
      "file",
      "a binary Excel workbook (.xlsb)",
      "saved as .xlsx or “CSV UTF-8 (comma delimited)” in Excel",
    );
  const relations = await relationsOf(parts, path);
  const sheets: Workbook["sheets"][number][] = [];
  let isFrom1904 = false;
  await readPart(entry, {
    open: (name, tag) => {
      if (name === "workbookPr") isFrom1904 = /^(?:1|true|on)$/.test(attribute(tag, "date1904") ?? "");
      if (name !== "sheet") return;
      const relation = relations.get(idOf(tag) ?? "");
      const sheet = relation && parts.get(relation.target);
      if (!sheet || relation.type !== "worksheet") return;
      const state = attribute(tag, "state");
      sheets.push({ name: attribute(tag, "name") ?? "", isHidden: (state ?? "visible") !== "visible", entry: sheet });
    },
    close: () => undefined,
    text: () => undefined,
  });
  if (sheets.length === 0) throw refusal("file", "an Excel workbook without a sheet of cells", "one with a table");
  const partOf = (type: string) => {
    const relation = [...relations.values()].find((each) => each.type === type);
    return relation && parts.get(relation.target);
  };
  return { sheets, isFrom1904, texts: partOf("sharedStrings"), styles: partOf("styles") };
}

/** Its attribute always has a prefix. */
function idOf(tag: string): string | undefined {
  return /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(tag)?.[1];
}

export async function sharedTexts(
  entry: ZipEntry | undefined,
  checkpoint: () => Promise<void>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  if (!entry) return texts;
  let characters = 0;
  const text = richText((whole) => {
    characters += whole.length;
    if (characters > heldLimits.characters || texts.length >= heldLimits.cells)
      throw refusal("file", "an Excel workbook with more than 128 MB of texts", "a smaller one, or saved as CSV");
    texts.push(whole);
  }, "si");
  await readPart(entry, text, checkpoint);
  return texts;
}

/** A cell holds 32,767 characters; longer texts are missing, and not kept whole. */
export const longestText = 2 ** 16;

/** Joins runs of different look, without pronunciation. */
export function richText(take: (text: string) => void, element: "si" | "is"): XmlTaker {
  let whole = "";
  let isText = false;
  let isSpoken = false;
  return {
    open: (name) => {
      if (name === element) whole = "";
      else if (name === "rPh") isSpoken = true;
      else if (name === "t") isText = !isSpoken;
    },
    close: (name) => {
      if (name === element) take(unescaped(whole));
      else if (name === "rPh") isSpoken = false;
      else if (name === "t") isText = false;
    },
    text: (part) => {
      if (isText && whole.length <= longestText) whole += part;
    },
  };
}

/** Characters that XML lacks, written as _x000D_. */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Kinds by number of the style. */
export async function kindsOfStyles(entry: ZipEntry | undefined): Promise<readonly NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  if (!entry) return kinds;
  let isOfCells = false;
  await readPart(entry, {
    open: (name, tag) => {
      if (name === "numFmt") codes.set(Number(attribute(tag, "numFmtId")), attribute(tag, "formatCode") ?? "");
      else if (name === "cellXfs") isOfCells = true;
      else if (name === "xf" && isOfCells && kinds.length < mostStyles) {
        const id = Number(attribute(tag, "numFmtId") ?? 0);
        kinds.push(kindOfFormat(id, codes.get(id)));
      }
    },
    close: (name) => {
      if (name === "cellXfs") isOfCells = false;
    },
    text: () => undefined,
  });
  return kinds;
}

const mostStyles = 2 ** 16;
