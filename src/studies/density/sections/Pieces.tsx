import { useMemo } from "react";
import { bumpKernel } from "../../../core/kernels/bumpKernel.ts";
import { kernelOf } from "../../../core/kernels/kernelOf.ts";
import { piecewiseConstantSensitivity } from "../../../core/privacy/sensitivity/piecewiseConstant.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";

const pieceCounts = [2, 3, 5, 8, 12, 20, 30, 50, 80, 120];

/** Independent noise on each piece, as in section 3.2. */
export function Pieces({ shown, view }: DensityProps) {
  const request = requestOf(shown);
  const [h] = request.bandwidths as [number];
  const [lower, upper] = shown.domainX;
  const bump = request.bump ?? "gaussian";
  const kernel = useMemo(
    () => (bump === "gaussian" ? kernelOf("gaussian", h) : bumpKernel({ name: bump, bandwidths: [h] })),
    [bump, h],
  );
  const points = useMemo(
    () =>
      pieceCounts.map((count) => {
        const at = {
          dimension: 1,
          coordinates: Float64Array.from({ length: count }, (_, j) => lower + ((j + 0.5) / count) * (upper - lower)),
        };
        return [count, piecewiseConstantSensitivity({ kernel, at, sensitivity: 1 })] as const;
      }),
    [kernel, lower, upper],
  );
  const last = points.at(-1)!;
  const picture = {
    x: { domain: [2, 120] as const, isLog: true, label: "pieces" },
    y: { domain: [1, niceUpper(last[1])] as [number, number], isLog: false, label: "noise, times that of the process" },
    series: [
      { points, role: "second" as const, as: "line" as const, name: "pieces" },
      { points: [[2, 1] as const, [120, 1] as const], role: "private" as const, as: "line" as const },
    ],
    description:
      "Noise on each piece of a piecewise constant function, against the number of pieces, over that of the Gaussian process",
  };
  const process = view!.sigma;
  return (
    <LineChart
      picture={picture}
      caption={`The other way: constant on pieces, with noise of its own on each. At ${last[0]} pieces and ε = ${numberText(shown.epsilon)} its deviation is ${numberText(last[1] * process)}, where the process above has ${numberText(process)} everywhere: √λ₁ of the kernel matrix times as much, and growing with the pieces.`}
    />
  );
}
