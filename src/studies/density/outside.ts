import type { NoiseRoute } from "../../core/releases/density.ts";
import type { Interval } from "../../core/grids.ts";
import { csvText } from "../../panels/csv.ts";
import type { CsvColumn } from "../../panels/csv.ts";

/** The public numbers of a release, written above its rows. */
export interface ExportedGuarantee {
  readonly epsilon: number;
  readonly delta: number;
  readonly calibration: "analytic" | "classical";
  /** Δ with every inflation. */
  readonly sensitivity: number;
  /** σ for unit sensitivity. */
  readonly noiseMultiplier: number;
  readonly achievedDelta: number;
  readonly recordCount: number;
  readonly route: NoiseRoute;
  /** γ·h on the Sobolev route. */
  readonly relativeRate: number;
  readonly domain: readonly Interval[];
  readonly bandwidths: readonly number[];
  readonly correlation: number;
  readonly post: "raw" | "density";
  readonly seed: number | "secure";
  /** Whether the records are a person's own; the seed of their draw is not written. */
  readonly ownData: boolean;
}

interface ExportedRows {
  /** One entry per coordinate: the column's name and its value in each row, shape (m,). */
  readonly coordinates: readonly { readonly name: string; readonly values: Float64Array }[];
  /** The private curve as shown, shape (m,). */
  readonly released: Float64Array;
  /** Standard deviation of the noise at a point, before post-processing. */
  readonly standardDeviation: number;
  readonly guarantee: ExportedGuarantee;
}

/** What is exported; only the inside view can hold the original, so the outside view cannot leak it. */
export type DensityExport =
  | (ExportedRows & { readonly view: "outside" })
  | (ExportedRows & { readonly view: "inside"; readonly original: Float64Array });

/**
 * The exported curve as CSV: what it is and how it was made, then one row per grid point. From outside:
 * coordinates, private value, standard deviation. From inside the original as well. The seed of a draw from one's
 * own data is not written, since with it the noise can be subtracted; the file says that it exists.
 */
export function exportRows(exported: DensityExport): string {
  const { coordinates, released, standardDeviation } = exported;
  const columns: CsvColumn[] = [
    ...coordinates.map(({ name, values }) => ({ name, at: (row: number) => values[row]! })),
    { name: "private", at: (row) => released[row]! },
  ];
  if (exported.view === "inside") columns.push({ name: "original", at: (row) => exported.original[row]! });
  columns.push({ name: "noise standard deviation", at: () => standardDeviation });

  return csvText({ comments: headerLines(exported), columns, rowCount: released.length });
}

// No names here: text of others stays in cells that are quoted. And no commas, which would split a line into cells.
function headerLines({ view, standardDeviation, guarantee }: DensityExport): string[] {
  const { route, relativeRate, correlation, bandwidths, domain } = guarantee;
  return [
    view === "inside"
      ? "Curveil density; inside view: holds the original curve and is not private; do not pass it on"
      : "Curveil density; outside view: the private curve only",
    "neighbours = one record replaced; number of records public",
    `epsilon = ${guarantee.epsilon}`,
    `delta = ${guarantee.delta}`,
    `calibration = ${guarantee.calibration}`,
    `delta achieved = ${guarantee.achievedDelta}`,
    `sensitivity = ${guarantee.sensitivity}`,
    `noise multiplier = ${guarantee.noiseMultiplier}`,
    `noise standard deviation = ${standardDeviation}`,
    `n = ${guarantee.recordCount}`,
    `h = ${bandwidths.join(" ")}`,
    ...(domain.length > 1 ? [`correlation = ${correlation}`] : []),
    route === "gaussian" ? "route = gaussian" : `route = sobolev with rate ${relativeRate}/h`,
    `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ...(guarantee.post === "density" ? ["post-processing = clipped at zero and renormalised"] : []),
    randomness(guarantee, view),
  ];
}

function randomness({ seed, ownData }: ExportedGuarantee, view: DensityExport["view"]): string {
  if (seed === "secure") return "drawn with the browser's cryptographic random source";
  const which = ownData && view === "outside" ? "seed not written here" : `seed ${seed}`;
  return `teaching draw; ${which}: the noise is known; this protects nobody`;
}
