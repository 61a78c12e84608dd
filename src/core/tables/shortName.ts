const longest = 80;

/**
 * Names or values of columns, short enough for a sentence of a release file: two fit into 200. A cut one ends with its
 * place in the list and is longer than any other, so different names stay different.
 */
export function shortNames(names: readonly string[]): string[] {
  return names.map((name, i) => {
    const place = `… (${i + 1})`;
    return name.length > longest ? beginningOf(name, longest + 1 - place.length) + place : name;
  });
}

export function shortName(name: string): string {
  return name.length > longest ? `${beginningOf(name, longest - 1)}…` : name;
}

/** Beginning of a longer text in code units; “…” stands for a character that would be cut in two. */
export function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "…");
}
