const longest = 80;

/**
 * Names of columns, or values in them, at a length that a sentence of a release file has room for: two of them fit into 200. One
 * that is cut ends with its place in the list and is longer than any that is not, so different names stay different.
 */
export function shortNames(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const place = `… (${i + 1})`;
    return name.length > longest ? beginningOf(name, longest + 1 - place.length) + place : name;
  });
}

/** One of them. */
export function shortName(name: string): string {
  return name.length > longest ? `${beginningOf(name, longest - 1)}…` : name;
}

/** So many code units of a longer text; “…” stands for a character that would be cut in two, which no file takes. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "…");
}
