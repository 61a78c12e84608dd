/** Engines that count and add where the data are. */
export const engines = ["duckdb", "postgresql", "spark", "bigquery", "polars"] as const;
export type CountingEngine = (typeof engines)[number];

const doubled = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
/** Names and types in each engine's SQL. */
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
    // Escapes of a string literal; \x60 for a backtick is one that other grammars know too.
    quote: (name) => `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\x60")}\``,
    double: "FLOAT64",
    integer: "INT64",
    text: "STRING",
  },
};
