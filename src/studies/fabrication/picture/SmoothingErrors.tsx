import { memo, useMemo } from "react";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { niceUpper } from "../../../plots/niceUpper.ts";

/** Public: the noisy rows determine it. */
export const SmoothingErrors = memo(function SmoothingErrors({ errors }: { readonly errors: Float64Array }) {
  const picture = useMemo(
    () => ({
      x: { domain: [0, Math.max(1, errors.length - 1)] as const, isLog: false, label: "steps of smoothing" },
      y: {
        domain: [0, niceUpper(errors.reduce((most, error) => Math.max(most, error), 0))] as const,
        isLog: false,
        label: "distance from the images",
      },
      series: [
        {
          points: Array.from(errors, (error, step) => [step, error] as const),
          role: "private" as const,
          as: "line" as const,
        },
      ],
      description: "The sum of the rows’ distances from their images after each step of smoothing",
    }),
    [errors],
  );
  return (
    <LineChart
      picture={picture}
      caption="Sum of the rows’ distances from their images, after each step: where it no longer falls, more steps do not help."
    />
  );
});
