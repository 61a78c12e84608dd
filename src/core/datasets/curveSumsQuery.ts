import { factorSteps, sumNames, wholeTerms } from "./curveSums.ts";
import type { CurveSumsTerms } from "./curveSums.ts";
import { engineDialects } from "./engineDialects.ts";
import type { CountingEngine } from "./engineDialects.ts";
import { latticeScale } from "./latticeCounts.ts";
import type { LatticeAxis } from "./latticeCounts.ts";

interface CurveSumsQuery extends CurveSumsTerms {
  readonly engine: CountingEngine;
  /** The table, or in DuckDB also the file. Written as it is. */
  readonly table: string;
  /** Columns: whose curve a row is of, its time and its value. */
  readonly curve: string;
  readonly time: string;
  readonly value: string;
}

/**
 * A query that clips and adds curves where they are: one row for each reading of a curve becomes m sums of whole numbers. It
 * computes what `clippedCurveSums` does, by the same operations. Curves without a value at some time are left out.
 *
 * @throws {ParameterError} if the terms are none
 */
export function curveSumsQuery(query: CurveSumsQuery): string {
  const names = sumNames(query);
  const { times, values, centreCell, weights, largestSquare } = wholeTerms(query);
  if (query.engine === "polars") return polarsExpression(query);
  const { quote, double, integer } = engineDialects[query.engine];
  const literal = (value: number) => `CAST('${value}' AS ${double})`;
  const as = (column: string) => `CAST(${quote(column)} AS ${double})`;
  const cellOf = (axis: LatticeAxis, v: string) => {
    const scale = latticeScale(axis);
    const inside = `LEAST(${literal(axis.upper)}, GREATEST(${literal(axis.lower)}, ${v}))`;
    const place = `FLOOR((${inside} - ${literal(axis.lower)} + ${literal(0.5 / scale)}) * ${literal(scale)})`;
    return `LEAST(${literal(axis.cells - 1)}, ${place})`;
  };
  const [inner, end] = weights;
  const weight =
    inner === end
      ? literal(inner)
      : `CASE WHEN t IN (0, ${times.cells - 1}) THEN ${literal(end)} ELSE ${literal(inner)} END`;
  const factor = `GREATEST(${literal(0)}, FLOOR(SQRT(${literal(largestSquare)} / s) * ${literal(factorSteps)}) - ${literal(1)})`;
  const most = literal(Number.MAX_VALUE);
  const least = literal(-Number.MAX_VALUE);
  return `WITH readings AS (
  SELECT ${quote(query.curve)} AS curve, ${as(query.time)} AS x, ${as(query.value)} AS v FROM ${query.table}
  WHERE ${quote(query.curve)} IS NOT NULL AND ${as(query.time)} BETWEEN ${literal(times.lower)} AND ${literal(times.upper)}
    AND ${as(query.value)} BETWEEN ${least} AND ${most}
), cells AS (
  SELECT curve, CAST(${cellOf(times, "x")} AS ${integer}) AS t, ${cellOf(values, "v")} - ${literal(centreCell)} AS q FROM readings
), points AS (
  SELECT curve, t, MIN(q) AS q FROM cells GROUP BY curve, t
), norms AS (
  SELECT curve, SUM(${weight} * q * q) AS s FROM points GROUP BY curve HAVING COUNT(*) = ${times.cells}
), clipped AS (
  SELECT t, CASE WHEN s <= ${literal(largestSquare)} THEN q
    ELSE SIGN(q) * FLOOR(ABS(q) * ${factor} / ${literal(factorSteps)}) END AS p
  FROM points INNER JOIN norms ON points.curve = norms.curve
)
SELECT t AS ${quote(names.time)},
  SUM(CAST(p AS ${integer})) AS ${quote(names.sum)},
  COUNT(*) AS ${quote(names.count)}
FROM clipped
GROUP BY t
ORDER BY t`;
}

function polarsExpression(query: CurveSumsQuery): string {
  const names = sumNames(query);
  const { times, values, centreCell, weights, largestSquare } = wholeTerms(query);
  const text = JSON.stringify;
  const cellOf = ({ lower, upper, cells }: LatticeAxis, v: string) => {
    const scale = latticeScale({ lower, upper, cells });
    return `((${v}.clip(${lower}, ${upper}) - (${lower}) + ${0.5 / scale}) * ${scale}).floor().clip(0.0, ${cells - 1}.0)`;
  };
  const [inner, end] = weights;
  const weight =
    inner === end
      ? `${inner}.0`
      : `pl.when(pl.col("t").is_in([0, ${times.cells - 1}])).then(${end}.0).otherwise(${inner}.0)`;
  const factor = `((${largestSquare}.0 / pl.col("s")).sqrt() * ${factorSteps}.0).floor().sub(1.0).clip(0.0)`;
  return `(
    ${query.table}
    .select(
        curve=pl.col(${text(query.curve)}),
        at=pl.col(${text(query.time)}).cast(pl.Float64),
        v=pl.col(${text(query.value)}).cast(pl.Float64),
    )
    .filter(pl.col("curve").is_not_null() & pl.col("at").is_between(${times.lower}, ${times.upper}) & pl.col("v").is_finite())
    .select("curve", t=${cellOf(times, `pl.col("at")`)}.cast(pl.Int64), q=${cellOf(values, `pl.col("v")`)} - ${centreCell}.0)
    .group_by("curve", "t").agg(pl.col("q").min())
    .with_columns(s=(${weight} * pl.col("q") * pl.col("q")).sum().over("curve"), k=pl.len().over("curve"))
    .filter(pl.col("k") == ${times.cells})
    .with_columns(p=pl.when(pl.col("s") <= ${largestSquare}.0).then(pl.col("q")).otherwise(
        pl.col("q").sign() * (pl.col("q").abs() * ${factor} / ${factorSteps}.0).floor()))
    .group_by(pl.col("t").alias(${text(names.time)}))
    .agg(pl.col("p").cast(pl.Int64).sum().alias(${text(names.sum)}), pl.len().alias(${text(names.count)}))
    .sort(${text(names.time)})
)`;
}
