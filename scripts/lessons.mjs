import { existsSync, readdirSync, readFileSync } from "node:fs";
import { marked } from "marked";
import { root } from "./installed.mjs";

const folder = `${root}lessons/`;
const mostWords = 60;
const steps = { least: 3, most: 6 };

/** A lesson that cannot be compiled: a sentence for its author. */
export class LessonError extends Error {
  constructor(id, sentence) {
    super(`lessons/${id}.md: ${sentence}`);
    this.name = "LessonError";
  }
}

/**
 * Vite plugin: fills `src/lessons/lessonList.ts` with the lessons, each with a function that loads it. A lesson is a
 * Markdown file in `lessons`; lessons/README.md says how one is written.
 */
export function lessons() {
  const one = "virtual:lesson/";
  return {
    name: "lessons",
    resolveId: (id) => (id.startsWith(one) ? `\0${id}` : null),
    load: {
      filter: { id: /(?:\/src\/lessons\/lessonList\.ts$)|(?:^\0virtual:lesson\/)/ },
      handler(id) {
        if (id.startsWith("\0")) {
          return `export const lesson = ${JSON.stringify(compiled(id.slice(one.length + 1), this))};`;
        }
        const entries = lessonIds().map((lesson) => {
          const { title, minutes, aim } = compiled(lesson, this);
          return `{ ...${JSON.stringify({ id: lesson, title, minutes, aim })}, load: () => import("${one}${lesson}") }`;
        });
        return `export const lessons = [${entries.join(", ")}];`;
      },
    },
  };
}

function compiled(id, context) {
  const file = `${folder}${id}.md`;
  context.addWatchFile?.(file);
  return compileLesson(id, readFileSync(file, "utf8"));
}

/** Names of the lessons, in the order of `lessons/order.txt`. */
export function lessonIds() {
  const order = existsSync(`${folder}order.txt`)
    ? readFileSync(`${folder}order.txt`, "utf8").split(/\s+/).filter(Boolean)
    : [];
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".md") && name !== "README.md")
    .map((name) => name.slice(0, -3));
  const unknown = order.find((id) => !found.includes(id));
  if (unknown !== undefined) throw new LessonError(unknown, "order.txt names it, and there is no such file.");
  return [...order, ...found.filter((id) => !order.includes(id)).sort()];
}

/**
 * A lesson from its Markdown.
 *
 * @throws {LessonError} with a sentence for the author
 */
export function compileLesson(id, text) {
  const fail = (sentence) => {
    throw new LessonError(id, sentence);
  };
  const [, front, body] =
    /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replace(/^\uFEFF?\s*/, "").replaceAll("\r\n", "\n")) ??
    fail("it must begin with a line ---, then title, minutes and aim, then a line --- again.");
  const head = fieldsOf(front, ["title", "minutes", "aim"], fail);
  const minutes = Number(head.minutes);
  if (!(Number.isInteger(minutes) && minutes >= 1 && minutes <= 60))
    fail(`minutes is “${head.minutes}”: expected a whole number from 1 to 60.`);
  const parts = [];
  for (const token of marked.lexer(body)) {
    if (token.type === "space") continue;
    if (token.type === "heading" && token.depth <= 2)
      parts.push({ title: plain(token.tokens), depth: token.depth, tokens: [] });
    else if (parts.length === 0) fail("after the head there must come a heading “## …”, the first step.");
    else parts.at(-1).tokens.push(token);
  }
  const after = (title) => parts.find((part) => part.depth === 1 && part.title === title)?.tokens;
  const notes = after("For the teacher") ?? fail("a part “# For the teacher” with aim and answers is missing.");
  const sources = after("Sources") ?? fail("a part “# Sources” is missing.");
  const stray = parts.find(({ depth, title }) => depth === 1 && !["For the teacher", "Sources"].includes(title));
  if (stray) fail(`“# ${stray.title}”: a step begins with ##; with # begin only “For the teacher” and “Sources”.`);
  const own = parts.filter(({ depth }) => depth === 2).map((part) => stepOf(part, fail));
  if (own.length < steps.least || own.length > steps.most)
    fail(`it has ${own.length} steps: expected ${steps.least} to ${steps.most}.`);
  return {
    id,
    title: head.title,
    aim: head.aim,
    minutes,
    steps: own,
    notes: blocksOf(notes, fail),
    sources: blocksOf(sources, fail),
  };
}

const stepFields = ["link", "then", "picture", "controls", "hides", "number", "curve"];

function stepOf({ title, tokens }, failLesson) {
  const fail = (sentence) => failLesson(`step “${title}”: ${sentence}`);
  const [first, ...rest] = tokens;
  if (first?.type !== "code" || first.lang !== "step")
    fail("after its heading there must come a block that opens with ```step, with a link in it.");
  const given = fieldsOf(first.text, [], fail, stepFields);
  const { link, then } = given;
  if ((link === undefined) === (given.picture === undefined))
    fail("it must have either a link or a picture of its own: link is missing, or both are there.");
  for (const one of [link, then])
    if (one !== undefined && !one.startsWith("#/"))
      fail(`the link “${one}” must begin with #/ and the name of a study: leave out what stands before #.`);
  const picture = given.picture === undefined ? undefined : pictureOf(given.picture, fail);
  const controls = (given.controls ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  if (controls.length > 3) fail(`it shows ${controls.length} controls: expected at most three.`);
  const at = rest.findIndex(({ type, depth }) => type === "heading" && depth === 3);
  if (at < 0 || plain(rest[at].tokens) !== "Reveal")
    fail("after the question there must come a heading “### Reveal”, written just so.");
  const asked = rest.slice(0, at);
  const choices = asked.filter(isChoice);
  const options = choices.flatMap(({ items }) =>
    items.map(({ tokens: inner, checked }) => ({
      text: inlineOf(
        inner.flatMap((token) => (token.type === "checkbox" ? [] : (token.tokens ?? [token]))),
        fail,
      ),
      right: checked,
    })),
  );
  const number = given.number === undefined ? undefined : numberOf(given.number, fail);
  const asks = [options.length > 0, number !== undefined, given.curve !== undefined].filter(Boolean).length;
  if (asks !== 1)
    fail(
      "it must ask one question: a list in which each choice begins with “- [ ] ” or “- [x] ”, or a number, or a curve.",
    );
  if (given.curve !== undefined && (link === undefined || then === undefined))
    fail("a curve is drawn over the picture at link, so it needs a second address, “then: #/…”, that shows the truth.");
  if (options.length > 0 && options.filter(({ right }) => right).length !== 1)
    fail("exactly one of its choices must be ticked, “- [x] …”: the right one.");
  const question = blocksOf(
    asked.filter((token) => !isChoice(token)),
    fail,
  );
  const reveal = blocksOf(rest.slice(at + 1), fail);
  if (reveal.length === 0) fail("the text after “### Reveal” is missing.");
  const ask =
    options.length > 0
      ? { kind: "choice", options }
      : number
        ? { kind: "number", ...number }
        : { kind: "curve", label: given.curve };
  const before = wordsIn([title, question, options.map(({ text }) => text)]);
  if (before > mostWords) fail(`title, question and choices have ${before} words: expected at most ${mostWords}.`);
  const later = wordsIn(reveal);
  if (later > mostWords) fail(`the reveal has ${later} words: expected at most ${mostWords}.`);
  const shown = picture ? { picture } : { link, ...(then !== undefined && { then }) };
  return { title, ...shown, controls, hidesPicture: given.hides === "picture", question, ask, reveal };
}

const isChoice = ({ type, items }) => type === "list" && items.every(({ task }) => task);

/** As in “ε from 0.01 to 10, right 0.04 within 0.02”; without “right” it is an opinion. */
function numberOf(text, fail) {
  const found = /^(.+) from (\S+) to (\S+?)(?:, right (\S+) within (\S+))?$/.exec(text);
  const numbers = (found?.slice(2) ?? []).flatMap((value) => (value === undefined ? [] : [Number(value)]));
  if (!found || numbers.some((value) => !Number.isFinite(value)))
    fail(`number is “${text}”: expected “name from 0 to 10, right 4 within 1”, or “name from 0 to 10” for an opinion.`);
  const [min, max, right, within] = numbers;
  if (!(min < max)) fail(`number is “${text}”: ${min} must be less than ${max}.`);
  if (right < min || right > max) fail(`number is “${text}”: ${right} must lie from ${min} to ${max}.`);
  return { label: found[1], min, max, ...(right !== undefined && { right, within }) };
}

/** Pictures that are no study's, with the numbers that they may be given. */
const pictures = {
  purse: { each: 1, adds: 1, holds: 0, spent: 0, departments: 0 },
  digit: { epsilon: 16 },
  attack: { epsilon: 1 },
};

/** As in “purse, each 1, holds 2.2, spent 4”. */
function pictureOf(text, fail) {
  const [kind, ...given] = text.split(",").map((part) => part.trim());
  const known =
    pictures[kind] ?? fail(`there is no picture “${kind}”: expected ${Object.keys(pictures).join(" or ")}.`);
  const numbers = given.map((part) => {
    const [name, value, ...more] = part.split(" ");
    if (!(name in known) || !(Number(value) >= 0) || more.length > 0)
      fail(`the picture’s “${part}” means nothing here: expected ${Object.keys(known).join(", ")} with a number.`);
    return [name, Number(value)];
  });
  return { kind, ...known, ...Object.fromEntries(numbers) };
}

/** Lines “name: text” of a head or of a step. */
function fieldsOf(text, needed, fail, allowed = needed) {
  const fields = {};
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const [, name, value] =
      /^(\w+):\s*(.+?)\s*$/.exec(line) ??
      fail(`“${line}” is no line “name: text”: a colon is missing, or the closing line of the block.`);
    if (!allowed.includes(name)) fail(`“${name}” means nothing here: expected ${allowed.join(", ")}.`);
    if (name in fields) fail(`${name} is given twice.`);
    fields[name] = value;
  }
  const missing = needed.find((name) => !(name in fields));
  if (missing) fail(`${missing} is missing.`);
  return fields;
}

/** Paragraphs and lists; nothing else has a place in a lesson, HTML least of all. */
function blocksOf(tokens, fail) {
  return tokens.flatMap((token) => {
    if (token.type === "space") return [];
    if (token.type === "paragraph") return [{ kind: "p", of: inlineOf(token.tokens, fail) }];
    if (token.type === "list")
      return [
        {
          kind: "list",
          items: token.items.map((item) =>
            inlineOf(
              item.tokens.flatMap((inner) => inner.tokens ?? [inner]),
              fail,
            ),
          ),
        },
      ];
    return fail(`a ${token.type} has no place in a lesson: write paragraphs and lists.`);
  });
}

function inlineOf(tokens, fail) {
  return tokens.flatMap((token) => {
    if (token.type === "text" || token.type === "escape") return [unescaped(token.text)];
    if (token.type === "em" || token.type === "strong") return [{ kind: token.type, text: plain(token.tokens) }];
    if (token.type === "codespan") return [{ kind: "code", text: unescaped(token.text) }];
    if (token.type === "link") {
      if (!/^(https:\/\/|#\/)/.test(token.href)) fail(`the address “${token.href}” must begin with https:// or #/.`);
      return [{ kind: "link", href: token.href, text: plain(token.tokens) }];
    }
    if (token.type === "br") return [" "];
    return fail(`“${token.raw}” has no place in a lesson: write plain text, *emphasis*, and links.`);
  });
}

function plain(tokens) {
  return (tokens ?? []).map((token) => (token.tokens ? plain(token.tokens) : unescaped(token.text ?? ""))).join("");
}

const entities = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };

function unescaped(text) {
  const written = text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]).replaceAll("\n", " ");
  // No line ends between a sign and its number.
  return written.replace(/ = (?=\d)|± (?=\d)/g, (sign) => sign.replaceAll(" ", "\u00a0"));
}

function wordsIn(part) {
  if (typeof part === "string") return part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (Array.isArray(part)) return part.reduce((sum, inner) => sum + wordsIn(inner), 0);
  return wordsIn(part.text ?? part.of ?? part.items ?? []);
}
