import { functionalDeviation, type NoiseLaw } from "../../../core/release/noiseLaw.ts";
import { curveNoiseKernel } from "../../../core/mean/curveKernels.ts";
import { meanCurveGrid } from "../../../core/mean/meanCurveGrid.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import type { MeanCurveView } from "./view.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { separateColumns } from "./separateColumns.ts";
import { requestOf } from "./request.ts";

export function hasSlopes(shown: MeanCurveScenario, { axes }: MeanCurveView): boolean {
  return !separateColumns(shown) && requestOf(shown).noiseKernel !== "exponential" && axes[0]!.count > 2;
}

export function slopesOf(
  shown: MeanCurveScenario,
  view: MeanCurveView,
): {
  readonly times: Float64Array;
  readonly slopes: (curve: Float64Array) => Float64Array;
  readonly standardDeviation: number;
} {
  const [times] = coordinatesOf(view.axes) as [Float64Array];
  return {
    times: times.slice(1, -1),
    slopes: (curve) =>
      Float64Array.from(
        { length: times.length - 2 },
        (_, i) => (curve[i + 2]! - curve[i]!) / (times[i + 2]! - times[i]!),
      ),
    standardDeviation: functionalDeviation({ ...noiseForm(shown), variance: view.sigma ** 2, white: 0 }, [
      times.map((_, i) => (i > 2 ? 0 : (i - 1) / (times[2]! - times[0]!))),
    ]),
  };
}

export function noiseForm(shown: MeanCurveScenario): Pick<NoiseLaw, "kernel" | "grid"> {
  const { noiseKernel, range, domain } = requestOf(shown);
  return { kernel: curveNoiseKernel(noiseKernel, range), grid: meanCurveGrid(domain, shown.points) };
}
