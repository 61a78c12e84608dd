import { releasedPolynomialDeviation, valuesOfNumbers } from "../../src/core/bernstein/polynomialDeviation.ts";
import { exactText } from "../../src/core/numberFormats.ts";
import { axisValues, type ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { simulatedReleases } from "../../src/core/release/file/simulatedReleases.ts";
import { Refused } from "./refused.ts";

const mostCells = 2 ** 24;

/** Draws as CSV: a row for each place, a column for each draw. @throws {Refused} if they are too many, or without a law */
export function simulatedTable(file: ReleaseFile, count: number, seed: number): string {
  const { axes, values } = file.view;
  const polynomial = releasedPolynomialDeviation(file);
  if (!file.mechanism.noise || (file.mechanism.domain.kind === "basis" && !polynomial && "law" in file.mechanism.noise))
    throw new Refused(
      "This file does not hold the law of its noise: it is of an earlier version, or of values at points of one's own.",
    );
  if (!(count * values.length <= mostCells))
    throw new Refused(`${count} draws of ${values.length} values are more than ${mostCells} numbers: take fewer.`);
  const places = axes.map(axisValues);
  const draws = [...simulatedReleases(file, { count, seed, toValues: polynomial && valuesOfNumbers(polynomial) })];
  const strides = places.map((_, j) => places.slice(0, j).reduce((product, { length }) => product * length, 1));
  const rows = Array.from({ length: values.length }, (_, i) => {
    const at = places.map((along, j) => along[Math.floor(i / strides[j]!) % along.length]!);
    return [...at, ...draws.map((draw) => draw[i]!)].map(exactText).join(",");
  });
  const head = [...axes.map((_, j) => `axis ${j + 1}`), ...draws.map((_, k) => `draw ${k + 1}`)].join(",");
  return [
    "# Draws that could have been released about this one, by its own noise; no posterior draws.",
    `# digest of the release ${file.digest}, seed ${seed}`,
    head,
    ...rows,
  ].join("\n");
}
