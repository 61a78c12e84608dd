import { countNames, type CountColumns, type CountedColumn, type CountNames } from "../countColumns.ts";
import { engineDialects, type CountingEngine } from "./engineDialects.ts";
import { latticeScale, type LatticeAxis } from "../latticeCounts.ts";

interface CountsQuery extends Omit<CountColumns, "rowsPerPerson"> {
  readonly engine: CountingEngine;
  /** Table, or in DuckDB also a file: 'incomes.parquet'. Written as it is. */
  readonly table: string;
  /** Column of persons, and the declared bound. */
  readonly person?: { readonly column: string; readonly bound: number };
}

/**
 * Query that counts the rows of a table on a public lattice, in an engine: one GROUP BY, by the operations of
 * `latticeCell` in doubles. Rows with a missing, NaN or infinite value, or without a label, are not counted. Rows at a
 * point mass are in cell −1. Of one person the smallest values are kept, up to the bound, whatever others have:
 * replacing a person moves at most `bound` units of count.
 *
 * @throws {ParameterError} if an axis of the lattice is none, or an atom is beside more than one column of numbers
 */
export function countsQuery(query: CountsQuery): string {
  const { engine, table, person, ...counted } = query;
  const names = countNames({ ...counted, rowsPerPerson: person?.bound ?? 1 });
  if (engine === "polars") return polarsExpression(query, names);
  const { quote, double, integer, text } = engineDialects[engine];
  const literal = (value: number) => `CAST('${value}' AS ${double})`;
  const largest = Number.MAX_VALUE;
  const rounded = roundedColumns(counted);
  const valueOf = (of: string) => `CAST(${quote(of)} AS ${double})`;
  const values = rounded.map(({ of }, j) => `${valueOf(of)} AS v${j + 1}`);
  const wanted = rounded.map(({ of }) => `${valueOf(of)} BETWEEN ${literal(-largest)} AND ${literal(largest)}`);
  const { label } = counted;
  if (label) {
    values.push(`CAST(${quote(label.of)} AS ${text}) AS label`);
    wanted.push(`${quote(label.of)} IS NOT NULL`);
  }
  const kept = [...rounded.map((_, j) => `v${j + 1}`), ...(label ? ["label"] : [])];
  const rows = person
    ? `  SELECT ${kept.join(", ")} FROM (
    SELECT ${kept.join(", ")}, COUNT(*) OVER (PARTITION BY who ORDER BY ${kept.join(", ")} ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS k
    FROM (SELECT ${quote(person.column)} AS who, ${values.join(", ")} FROM ${table} WHERE ${wanted.join(" AND ")}) AS known
    WHERE who IS NOT NULL
  ) AS numbered
  WHERE k <= ${person.bound}`
    : `  SELECT ${values.join(", ")} FROM ${table} WHERE ${wanted.join(" AND ")}`;
  const cellOf = ({ lower, upper, cells }: LatticeAxis, v: string) => {
    const scale = latticeScale({ lower, upper, cells });
    const inside = `LEAST(${literal(upper)}, GREATEST(${literal(lower)}, ${v}))`;
    const place = `FLOOR((${inside} - ${literal(lower)} + ${literal(0.5 / scale)}) * ${literal(scale)})`;
    const cell = `CAST(LEAST(${literal(cells - 1)}, ${place}) AS ${integer})`;
    return counted.pointMass === undefined
      ? cell
      : `CASE WHEN ${v} = ${literal(counted.pointMass)} THEN -1 ELSE ${cell} END`;
  };
  const cellNames = [...names.inputs, ...(names.response === undefined ? [] : [names.response])];
  const cells = rounded.map(({ axis }, j) => `${cellOf(axis, `v${j + 1}`)} AS ${quote(cellNames[j]!)}`);
  if (names.label !== undefined) cells.push(`label AS ${quote(names.label)}`);
  const groups = cells.map((_, j) => j + 1).join(", ");
  return `WITH kept AS (
${rows}
)
SELECT ${cells.join(",\n  ")},
  COUNT(*) AS ${quote(names.count)}
FROM kept
GROUP BY ${groups}
ORDER BY ${groups}`;
}

function roundedColumns({ inputs, response }: Pick<CountColumns, "inputs" | "response">): readonly CountedColumn[] {
  return [...inputs, ...(response ? [response] : [])];
}

function polarsExpression({ table, person, ...counted }: CountsQuery, names: CountNames): string {
  const text = JSON.stringify;
  const rounded = roundedColumns(counted);
  const { label } = counted;
  const values = rounded.map(({ of }, j) => `v${j + 1}=pl.col(${text(of)}).cast(pl.Float64)`);
  const wanted = rounded.map((_, j) => `pl.col("v${j + 1}").is_finite()`);
  if (label) {
    values.push(`label=pl.col(${text(label.of)}).cast(pl.String)`);
    wanted.push(`pl.col("label").is_not_null()`);
  }
  const kept = [...rounded.map((_, j) => text(`v${j + 1}`)), ...(label ? [`"label"`] : [])].join(", ");
  const limit = person
    ? `\n    .filter(pl.col(${text(person.column)}).is_not_null())\n    .sort(${kept})\n    .group_by(${text(person.column)}, maintain_order=True).head(${person.bound})`
    : "";
  const cellNames = [...names.inputs, ...(names.response === undefined ? [] : [names.response])];
  const cells = rounded.map(({ axis: { lower, upper, cells: count } }, j) => {
    const scale = latticeScale({ lower, upper, cells: count });
    const inside = `pl.col("v${j + 1}").clip(${lower}, ${upper}) - (${lower}) + ${0.5 / scale}`;
    const cell = `((${inside}) * ${scale}).floor().clip(0.0, ${count - 1}.0).cast(pl.Int64)`;
    const placed =
      counted.pointMass === undefined
        ? cell
        : `pl.when(pl.col("v${j + 1}") == ${counted.pointMass}).then(pl.lit(-1, pl.Int64)).otherwise(${cell})`;
    return `${placed}.alias(${text(cellNames[j]!)})`;
  });
  const groups = cellNames.map((name) => text(name));
  if (names.label !== undefined) {
    cells.push(`pl.col("label").alias(${text(names.label)})`);
    groups.push(text(names.label));
  }
  return `(
    ${table}
    .with_columns(${values.join(", ")})
    .filter(${wanted.join(" & ")})${limit}
    .select(
        ${cells.join(",\n        ")},
    )
    .group_by(${groups.join(", ")}).agg(pl.len().alias(${text(names.count)}))
    .sort(${groups.join(", ")})
)`;
}
