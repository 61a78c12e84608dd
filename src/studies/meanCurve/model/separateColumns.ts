import { columnRangesOf, type ColumnRange } from "../../../core/columnRanges.ts";
import type { ColumnOutline } from "../../../core/records/outline.ts";
import { rangeLimits } from "./fields.ts";
import { onDomain } from "./columns.ts";
import { layoutOf, type MeanCurveScenario } from "./scenario.ts";

export function separateColumns({
  shape,
  columnRanges,
}: Pick<MeanCurveScenario, "shape" | "columnRanges">): readonly ColumnRange[] | undefined {
  return shape === "wide" ? columnRangesOf(columnRanges) : undefined;
}

/** True also while ranges are being written. */
export function isVector({ shape, columnRanges }: Pick<MeanCurveScenario, "shape" | "columnRanges">): boolean {
  return shape === "wide" && columnRanges !== "";
}

/** ρ₀ for M = I, up to e⁻²³ with 30 columns. */
export function identityRange(m: number): number {
  return rangeLimits("gaussian", [1, m]).min;
}

export function isUnsmoothed(scenario: MeanCurveScenario): boolean {
  const m = separateColumns(scenario)?.length;
  return m !== undefined && scenario.range === identityRange(m) && scenario.penalty === 1e-6;
}

/**
 * Declared ranges; for another number of columns also the unsmoothed mean of shares.
 *
 * @see docs/proofs/meanCurve.md, Lemma 5; Hall, Rinaldo & Wasserman (2013), Proposition 3, Remark 2
 */
export function withColumnRanges(
  columnRanges: string,
  before: Pick<MeanCurveScenario, "shape" | "columnRanges" | "centre">,
): Partial<MeanCurveScenario> {
  const m = columnRangesOf(columnRanges)?.length;
  if (columnRanges === "")
    return { columnRanges, centre: "", penalty: 0.01, power: 1.5, ...onDomain([0, 1], "gaussian") };
  if (m === undefined || m === separateColumns(before)?.length) return { columnRanges };
  const domain = [1, m] as const;
  return {
    columnRanges,
    domain,
    window: domain,
    points: m,
    firstRow: "curve",
    unitX: "",
    unitY: "",
    rule: "uniform",
    kernel: "gaussian",
    noiseKernel: "same",
    range: identityRange(m),
    penalty: 1e-6,
    power: 1,
    centre: "0.5",
    normBound: 0.5,
  };
}

export function rangesToFill(columns: readonly ColumnOutline[], scenario: MeanCurveScenario): string {
  const layout = layoutOf(columns, scenario);
  const names = layout.shape === "wide" ? layout.times : [];
  return columns
    .filter(({ name, numeric }) => numeric && names.includes(name))
    .map(({ name, unit }) => `${name}: .. ${unit}`.trim())
    .join("; ");
}
