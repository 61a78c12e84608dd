export interface CsvColumn {
  readonly name: string;
  readonly at: (row: number) => number | string;
}

/**
 * A table as CSV (RFC 4180, comma and point), after lines that start with `#`. Names, texts and comments are inert
 * (`inertText`). Texts that begin with no letter are quoted, for readers with a decimal comma.
 */
export function csvText({
  comments = [],
  columns,
  rowCount,
}: {
  readonly comments?: readonly string[];
  readonly columns: readonly CsvColumn[];
  readonly rowCount: number;
}): string {
  const lines = comments.map((line) => `# ${inertText(line.replaceAll(",", ";"))}`);
  lines.push(columns.map(({ name }) => textCell(name)).join(","));
  for (let row = 0; row < rowCount; row++) {
    lines.push(
      columns
        .map(({ at }) => {
          const value = at(row);
          return typeof value === "number" ? String(value) : textCell(value);
        })
        .join(","),
    );
  }
  return `${lines.join("\r\n")}\r\n`;
}

const plainNumber = /^-?\d+(?:\.\d+)?$/;
const needsNoQuotes = /^[\p{L}_][^",]*$/u;

function textCell(text: string): string {
  const inert = inertText(text);
  if (inert === "" || plainNumber.test(inert) || needsNoQuotes.test(inert)) return inert;
  return `"${inert.replaceAll('"', '""')}"`;
}

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const unseenAtStart = /^[\p{C}\p{Z}\p{DI}]+/u;
const needsNoLook = /^[\w .,;:()/]*$/;
const accent = /^\p{M}$/u;
const blank = /^\p{Z}$/u;
const partOfWord = /^[\p{L}\p{N}']$/u;
const unseenLetter = /^\p{DI}$/u;
/** A number or an interval: "-3", "-3..5;". */
const numberWord = /^[-+]\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:\.\.-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)?[;:]?$/;

/**
 * A text on one line that no spreadsheet takes for a formula: an apostrophe stands before each `=`, `+`, `-` or `@`
 * with which a cell could begin. A cell can begin at the start and behind any character but letters, digits and
 * apostrophes; an accent counts as the character before it. Behind a word and a blank, a lone character (`a = b`) and a
 * number begin no formula. `#` at the start would begin a comment.
 *
 * @see OWASP, CSV injection
 */
export function inertText(text: string): string {
  const line = text.replace(lineBreaks, " ").replace(unseenAtStart, "").trimEnd();
  if (needsNoLook.test(line) || plainNumber.test(line)) return line;
  let written = "";
  /** Separators under which a cell can begin here. */
  let begins: "any" | "blank" | "none" = "any";
  let at = 0;
  for (const character of line) {
    if (startsFormula(character)) {
      if (begins === "any" || (begins === "blank" && !isHarmless(line, at))) written += "'";
      begins = "none";
    } else if (character === "#" && at === 0) written += "'";
    else if (blank.test(character)) begins = begins === "none" ? "blank" : begins;
    else if (!accent.test(character))
      begins = partOfWord.test(character) && !unseenLetter.test(character) ? "none" : "any";
    written += character;
    at += character.length;
  }
  return written;
}

/** True for a number, or a single character before a blank. */
function isHarmless(line: string, start: number): boolean {
  let end = start;
  while (end < line.length && !blank.test(line[end]!)) end++;
  const word = line.slice(start, end);
  return (word.length === 1 && end < line.length) || numberWord.test(word);
}

/** True for the four, and for what normalises to them, such as "＝". */
function startsFormula(character: string): boolean {
  return /[=+\-@]/.test(character < "\u0080" ? character : character.normalize("NFKD"));
}
