import { countsColumnName, latticeScale } from "./latticeCounts.ts";
import type { CountLattice } from "./latticeCounts.ts";

/** An engine that can count. */
export const engines = ["duckdb", "postgresql", "spark", "bigquery", "polars"] as const;
export type CountingEngine = (typeof engines)[number];

interface CountsQuery {
  readonly engine: CountingEngine;
  /** The table, or in DuckDB also the file: 'incomes.parquet'. Written as it is. */
  readonly table: string;
  readonly column: string;
  readonly lattice: Omit<CountLattice, "rowsPerPerson">;
  /** The column that says whose a row is, and the declared bound on the rows of one person. */
  readonly person?: { readonly column: string; readonly bound: number };
}

/**
 * A query that counts the values of a column on a public lattice, for an engine that holds them: one GROUP BY, whole
 * numbers, the declared bounds as literals. It computes the cell by the operations of `countOnLattice`, in doubles; values that
 * are missing, NaN or infinite are not counted. Of one person the smallest values are kept, up to the bound: which rows
 * are kept depends on that person's rows alone, so replacing a person moves at most `bound` units of count.
 *
 * @throws {ParameterError} if the lattice is none
 */
export function countsQuery({ engine, table, column, lattice, person }: CountsQuery): string {
  const scale = latticeScale(lattice);
  const name = countsColumnName({ ...lattice, rowsPerPerson: person?.bound ?? 1 });
  const last = lattice.cells - 1;
  if (engine === "polars") return polarsExpression({ table, column, lattice, scale, name, ...(person && { person }) });
  const { quote, double, integer } = dialects[engine];
  const literal = (value: number) => `CAST('${value}' AS ${double})`;
  const value = `CAST(${quote(column)} AS ${double})`;
  const largest = Number.MAX_VALUE;
  const isFinite = `${value} BETWEEN ${literal(-largest)} AND ${literal(largest)}`;
  const kept = person
    ? `  SELECT v FROM (
    SELECT v, COUNT(*) OVER (PARTITION BY who ORDER BY v ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS k
    FROM (SELECT ${quote(person.column)} AS who, ${value} AS v FROM ${table} WHERE ${isFinite}) AS known
    WHERE who IS NOT NULL
  ) AS numbered
  WHERE k <= ${person.bound}`
    : `  SELECT ${value} AS v FROM ${table} WHERE ${isFinite}`;
  const [lower, upper, half] = [lattice.lower, lattice.upper, 0.5 / scale].map(literal);
  const inside = `LEAST(${upper}, GREATEST(${lower}, v))`;
  const cell = `CAST(LEAST(${literal(last)}, FLOOR((${inside} - ${lower} + ${half}) * ${literal(scale)})) AS ${integer})`;
  return `WITH kept AS (
${kept}
)
SELECT ${cell} AS ${quote(`cell_of_${column}`)}, COUNT(*) AS ${quote(name)}
FROM kept
GROUP BY 1
ORDER BY 1`;
}

const doubled = (mark: string) => (name: string) => `${mark}${name.replaceAll(mark, mark + mark)}${mark}`;
const dialects: Record<
  Exclude<CountingEngine, "polars">,
  { readonly quote: (name: string) => string; readonly double: string; readonly integer: string }
> = {
  duckdb: { quote: doubled('"'), double: "DOUBLE", integer: "BIGINT" },
  postgresql: { quote: doubled('"'), double: "double precision", integer: "bigint" },
  spark: { quote: doubled("`"), double: "DOUBLE", integer: "BIGINT" },
  bigquery: { quote: (name) => `\`${name.replace(/[\\`]/g, "\\$&")}\``, double: "FLOAT64", integer: "INT64" },
};

function polarsExpression({
  table,
  column,
  lattice: { lower, upper, cells },
  scale,
  name,
  person,
}: Omit<CountsQuery, "engine"> & { readonly scale: number; readonly name: string }): string {
  const text = JSON.stringify;
  const limit = person
    ? `\n    .filter(pl.col(${text(person.column)}).is_not_null())\n    .sort("v")\n    .group_by(${text(person.column)}, maintain_order=True).head(${person.bound})`
    : "";
  return `(
    ${table}
    .with_columns(v=pl.col(${text(column)}).cast(pl.Float64))
    .filter(pl.col("v").is_finite())${limit}
    .select(((pl.col("v").clip(${lower}, ${upper}) - ${lower} + ${0.5 / scale}) * ${scale}).floor().clip(0.0, ${cells - 1}.0).cast(pl.Int64).alias(${text(`cell_of_${column}`)}))
    .group_by(${text(`cell_of_${column}`)}).agg(pl.len().alias(${text(name)}))
    .sort(${text(`cell_of_${column}`)})
)`;
}
