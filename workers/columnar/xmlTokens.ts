import { refusal } from "../../src/core/tables/refusal.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";

/** Names come without their prefix. */
export interface XmlTaker {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** A text may come in several parts. */
  text(part: string): void;
}

const damaged = () => refusal("file", "a workbook whose XML is damaged or cut off", "whole");
const longestTag = 2 ** 16;

/**
 * Reads XML in pieces, in linear time. It knows the five entities of XML and characters by number, and refuses a
 * document type: nothing unpacks to more than stands there.
 */
export function xmlTokens(taker: XmlTaker): { readonly push: (text: string) => void; readonly finish: () => void } {
  let pending = "";
  let depth = 0;

  const tag = (content: string) => {
    const code = content.charCodeAt(0);
    if (code === slash) {
      if (--depth < 0) throw damaged();
      taker.close(localName(content, 1));
      return;
    }
    const isEmpty = content.charCodeAt(content.length - 1) === slash;
    const name = localName(content, 0);
    taker.open(name, content);
    if (isEmpty) taker.close(name);
    else depth++;
  };

  /** @returns start of the first incomplete mark */
  const read = (given: string): number => {
    for (let at = 0; ;) {
      const start = given.indexOf("<", at);
      if (start !== at && depth > 0) {
        const end = start < 0 ? safeEnd(given, at) : start;
        if (end > at) taker.text(plain(given.slice(at, end)));
        if (start < 0) return end;
      }
      if (start < 0) return given.length;
      const second = given.charCodeAt(start + 1);
      if (second === question) at = after(given, "?>", start + 2);
      else if (second === exclamation) {
        if (given.length < start + 9) return start;
        if (given.startsWith("<!--", start)) at = after(given, "-->", start + 4);
        else if (given.startsWith("<![CDATA[", start)) {
          at = after(given, "]]>", start + 9);
          if (at >= 0 && depth > 0) taker.text(given.slice(start + 9, at - 3));
        } else
          throw refusal("file", "a workbook with an XML document type, which no program writes", "saved once more");
      } else {
        at = endOfTag(given, start + 1);
        if (at >= 0) tag(given.slice(start + 1, at - 1));
        else if (given.length - start > longestTag) throw damaged();
      }
      if (at < 0) return start;
    }
  };

  return {
    push: (more) => {
      const given = pending + more;
      pending = given.slice(read(given));
      if (pending.length > tableLimits.lineLength) throw damaged();
    },
    finish: () => {
      if (pending.trim() !== "" || depth !== 0) throw damaged();
    },
  };
}

const [slash, question, exclamation, doubleQuote, singleQuote, greater, colon, space] = [
  0x2f, 0x3f, 0x21, 0x22, 0x27, 0x3e, 0x3a, 0x20,
];

function after(given: string, mark: string, from: number): number {
  const place = given.indexOf(mark, from);
  return place < 0 ? -1 : place + mark.length;
}

/** Negative if the tag is incomplete. Its end sign may stand within quotes. */
function endOfTag(given: string, from: number): number {
  let within = 0;
  for (let at = from; at < given.length; at++) {
    const code = given.charCodeAt(at);
    if (within !== 0) {
      if (code === within) within = 0;
    } else if (code === doubleQuote || code === singleQuote) within = code;
    else if (code === greater) return at + 1;
  }
  return -1;
}

/** The text may be cut within an entity. */
function safeEnd(given: string, from: number): number {
  const entity = given.lastIndexOf("&");
  return entity >= from && given.length - entity < longestEntity && !given.includes(";", entity)
    ? entity
    : given.length;
}

const longestEntity = 12;

function localName(tag: string, from: number): string {
  let start = from;
  let end = from;
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end);
    if (code === colon) start = end + 1;
    else if (code <= space || code === slash) break;
  }
  return tag.slice(start, end);
}

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

function plain(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot|apos));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[(name as string).toLowerCase()]!;
    const code = decimal === undefined ? parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Whatever its prefix; undefined if absent. */
export function attribute(tag: string, name: string): string | undefined {
  for (let at = tag.indexOf(name); at >= 0; at = tag.indexOf(name, at + 1)) {
    const before = tag.charCodeAt(at - 1);
    if (!(before <= space || before === colon)) continue;
    let next = at + name.length;
    while (tag.charCodeAt(next) <= space) next++;
    if (tag.charCodeAt(next) !== 0x3d) continue;
    next++;
    while (tag.charCodeAt(next) <= space) next++;
    const quote = tag.charAt(next);
    if (quote !== '"' && quote !== "'") continue;
    const end = tag.indexOf(quote, next + 1);
    return end < 0 ? undefined : plain(tag.slice(next + 1, end));
  }
  return undefined;
}
