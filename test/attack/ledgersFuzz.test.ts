import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import { isAlike } from "../../src/core/tables/tableKeys.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { chanceOf } from "../support/fuzzing.ts";

// One table of texts, numbers and dates, written in two ways that a schema reads alike. They share a digest, or a ledger is split.

const keysOf = async (text: string, encoding: "utf8" | "utf16le" | "latin1") => {
  try {
    return await fileKeys(
      new Blob([Buffer.from((encoding === "utf16le" ? "\ufeff" : "") + text, encoding)]),
      sha256,
      () => Promise.resolve(),
    );
  } catch (error) {
    return String(error);
  }
};

test("the same table in another writing", async () => {
  const found: Record<string, number> = {};
  const examples: Record<string, string> = {};
  const count = Number(process.env["CASES"] ?? 3000);
  for (let seed = 1; seed <= count; seed++) {
    const { below, one, uniform } = chanceOf(seed);
    const width = 1 + below(4);
    const kinds = Array.from({ length: width }, (_, j) =>
      j === 0 ? "number" : one(["number", "text", "word", "date", "comma", "whole"]),
    );
    const names = kinds.map((_, j) => one(["x", "y", "name", "id", "day", "Größe", "n 1"]) + j);
    const texts = one([
      ["a;b", "c;d", "e"],
      ["a,b", "c, d, e", "f"],
      ["p|q", "r"],
      ["1;2", "3;4"],
      ["1,2", "3,4"],
      ["word", "two words", "é"],
      ["x\ty", "z\tw"],
      ["12:30", "yes", "no"],
      ["5 kg", "7 kg"],
    ]);
    const cell = (kind: string) => {
      if (uniform() < 0.03) return "";
      if (kind === "number") return String(below(10_000) / one([1, 10, 100, 1000]));
      if (kind === "whole") return String(below(1e6));
      if (kind === "comma") return String(below(1000) / 10);
      if (kind === "date") return `20${10 + below(15)}-0${1 + below(9)}-${10 + below(18)}`;
      return kind === "text" ? one(texts) : one(["alpha", "beta", "gamma"]);
    };
    const rows = Array.from({ length: 5 + below(60) }, () => kinds.map(cell));
    const write = () => {
      const delimiter = one([",", ";", "\t", "|"]);
      const end = one(["\n", "\r\n", "\r"]);
      const quoteAll = uniform() < 0.3;
      const header = uniform() < 0.8;
      const decimal = delimiter !== "," && uniform() < 0.4 ? "," : ".";
      const dates = uniform() < 0.3;
      const order = uniform() < 0.3 ? rows.toReversed() : rows;
      const put = (text: string) =>
        quoteAll || (/["\n\r,;\t|]/.test(text) && (text.includes(delimiter) || uniform() < 0.2))
          ? `"${text.replaceAll('"', '""')}"`
          : text;
      const shown = (text: string, j: number) => {
        if (text === "") return one(["", "NA"]);
        if ((kinds[j] === "number" || kinds[j] === "comma") && decimal === ",") return text.replace(".", ",");
        if (kinds[j] === "date" && dates) return text.replace(/(\d{4})-(\d\d)-(\d\d)/, "$3.$2.$1");
        return text;
      };
      const lines = [
        ...(header ? [names.map(put).join(delimiter)] : []),
        ...order.map((row) => row.map((text, j) => put(shown(text, j))).join(delimiter)),
      ];
      const encoding = one(["utf8", "utf16le", "latin1"] as const);
      return {
        text: lines.join(end) + (uniform() < 0.8 ? end : ""),
        encoding,
        how: JSON.stringify({ delimiter, end, header, decimal, encoding, quoteAll }),
      };
    };
    const [a, b] = [write(), write()];
    const [k, l] = [await keysOf(a.text, a.encoding), await keysOf(b.text, b.encoding)];
    const kind =
      typeof k === "string" || typeof l === "string"
        ? "refused"
        : k.digests.some((digest) => l.digests.includes(digest))
          ? "same"
          : isAlike(k.look, l.look)
            ? "asked"
            : "split";
    found[kind] = (found[kind] ?? 0) + 1;
    if (kind !== "same") {
      const more = `${kind} ${a.how === b.how ? "" : ""}${kinds.includes("text") ? "with separators in texts" : "plain"} ${width === 1 ? "one column" : "several"} ${a.how.includes('"header":false') || b.how.includes('"header":false') ? "no header" : "headers"}`;
      found[more] = (found[more] ?? 0) + 1;
      examples[more] ??=
        `${a.how}\n${a.text.slice(0, 160)}\n---\n${b.how}\n${b.text.slice(0, 160)}${typeof k === "string" ? k : ""}${typeof l === "string" ? l : ""}`;
    }
  }
  console.log(found);
  for (const [kind, example] of Object.entries(examples)) console.log(`== ${kind}\n${example}`);
  expect(found["split"] ?? 0).toBe(0);
});
