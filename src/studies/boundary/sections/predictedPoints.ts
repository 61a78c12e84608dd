import { columnNamed } from "../../../core/tables/columnNamed.ts";
import { createTableReader } from "../../../core/tables/tableReader.ts";
import { ParameterError } from "../../../core/errors.ts";
import { mostPoints } from "../../../core/erm/boundary/boundaryTarget.ts";
import type { Points } from "../../../core/points.ts";
import type { PointRelease } from "../../../core/release/pointRelease.ts";
import { normalCdf } from "../../../core/special/normal.ts";
import { pointReleaseContents } from "../../../core/release/file/pointReleaseContents.ts";
import type { ReleaseWords } from "../../../core/release/file/releaseContents.ts";
import { writtenUnit } from "../../../core/release/file/writtenUnit.ts";
import { sealRelease } from "../../../core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { countText } from "../../../core/numberFormats.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { neighbourLine } from "../../../panels/guarantee/personWords.ts";
import { releaseWordsOf } from "../../../panels/study/releaseWords.ts";
import type { Paid } from "../../../panels/study/study.ts";
import { compositionOf } from "../../../panels/export/takeAway.ts";
import { furtherUnits } from "../../../state/scenario/furtherInputs.ts";
import { sha256 } from "../../../core/sha256.ts";
import { guaranteeOf } from "../words/guarantee.ts";
import { requestOf } from "../model/request.ts";
import { exportedTableOf } from "../model/table.ts";
import type { BoundaryView } from "../model/view.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

type ReadPoints = { readonly points: Points; readonly count: number } | { readonly problem: string };

export function inputNames({ task, x, y, further }: BoundaryScenario): readonly string[] {
  return [x, ...(task === "classification" ? [y] : []), ...further.map(({ name }) => name)];
}

export function inputUnits(shown: BoundaryScenario): readonly string[] {
  const { task, unitX, unitY } = shown;
  return [unitX, ...(task === "classification" ? [unitY] : []), ...furtherUnits(shown)];
}

export function readPoints(text: string, names: readonly string[]): ReadPoints {
  const needed = `a header with ${names.join(", ")} and a row of numbers for each point`;
  if (text.trim() === "") return { problem: `Paste or open a table: ${needed}.` };
  try {
    const bytes = new TextEncoder().encode(text);
    const reader = createTableReader({ totalBytes: bytes.length });
    reader.push(bytes);
    const table = reader.finish();
    const missing = names.filter((name) => !table.columns.some((column) => column.name === name));
    if (missing.length > 0) return { problem: `There is no column ${missing.join(", ")}: the table needs ${needed}.` };
    if (table.rowCount > mostPoints) {
      return {
        problem: `${countText(table.rowCount)} points are too many: at most ${countText(mostPoints)} are predicted together.`,
      };
    }
    const coordinates = new Float64Array(table.rowCount * names.length);
    for (const [j, name] of names.entries()) {
      const { values } = columnNamed(table, name);
      const gap = values.findIndex((value) => !Number.isFinite(value));
      if (gap >= 0) return { problem: `Point ${countText(gap + 1)} has no number for ${name}.` };
      values.forEach((value, i) => (coordinates[i * names.length + j] = value));
    }
    return { points: { dimension: names.length, coordinates }, count: table.rowCount };
  } catch (error) {
    if (error instanceof ParameterError) return { problem: `These points cannot be read: ${error.message}.` };
    throw error;
  }
}

export interface Predicted {
  readonly scenario: BoundaryScenario;
  readonly points: Points;
  readonly release: PointRelease;
  /** Absent in a regression. */
  readonly classNames: readonly [negative: string, positive: string] | undefined;
}

/**
 * Certainty of a released label, Φ(|f̃|/σ): with the other sign of f, noise gives a value as far out with at most the
 * remaining probability.
 */
export function certaintyOf({ values, deviation }: PointRelease, i: number): number {
  return normalCdf(Math.abs(values[i]!) / deviation);
}

/** 0 has the label of class −1. */
export function labelOf({ release, classNames }: Predicted, i: number): string {
  return classNames![release.values[i]! > 0 ? 1 : 0];
}

export function predictionsCsv(predicted: Predicted): string {
  const { scenario, points, release, classNames } = predicted;
  const { values, integers, mu, epsilon, delta, lattice, sigma, dither, deviation, units } = release;
  const names = inputNames(scenario);
  return csvText({
    comments: [
      `Curveil private predictions at ${values.length} points; one release of all of them; private as the bits of this file`,
      `mu = ${mu}; epsilon = ${epsilon}; delta = ${delta}; neighbours = ${neighbourLine(scenario)}`,
      `value = ${units.offset} + ${units.scale} * ${lattice} * integer; sigma = ${sigma}; dither = ${dither}`,
      `standard deviation of the noise of each value = ${deviation}; correlated between points as the kernel`,
      `kernel = ${scenario.kernel} with length scale ${scenario.lengthScale}; lambda = ${scenario.penalty}; loss = ${scenario.loss}`,
      "the points are taken to be public; certainty = Phi(|value| / standard deviation)",
    ],
    columns: [
      ...names.map((name, j) => ({ name, at: (i: number) => points.coordinates[i * names.length + j]! })),
      { name: "integer", at: (i) => integers[i]! },
      { name: "value", at: (i) => values[i]! },
      ...(classNames
        ? [
            { name: "label", at: (i: number) => labelOf(predicted, i) },
            { name: "certainty", at: (i: number) => certaintyOf(release, i) },
          ]
        : []),
    ],
    rowCount: values.length,
  });
}

/** All known before the payment. */
export function predictionWords(scenario: BoundaryScenario, view: BoundaryView): ReleaseWords {
  const names = inputNames(scenario);
  const units = inputUnits(scenario);
  const { domain } = requestOf(scenario);
  const table = exportedTableOf(scenario, view);
  const words = releaseWordsOf(
    { study: "boundary", data: scenario.data, schema: scenario.schema },
    view,
    {
      ...table,
      what: table.sides ? "decision values" : scenario.response,
      names,
      units,
      settings: [...table.settings.filter((line) => !line.startsWith("inputs after"))],
      sheet: {
        title: "Private predictions",
        dataProduct: `Values of a ${scenario.task === "classification" ? "decision" : "regression"} function at points of one's own`,
        dataDomain: domain
          .map(([lower, upper], j) => `${lower} to ${upper} ${writtenUnit(units[j]!)}`.trimEnd())
          .join(" by "),
      },
    },
    guaranteeOf(scenario, view),
    [],
  );
  const unprotectedQuantities = [
    ...words.sheet.unprotectedQuantities,
    "the points: they stand in the file as they are",
  ];
  return { ...words, sheet: { ...words.sheet, unprotectedQuantities } };
}

/** @throws {ParameterError} if a bought parameter has no ledger entry */
export function predictionFile(
  { points, release }: Pick<Predicted, "points" | "release">,
  words: ReleaseWords,
  { id, book, provenance }: Pick<Paid, "id" | "book" | "provenance">,
): Promise<ReleaseFile> {
  const sheet = { ...words.sheet, composition: compositionOf(book, id) };
  return sealRelease(pointReleaseContents(release, points, { ...words, sheet, provenance, ledgerEntry: id }), sha256);
}
