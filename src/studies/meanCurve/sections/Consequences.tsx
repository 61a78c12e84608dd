import { isGrouped } from "../../../core/grids.ts";
import { CompatibilityPanel } from "./CompatibilityPanel.tsx";
import { separateColumns } from "../model/separateColumns.ts";
import type { MeanCurveProps } from "../model/view.ts";
import { TuningMap } from "./TuningMap.tsx";

export function Consequences(rested: MeanCurveProps) {
  if (separateColumns(rested.shown)) return null;
  return (
    <>
      <CompatibilityPanel {...rested} />
      {rested.view?.inside && !isGrouped(rested.view.axes) && <TuningMap {...rested} />}
    </>
  );
}
