const longest = 80;

/** A name of a column, or a value in it, at a length that a sentence of a release file has room for: two of them fit into 200. */
export function shortName(name: string): string {
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name;
}
