import { factorSteps, wholeTerms, type CurveSumsTerms } from "../curveSums.ts";
import { sumNames } from "../curveSumsTable.ts";
import { ParameterError } from "../../errors.ts";
import { engineDialects, type CountingEngine } from "./engineDialects.ts";
import { latticeScale, type LatticeAxis } from "../latticeCounts.ts";

interface CurveSumsQuery extends CurveSumsTerms {
  readonly engine: CountingEngine;
  /** Table, or in DuckDB also a file. Written as it is. */
  readonly table: string;
  readonly curve: string;
  readonly time: string;
  readonly value: string;
  /** Column of persons, of whom `perPerson` curves are added. */
  readonly person?: string;
}

/**
 * Query that clips and adds curves in an engine, by the operations of `CurveSums`: readings become m sums of whole
 * numbers, by label where there are groups. Curves without a value at some time are left out.
 *
 * @throws {ParameterError} if the terms are none, or a bound without a column of persons, or the other way round
 */
export function curveSumsQuery(query: CurveSumsQuery): string {
  if ((query.person === undefined) !== (query.perPerson === undefined))
    throw new ParameterError("perPerson", query.perPerson, "given with a column of persons, and only with it");
  const names = sumNames(query);
  const { times, values, centreCell, weights, largestSquare } = wholeTerms(query);
  if (query.engine === "polars") return polarsExpression(query);
  const { quote, double, integer, text, inBytes = "" } = engineDialects[query.engine];
  const { person, perPerson, group } = query;
  const labelled = (words: string) => (group === undefined ? "" : words);
  const leastLabel = labelled(`, MIN(label${inBytes}) AS label`);
  // Person and curve, or the curve alone.
  const [who, known, key, same] =
    person === undefined
      ? ["", "", "curve", "points.curve = norms.curve"]
      : [
          `${quote(person)} AS who, `,
          ` AND ${quote(person)} IS NOT NULL`,
          "who, curve",
          `points.who = norms.who AND points.curve = norms.curve AND norms.k <= ${perPerson}`,
        ];
  const numbered =
    person === undefined ? "" : `, ROW_NUMBER() OVER (PARTITION BY who ORDER BY CAST(curve AS ${text})${inBytes}) AS k`;
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
  SELECT ${who}${quote(query.curve)} AS curve, ${as(query.time)} AS x, ${as(query.value)} AS v${labelled(`, CAST(${quote(group ?? "")} AS ${text}) AS label`)} FROM ${query.table}
  WHERE ${quote(query.curve)} IS NOT NULL AND ${as(query.time)} BETWEEN ${literal(times.lower)} AND ${literal(times.upper)}
    AND ${as(query.value)} BETWEEN ${least} AND ${most}${known}
), cells AS (
  SELECT ${key}, CAST(${cellOf(times, "x")} AS ${integer}) AS t, ${cellOf(values, "v")} - ${literal(centreCell)} AS q${labelled(", label")} FROM readings
), points AS (
  SELECT ${key}, t, MIN(q) AS q${leastLabel} FROM cells GROUP BY ${key}, t
), norms AS (
  SELECT ${key}, SUM(${weight} * q * q) AS s${numbered}${leastLabel} FROM points GROUP BY ${key} HAVING COUNT(*) = ${times.cells}
), clipped AS (
  SELECT t, ${labelled("norms.label AS label, ")}CASE WHEN s <= ${literal(largestSquare)} THEN q
    ELSE SIGN(q) * FLOOR(ABS(q) * ${factor} / ${literal(factorSteps)}) END AS p
  FROM points INNER JOIN norms ON ${same}
)
SELECT t AS ${quote(names.time)},${labelled(` label AS ${quote(names.label ?? "")},`)}
  SUM(CAST(p AS ${integer})) AS ${quote(names.sum)},
  COUNT(*) AS ${quote(names.count)}
FROM clipped
GROUP BY t${labelled(", label")}
ORDER BY t${labelled(", label")}`;
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
  const { person, perPerson, group } = query;
  const labelled = (words: string) => (group === undefined ? "" : words);
  const key = person === undefined ? `"curve"` : `"who", "curve"`;
  const kept =
    person === undefined
      ? ""
      : `
    .with_columns(r=pl.col("curve").cast(pl.String).rank("dense").over("who"))
    .filter(pl.col("r") <= ${perPerson})`;
  const factor = `((${largestSquare}.0 / pl.col("s")).sqrt() * ${factorSteps}.0).floor().sub(1.0).clip(0.0)`;
  return `(
    ${query.table}
    .select(
        ${
          person === undefined
            ? ""
            : `who=pl.col(${text(person)}),
        `
        }curve=pl.col(${text(query.curve)}),
        at=pl.col(${text(query.time)}).cast(pl.Float64),
        v=pl.col(${text(query.value)}).cast(pl.Float64),${labelled(`
        label=pl.col(${text(group ?? "")}).cast(pl.String),`)}
    )
    .filter(${person === undefined ? "" : `pl.col("who").is_not_null() & `}pl.col("curve").is_not_null() & pl.col("at").is_between(${times.lower}, ${times.upper}) & pl.col("v").is_finite())
    .select(${key}, ${labelled('"label", ')}t=${cellOf(times, `pl.col("at")`)}.cast(pl.Int64), q=${cellOf(values, `pl.col("v")`)} - ${centreCell}.0)
    .group_by(${key}, "t").agg(pl.col("q").min()${labelled(', pl.col("label").min()')})
    .with_columns(${labelled(`label=pl.col("label").min().over(${key}), `)}s=(${weight} * pl.col("q") * pl.col("q")).sum().over(${key}), k=pl.len().over(${key}))
    .filter(pl.col("k") == ${times.cells})${kept}
    .with_columns(p=pl.when(pl.col("s") <= ${largestSquare}.0).then(pl.col("q")).otherwise(
        pl.col("q").sign() * (pl.col("q").abs() * ${factor} / ${factorSteps}.0).floor()))
    .group_by(pl.col("t").alias(${text(names.time)})${labelled(`, pl.col("label").alias(${text(names.label ?? "")})`)})
    .agg(pl.col("p").cast(pl.Int64).sum().alias(${text(names.sum)}), pl.len().alias(${text(names.count)}))
    .sort(${text(names.time)}${labelled(`, ${text(names.label ?? "")}`)})
)`;
}
