import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import ts from "typescript";
import { root } from "./installed.mjs";

/** First words that make a doc comment a riddle: a relative clause stands where a noun belongs. */
const riddle = /^(Of|What|Which|Whether|Where|How)\b/;

/** The public names of core. */
const door = "src/core/index.ts";

/** Files of a folder and all below it, as paths from the root. */
const filesIn = (folder) =>
  readdirSync(root + folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => normalize(join(entry.parentPath ?? entry.path, entry.name)).slice(normalize(root).length))
    .map((path) => path.replaceAll("\\", "/"));

/** Measures of the code in `src` and `workers`; `npm run house` prints them, and a test holds them. */
export function measureHouse() {
  const files = [...filesIn("src"), ...filesIn("workers")].filter((path) => /\.(tsx?|css|as)$/.test(path));
  const texts = new Map(files.map((path) => [path, readFileSync(root + path, "utf8")]));
  const lines = new Map();
  for (const [path, text] of texts) add(lines, roomOf(path), text.split("\n").length - 1);
  const folders = new Map();
  for (const path of files) add(folders, dirname(path), 1);
  const parsed = files
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => [path, ts.createSourceFile(path, texts.get(path), ts.ScriptTarget.ES2022, true)]);
  const comments = [...texts].flatMap(([path, text]) => (path.endsWith(".css") ? [] : commentsOf(text)));
  const docs = comments.filter((comment) => comment.startsWith("/**")).map(wordsOf);
  const shapes = parsed.flatMap(([path, source]) => shapesOf(path, source));
  const opensWith = (pattern) => docs.filter(([first]) => pattern.test(first ?? "")).length;
  return {
    lines: sum(lines.values()),
    linesByRoom: [...lines].sort(([a], [b]) => (a < b ? -1 : 1)),
    largestFolder: largest([...folders].map(([name, size]) => ({ name, size }))),
    commentWords: sum(comments.map((comment) => wordsOf(comment).length)),
    riddleShare: opensWith(riddle) / docs.length,
    openingWithOf: opensWith(/^Of$/),
    circles: circlesOf(parsed),
    namesBehindDoor: doorNames(texts.get(door) ?? ""),
    largestFunction: largest(shapes.filter(({ kind }) => kind === "function")),
    largestInterface: largest(shapes.filter(({ kind }) => kind === "interface")),
  };
}

const add = (counts, key, value) => counts.set(key, (counts.get(key) ?? 0) + value);
const sum = (values) => [...values].reduce((total, value) => total + value, 0);
const largest = (all) => all.reduce((most, one) => (one.size > most.size ? one : most), { name: "none", size: 0 });

/** The layer and its first folder. */
const roomOf = (path) => dirname(path).split("/").slice(0, 3).join("/");

const commentsOf = (text) => text.match(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? [];
const wordsOf = (comment) => comment.match(/[\p{L}\p{N}_$][\p{L}\p{N}_$'’-]*/gu) ?? [];

/** Lengths of functions in lines, and numbers of members of interfaces. */
function shapesOf(path, source) {
  const found = [];
  const visit = (node) => {
    const size = () => source.getLineAndCharacterOfPosition(node.end).line - lineOf(source, node) + 1;
    const name = `${path}:${lineOf(source, node) + 1}`;
    if (ts.isFunctionLike(node) && node.body) found.push({ kind: "function", name, size: size() });
    if (ts.isInterfaceDeclaration(node)) found.push({ kind: "interface", name, size: node.members.length });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const lineOf = (source, node) => source.getLineAndCharacterOfPosition(node.getStart(source)).line;

/** Sets of folders that import each other, directly or round about; the door of core, which no file imports, is in none. */
function circlesOf(parsed) {
  const known = new Set(parsed.map(([path]) => path));
  const needs = new Map();
  for (const [path, source] of parsed.filter(([path]) => path !== door)) {
    for (const { fileName } of ts.preProcessFile(source.text, true, true).importedFiles) {
      const target = normalize(join(dirname(path), fileName)).replaceAll("\\", "/");
      const [from, to] = [dirname(path), dirname(target)];
      if (known.has(target) && from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to));
    }
  }
  const reached = (from) => {
    const all = new Set(needs.get(from));
    for (const one of all) for (const next of needs.get(one) ?? []) all.add(next);
    return all;
  };
  return [...needs.keys()].filter((room) => reached(room).has(room));
}

function doorNames(text) {
  const lists = text.replace(/\/\*[^]*?\*\//g, "").matchAll(/export (?:type )?\{([^}]*)\}/g);
  return [...lists].flatMap(([, names]) => names.split(",").filter((name) => name.trim() !== "")).length;
}

if (process.argv[1]?.endsWith("house.mjs")) {
  const house = measureHouse();
  for (const [room, count] of house.linesByRoom) console.log(`${String(count).padStart(7)}  ${room}`);
  const percent = `${(100 * house.riddleShare).toFixed(1)} %`;
  console.log(`
lines of src and workers     ${house.lines}
largest folder               ${house.largestFolder.size} files (${house.largestFolder.name})
words of comments            ${house.commentWords}
comments that are riddles    ${percent}; ${house.openingWithOf} open with "Of"
rooms in a circle            ${house.circles.length} ${house.circles.join(" ")}
names behind the door        ${house.namesBehindDoor}
largest function             ${house.largestFunction.size} lines (${house.largestFunction.name})
largest interface            ${house.largestInterface.size} members (${house.largestInterface.name})`);
}
