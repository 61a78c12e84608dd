import { CompatibilityPanel } from "./CompatibilityPanel.tsx";
import type { MeanCurveProps } from "./view.ts";
import { FunctionalTable } from "./FunctionalTable.tsx";
import { SmallMultiples } from "./SmallMultiples.tsx";
import { TuningMap } from "./TuningMap.tsx";

/** What varies beside the picture and follows from it. */
export function Consequences(rested: MeanCurveProps) {
  return (
    <>
      {rested.view?.inside && <SmallMultiples {...rested} />}
      <FunctionalTable {...rested} />
      <CompatibilityPanel {...rested} />
      {rested.view?.inside && <TuningMap {...rested} />}
    </>
  );
}
