import { atShare, columnRangesOf, type ColumnRange } from "../../core/columnRanges.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { populationBand } from "../../core/privacy/bands/populationBand.ts";
import type { SampledRecords } from "../../core/privacy/bands/samplingError.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { measuredText } from "../controls/words.ts";
import { fileSettings } from "./fileSettings.ts";

export const columnRangesSetting = "ranges of the columns";

export function columnsOfFile(file: ReleaseFile): readonly ColumnRange[] | undefined {
  const columns = columnRangesOf(fileSettings(file).textOf(columnRangesSetting) ?? "");
  const m = columns?.length;
  const [axis, ...more] = file.view.axes.map(({ coordinates }) => coordinates);
  const isOfColumns = axis?.kind === "regular" && axis.lower === 1 && axis.upper === m && axis.count === m;
  return isOfColumns && more.length === 0 ? columns : undefined;
}

export function columnMeanText({ name, range, unit }: ColumnRange, share: number, halfWidth?: number): string {
  const mean = atShare(share, range);
  if (halfWidth === undefined) return measuredText(mean, name, unit);
  return `${numberText(mean)} ± ${measuredText(halfWidth * (range[1] - range[0]), name, unit)}`;
}

export function rangeText({ range }: ColumnRange): string {
  return range.map(numberText).join(" to ");
}

const mostNamed = 4;

export function columnMeansSentence(columns: readonly ColumnRange[], shares: Float64Array, halfWidth: number): string {
  const named = columns
    .slice(0, mostNamed)
    .map((column, j) => `${column.name} ${columnMeanText(column, shares[j]!, halfWidth)}`);
  const more = columns.length > mostNamed ? `; ${columns.length - mostNamed} more stand below` : "";
  return `Private means, each within its noise with 95 %: ${named.join("; ")}${more}.`;
}

export function columnMeanRows(
  columns: readonly ColumnRange[],
  {
    shares,
    halfWidth,
    original,
    sample,
  }: {
    readonly shares: Float64Array;
    readonly halfWidth: number;
    readonly sample?: Pick<SampledRecords, "recordCount" | "recordsPerPerson"> | undefined;
    readonly original?: Float64Array | undefined;
  },
): readonly (readonly [name: string, value: string])[] {
  const noise = halfWidth / pointwise95;
  const all = sample && {
    ...sample,
    least: new Float64Array(shares.length),
    largest: new Float64Array(shares.length).fill(1),
  };
  const band = all && populationBand({ released: shares, noise, quantile: pointwise95, sample: all });
  return columns.map((column, j) => {
    const { name, range, unit } = column;
    const ends = band && [band.lower[j]!, band.upper[j]!].map((share) => atShare(share, range));
    const population = ends ? `, of all people ${numberText(ends[0]!)} to ${measuredText(ends[1]!, name, unit)}` : "";
    const own = original ? `, original ${columnMeanText(column, original[j]!)}` : "";
    const released = columnMeanText(column, shares[j]!, halfWidth);
    return [name, `${released}${population}${own}, within ${rangeText(column)}`];
  });
}
