/** An engine that can count and add where the data are. */
export const engines = ["duckdb", "postgresql", "spark", "bigquery", "polars"] as const;
/** The name of an engine. */
export type CountingEngine = (typeof engines)[number];

const doubled = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
/** Names and types in the SQL of each engine. */
export const engineDialects: Record<
  Exclude<CountingEngine, "polars">,
  {
    readonly quote: (name: string) => string;
    readonly double: string;
    readonly integer: string;
    readonly text: string;
    /** For texts byte by byte, if that is not the default. */
    readonly inBytes?: string;
  }
> = {
  duckdb: { quote: doubled('"'), double: "DOUBLE", integer: "BIGINT", text: "VARCHAR" },
  postgresql: {
    ...{ quote: doubled('"'), double: "double precision", integer: "bigint", text: "text" },
    inBytes: ' COLLATE "C"',
  },
  spark: { quote: doubled("`"), double: "DOUBLE", integer: "BIGINT", text: "STRING" },
  bigquery: {
    // Escapes of a string literal; \x60 for a backtick is one that grammars of others know too.
    quote: (name) => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\x60")}\``,
    double: "FLOAT64",
    integer: "INT64",
    text: "STRING",
  },
};
