import { isGrouped } from "../../../core/grids.ts";
import { CompatibilityPanel } from "./CompatibilityPanel.tsx";
import type { MeanCurveProps } from "../model/view.ts";
import { TuningMap } from "./TuningMap.tsx";

export function Consequences(rested: MeanCurveProps) {
  return (
    <>
      <CompatibilityPanel {...rested} />
      {rested.view?.inside && !isGrouped(rested.view.axes) && <TuningMap {...rested} />}
    </>
  );
}
