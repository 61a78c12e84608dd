import { checkLength } from "../../checks.ts";
import { pointCount, type Points } from "../../points.ts";
import type { PointRelease } from "../pointRelease.ts";
import { unitWords } from "../releasingPrivately.ts";
import { normalQuantile } from "../../special/normal.ts";
import { releaseContents, type ReleaseWords } from "./releaseContents.ts";
import type { ReleaseContents } from "./releaseFile.ts";

/**
 * Contents of a release file of values at scattered points. The band at all m points is that of m independent normals,
 * Φ⁻¹((1 + 0.95^{1/m})/2) deviations (Šidák 1967, JASA 62).
 *
 * @param points m ≥ 1, public
 * @param words with names of the points' inputs as `axes`
 * @throws {ParameterError} if there are not as many points as integers, or names as inputs
 */
export function pointReleaseContents(release: PointRelease, points: Points, words: ReleaseWords): ReleaseContents {
  const m = pointCount(points);
  checkLength("integers", release.integers, m);
  checkLength("axes", words.axes, points.dimension);
  const { clampedCount: _, ...rest } = release;
  const { lattice, dither, mu, computingError, units } = release;
  const half = Math.abs(units.scale) * (lattice / 2 + computingError);
  const contents = releaseContents(
    {
      ...rest,
      kind: "ditheredGaussian",
      axes: [{ lower: 1, upper: m, count: m }],
      basis: undefined,
      processing: unitWords(units),
      roundingShare: (2 * computingError) / (dither * mu),
      simultaneousHalfWidth: release.deviation * -normalQuantile(-Math.expm1(Math.log(0.95) / m) / 2) + half,
      isBandProved: true,
    },
    { ...words, axes: [{ name: "point", unit: "" }] },
  );
  const { mechanism, view, sheet } = contents;
  return {
    ...contents,
    mechanism: {
      ...mechanism,
      domain: {
        kind: "points",
        inputs: words.axes.map(({ name, unit }) => ({ name, unit })),
        coordinates: [...points.coordinates],
      },
    },
    sheet: { ...sheet, mechanism: sheet.mechanism.replace("on the grid", "at the points") },
    view: {
      ...view,
      axes: [{ name: "point", unit: "", coordinates: { kind: "points", values: view.values.map((__, i) => i + 1) } }],
    },
  };
}
