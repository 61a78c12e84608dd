/** Public names: a person's own are not written. */
const files = { schema: "schema.json", data: "YOUR-FILE", ledger: "ledger.json" } as const;

/** Releases the same as the page, in a shell of Linux and macOS. */
export function commandText(link: string): string {
  const hash = link.slice(Math.max(0, link.indexOf("#")));
  return [
    "npx -p curveil-core curveil release",
    `--link ${quoted(hash)}`,
    ...Object.entries(files).map(([option, name]) => `--${option} ${name}`),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
