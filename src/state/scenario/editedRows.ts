import { exactText } from "../../core/numberFormats.ts";

/** Consecutive rows of numbers. */
export interface Rows {
  readonly values: ArrayLike<number>;
  readonly width: number;
}

export const longestEdits = 4_000;
/** Neighbouring rows that are looked for as removed. */
const mostTogether = 50;

/**
 * Edits as text of a link: `c3,0.5,1` changes a row, `r7` removes one, `a0.2,1` appends one, joined by `_`; rows count
 * before the edits. Undefined if too long.
 */
export function editsText(before: Rows, after: Rows): string | undefined {
  const { width } = before;
  const [count, left] = [before.values.length / width, after.values.length / width];
  const edits: string[] = [];
  let length = 0;
  const add = (edit: string) => {
    edits.push(edit);
    length += edit.length + 1;
  };
  let gone = Math.max(0, count - left);
  let to = 0;
  const same = (i: number, j: number) => i < count && j < left && isSame(before, i, after, j);
  for (let from = 0; from < count && length <= longestEdits; from++) {
    if (same(from, to)) {
      to++;
      continue;
    }
    // Missing rows before an unchanged one were removed, not changed; where no fewer are left, before two such.
    const isNext = (k: number) =>
      same(from + k, to) && (k <= gone || (same(from + k + 1, to + 1) && !same(from + 1, to + 1)));
    let removed = 1;
    while (removed <= mostTogether && !isNext(removed)) removed++;
    if (to < left && removed > mostTogether) add(`c${from},${rowText(after, to++)}`);
    else {
      gone--;
      add(`r${from}`);
    }
  }
  for (; to < left && length <= longestEdits; to++) add(`a${rowText(after, to)}`);
  return length <= longestEdits ? edits.join("_") : undefined;
}

/** Rows with the edits of an untrusted link; undefined if impossible. Never throws. */
export function withEdits({ values, width }: Rows, text: string): Float64Array | undefined {
  if (text === "" || text.length > longestEdits) return undefined;
  const count = values.length / width;
  const rows: (readonly number[] | undefined)[] = Array.from({ length: count }, (_, i) =>
    Array.from({ length: width }, (_, j) => values[width * i + j]!),
  );
  for (const edit of text.split("_")) {
    const match = /^(c|r|a)(.+)$/.exec(edit);
    if (!match) return undefined;
    const [head = "", ...rest] = match[2]!.split(",");
    const numbers = (match[1] === "a" ? [head, ...rest] : rest).map(finite);
    const row = match[1] === "a" ? rows.length : /^\d{1,9}$/.test(head) ? Number(head) : count;
    const isComplete = numbers.length === (match[1] === "r" ? 0 : width) && !numbers.includes(undefined);
    if (!isComplete || (match[1] !== "a" && row >= count)) return undefined;
    rows[row] = match[1] === "r" ? undefined : (numbers as number[]);
  }
  return Float64Array.from(rows.flatMap((row) => row ?? []));
}

function rowText({ values, width }: Rows, row: number): string {
  return Array.from({ length: width }, (_, j) => exactText(values[width * row + j]!)).join(",");
}

function isSame(a: Rows, i: number, b: Rows, j: number): boolean {
  for (let k = 0; k < a.width; k++) if (!Object.is(a.values[a.width * i + k], b.values[a.width * j + k])) return false;
  return true;
}

function finite(text: string): number | undefined {
  const value = /^-?[\d.]+(?:e-?\d+)?$/.test(text) ? Number(text) : NaN;
  return Math.abs(value) <= 1e15 ? value : undefined;
}
