// 300 small files as programs write them, and what is in each: `node test/support/corpus/fileCorpus.mjs FOLDER` writes the files.

import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A generator of whole numbers below a bound (mulberry32). */
function chanceOf(seed) {
  let state = seed >>> 0;
  const below = (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
  return { below, one: (list) => list[below(list.length)] };
}

const two = (number) => String(number).padStart(2, "0");
const daysOf = (year, month, day) => Date.UTC(year, month - 1, day) / 864e5;

/** Cells of a kind: text as written and value as meant. Row 0 tells day and month apart. */
const kinds = {
  whole: ({ below }) => {
    const value = below(5500) - 500;
    return [String(value), value];
  },
  decimal: ({ below }, { decimal }) => {
    const value = (below(200_000) - 50_000) / 100 + 0.001;
    return [value.toFixed(3).replace(".", decimal), Number(value.toFixed(3))];
  },
  grouped: ({ below }, { decimal }) => {
    const value = 1000 + below(9_000_000) / 10;
    const [whole, rest] = value.toFixed(2).split(".");
    const mark = decimal === "." ? "," : ".";
    return [`${whole.replace(/\B(?=(\d{3})+$)/g, mark)}${decimal}${rest}`, Number(value.toFixed(2))];
  },
  exponent: ({ below }, { decimal }) => {
    const text = `${1 + below(9)}.${1 + below(9)}e${below(2) ? "-" : "+"}0${1 + below(8)}`;
    return [text.replace(".", decimal), Number(text)];
  },
  percent: ({ below }, { decimal }) => {
    const value = below(1000) / 10 + 0.05;
    return [`${value.toFixed(2).replace(".", decimal)}%`, Number(value.toFixed(2))];
  },
  isoDate: (chance) => dated(chance, (y, m, d) => `${y}-${two(m)}-${two(d)}`),
  dayFirst: (chance, _, row) => dated(chance, (y, m, d) => `${two(d)}.${two(m)}.${y}`, row),
  monthFirst: (chance, _, row) => dated(chance, (y, m, d) => `${two(m)}/${two(d)}/${y}`, row),
  time: ({ below }) => {
    const [hour, minute] = [below(24), below(60)];
    return [`${two(hour)}:${two(minute)}`, hour + minute / 60];
  },
  truth: ({ one }) => {
    const text = one(["true", "false"]);
    return [text, text];
  },
  word: ({ one }, { isAscii }) => {
    const text = one(isAscii ? ["red", "green", "dark blue"] : ["Köln", "Zürich", "Åbo", "Orléans"]);
    return [text, text];
  },
  awkward: ({ one }, { separator }) => {
    const text = one([`a${separator}b`, 'say "hi"', "two\nlines", "plain", "it's"]);
    return [text, text];
  },
  code: ({ below }) => {
    const text = `0${two(below(100))}${below(10)}`;
    return [text, text];
  },
};

function dated({ below }, text, row) {
  const [year, month, day] = [1950 + below(100), 1 + below(12), row === 0 ? 13 + below(15) : 1 + below(28)];
  return [text(year, month, day), daysOf(year, month, day)];
}

const numbers = ["whole", "decimal", "grouped", "exponent", "percent"];
/** Words for no value; the first two are everybody's. */
const missingWords = ["", "NA", "NaN", "null", "NULL", "n/a", "#N/A", "-", "."];

/** The k-th file: how it is written, its names, what its columns are, and its bytes. */
function fileOf(k) {
  const chance = chanceOf(7919 * (k + 1));
  const { below, one } = chance;
  const separator = one([",", ";", "\t", "|"]);
  const decimal = separator === "." || below(3) > 0 ? "." : ",";
  const encoding = one(["utf-8", "utf-8", "utf-8", "utf-8", "utf-8 with mark", "utf-16le", "windows-1252"]);
  const way = {
    ...{ separator, decimal, encoding, isAscii: encoding === "utf-8" && below(2) === 0 },
    newline: one(["\n", "\n", "\n", "\r\n", "\r\n", "\r"]),
    quotes: one(["needed", "needed", "texts", "all"]),
    header: below(7) > 0,
    missing: one(missingWords),
    endsWithLine: below(4) > 0,
  };
  const chosen = [one(numbers), ...Array.from({ length: 1 + below(4) }, () => one(Object.keys(kinds)))];
  if (encoding === "windows-1252") chosen.push("word");
  const columns = chosen.map((kind, j) => ({ kind, name: `${kind} ${j + 1}` }));
  const rowCount = 6 + below(7);
  const rows = Array.from({ length: rowCount }, (_, row) =>
    columns.map(({ kind }) => {
      const [text, value] = kinds[kind](chance, way, row);
      return row > 0 && below(10) === 0 ? { text: way.missing, value: null, kind } : { text, value, kind };
    }),
  );
  const isText = (kind) => ["word", "awkward", "code", "truth"].includes(kind);
  const quoted = ({ text, kind }) => {
    const isNeeded = text.includes(separator) || /["\n\r]/.test(text);
    const isWanted = way.quotes === "all" || (way.quotes === "texts" && isText(kind) && text !== way.missing);
    return isNeeded || isWanted ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows.map((row) => row.map(quoted).join(separator));
  if (way.header) lines.unshift(columns.map(({ name }) => quoted({ text: name, kind: "word" })).join(separator));
  const text = lines.join(way.newline) + (way.endsWithLine ? way.newline : "");
  return { name: `${two(k).padStart(3, "0")}.txt`, way, columns, rows, bytes: bytesOf(text, encoding) };
}

function bytesOf(text, encoding) {
  if (encoding === "utf-16le") return Buffer.from(`\uFEFF${text}`, "utf16le");
  if (encoding === "windows-1252") return Buffer.from(text, "latin1");
  return Buffer.from(encoding === "utf-8 with mark" ? `\uFEFF${text}` : text);
}

/** The first so many files; a fixture has other programs' answers about the first 300. */
export function fileCorpus(count = 300) {
  return Array.from({ length: count }, (_, k) => fileOf(k));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  mkdirSync(folder, { recursive: true });
  const files = fileCorpus();
  for (const { name, bytes } of files) writeFileSync(`${folder}/${name}`, bytes);
  // What other programs are told: separator, encoding, whether the first row has names, decimal mark, and the word for no value.
  const told = ({ separator, encoding, header, decimal, missing }) =>
    [separator.codePointAt(0), encoding === "utf-8 with mark" ? "utf-8" : encoding, header, decimal, missing].join(" ");
  writeFileSync(`${folder}/told`, files.map(({ name, way }) => `${name} ${told(way)}\n`).join(""));
  const meant = files.map(({ name, columns, rows }) => [name, columns.map((_, j) => rows.map((row) => row[j].value))]);
  writeFileSync(`${folder}/meant.json`, JSON.stringify(Object.fromEntries(meant)));
}
