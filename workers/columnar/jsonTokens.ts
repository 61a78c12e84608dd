import { isBeyondDoubles } from "../../src/core/tables/cells/beyondDoubles.ts";
import { longestCell } from "../../src/core/tables/cells/longRow.ts";
import { wholeText } from "../../src/core/tables/cells/wholeText.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { HeldCell } from "./heldCells.ts";

export interface JsonTaker {
  open(isObject: boolean): void;
  close(): void;
  name(name: string): void;
  value(cell: HeldCell): void;
}

/** Nesting of lists and objects. */
const deepest = 64;

const damaged = (found: string) => refusal("file", found, "JSON that a program wrote, whole");

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

type Expected = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "colon" | "commaOrEnd" | "document";

/**
 * Reads JSON in pieces, in linear time and memory of the longest string. Values may follow each other, as in JSON
 * lines. NaN and Infinity, which some programs write, are no value; whole numbers beyond 2⁵³ keep their digits.
 *
 * @throws {ParameterError} also for a text cut off, or nested too deeply
 */
export function jsonTokens(taker: JsonTaker): {
  readonly push: (text: string) => void;
  readonly finish: () => void;
} {
  const isObjectAt = new Uint8Array(deepest + 1);
  let depth = 0;
  let expected: Expected = "document";
  let pending = "";
  /** Characters of a pending string without a quote. */
  let searched = 0;
  let longest: number = tableLimits.lineLength;

  const afterValue = () => {
    expected = depth === 0 ? "document" : "commaOrEnd";
  };
  const isValueExpected = () => expected === "value" || expected === "valueOrEnd" || expected === "document";

  const mark = (code: number): void => {
    if (code === openObject || code === openList) {
      if (!isValueExpected()) throw damaged("JSON with a mark that is out of place");
      if (++depth > deepest)
        throw refusal("file", `JSON nested more than ${deepest} deep`, "a table, nested less deeply");
      isObjectAt[depth] = code === openObject ? 1 : 0;
      expected = code === openObject ? "nameOrEnd" : "valueOrEnd";
      taker.open(code === openObject);
    } else if (code === closeObject || code === closeList) {
      const isObject = code === closeObject;
      const isEmpty = expected === (isObject ? "nameOrEnd" : "valueOrEnd");
      if (depth === 0 || isObjectAt[depth] !== (isObject ? 1 : 0) || !(isEmpty || expected === "commaOrEnd"))
        throw damaged("JSON with a mark that is out of place");
      depth--;
      taker.close();
      afterValue();
    } else if (code === comma && expected === "commaOrEnd") {
      expected = isObjectAt[depth] === 1 ? "name" : "value";
    } else if (code === colon && expected === "colon") {
      expected = "value";
    } else throw damaged("JSON with a mark that is out of place");
  };

  const text = (raw: string) => {
    const content = raw.includes("\\") ? unescaped(raw) : raw;
    if (expected === "name" || expected === "nameOrEnd") {
      taker.name(content);
      expected = "colon";
    } else if (isValueExpected()) {
      taker.value(content);
      afterValue();
    } else throw damaged("JSON with a text that is out of place");
  };

  const word = (token: string) => {
    if (!isValueExpected()) throw damaged("JSON with a value that is out of place");
    taker.value(cellOf(token));
    afterValue();
  };

  /** @returns start of the first incomplete token */
  const read = (given: string, isLast: boolean): number => {
    let at = 0;
    for (;;) {
      let code = given.charCodeAt(at);
      while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = given.charCodeAt(++at);
      if (at >= given.length) return at;
      if (code === quote) {
        const end = endOfText(given, at + 1 + searched);
        if (end < 0) {
          // A final backslash may belong to the next quote.
          searched = Math.max(0, given.length - at - 1 - trailing(given));
          return at;
        }
        searched = 0;
        text(given.slice(at + 1, end));
        at = end + 1;
      } else if (isMark(code)) {
        mark(code);
        at++;
      } else {
        let end = at + 1;
        while (end < given.length && !isEnd(given.charCodeAt(end))) end++;
        if (end === given.length && !isLast) return at;
        word(given.slice(at, end));
        at = end;
      }
    }
  };

  return {
    push: (more) => {
      const given = pending + more;
      const end = read(given, false);
      pending = given.slice(end);
      if (end > 0) longest = tableLimits.lineLength;
      if (pending.length <= longest) return;
      if (!pending.startsWith('"')) throw damaged("JSON with a number of millions of digits");
      // It has no value, nor has a shorter text that is too long for a cell.
      pending = `"${"x".repeat(longestCell + 1)}${"\\".repeat(trailing(pending) % 2)}`;
      searched = longestCell + 1;
      longest = 4 * longestCell;
    },
    finish: () => {
      const end = read(pending, true);
      if (end < pending.length || depth > 0) throw damaged("JSON that is cut off");
    },
  };
}

const isMark = (code: number) =>
  code === comma ||
  code === colon ||
  code === openList ||
  code === closeList ||
  code === openObject ||
  code === closeObject;

const isEnd = (code: number) => code <= 0x20 || code === quote || isMark(code);

/** Place of its quote; negative if missing. */
function endOfText(given: string, from: number): number {
  for (let at = given.indexOf('"', from); at >= 0; at = given.indexOf('"', at + 1)) {
    let first = at;
    while (given.charCodeAt(first - 1) === backslash) first--;
    if ((at - first) % 2 === 0) return at;
  }
  return -1;
}

function trailing(given: string): number {
  let first = given.length;
  while (given.charCodeAt(first - 1) === backslash) first--;
  return given.length - first;
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    throw damaged("JSON with a wrong escape in a text");
  }
}

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function cellOf(token: string): HeldCell {
  if (number.test(token)) return numberCell(token);
  if (token === "true" || token === "false") return token === "true";
  if (/^(?:null|NaN|-?Infinity)$/.test(token)) return null;
  throw damaged("JSON with a word that is no value");
}

/** Whole numbers beyond 2⁵³ keep their digits, infinite ones are none. */
export function numberCell(token: string): number | bigint | null {
  const value = Number(token);
  if (!Number.isFinite(value)) return null;
  if (!isBeyondDoubles(value)) return value;
  const digits = wholeText(token, ".");
  return digits.includes(".") ? value : BigInt(digits);
}
