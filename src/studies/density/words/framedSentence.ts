import { integralFunctional } from "../../../core/release/curveFunctionals.ts";
import { scaleWords } from "../../../core/density/densityFrame.ts";
import type { TransformationName } from "../../../core/special/transformation.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { noiseShare } from "./noiseShare.ts";
import type { DensityView } from "../model/view.ts";

/** From the shown functions alone. */
export function scaledSentence(name: string, scale: TransformationName, view: DensityView): string {
  const [places] = coordinatesOf(view.axes) as [Float64Array];
  const [low, half, high] = quartersOf(view.released, places).map(numberText) as [string, string, string];
  const original = view.original && quartersOf(view.original, places).map(numberText);
  const truth = original ? `; of the original below ${original[1]!}, between ${original[0]!} and ${original[2]!}` : "";
  return (
    `Half of what the private curve holds lies below ${name} = ${half}, the middle half between ${low} and ${high}${truth}. ` +
    `Bandwidth and noise are even on the ${scaleWords[scale]} scale: the noise is ${percentText(noiseShare(view, { further: [] }))} of the height of a flat curve there.`
  );
}

export const foldedSentence =
  " What the bumps spill over an end of the domain is folded back, so the curve does not sink there. Near an end the noise is up to twice as large.";

/** Negative values count as 0; NaN without mass. */
function quartersOf(values: Float64Array, places: Float64Array): number[] {
  const cells = integralFunctional(places, [places[0]!, places.at(-1)!]);
  const mass = values.map((value, i) => Math.max(0, value) * cells[i]!);
  const total = mass.reduce((sum, own) => sum + own, 0);
  return [0.25, 0.5, 0.75].map((share) => {
    let sum = 0;
    for (let i = 0; i < mass.length; i++) {
      sum += mass[i]!;
      if (sum >= share * total) return places[i]!;
    }
    return NaN;
  });
}
