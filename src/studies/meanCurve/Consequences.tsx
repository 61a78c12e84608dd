import { CompatibilityPanel } from "./CompatibilityPanel.tsx";
import type { MeanCurveProps } from "./view.ts";
import { meanCurveExamples } from "./examples.ts";
import { exampleOf } from "./scenario.ts";
import { SmallMultiples } from "./SmallMultiples.tsx";
import { TuningMap } from "./TuningMap.tsx";

/** What varies beside the picture and follows from it. */
export function Consequences(rested: MeanCurveProps) {
  const { data } = rested.scenario;
  // Multiples of another example begin anew: their common axis is that of their own curves.
  const family = exampleOf(meanCurveExamples, data)?.example.id ?? data;
  return (
    <>
      {rested.view?.inside && <SmallMultiples key={family} {...rested} />}
      <CompatibilityPanel {...rested} />
      {rested.view?.inside && <TuningMap {...rested} />}
    </>
  );
}
