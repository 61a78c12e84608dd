import { memo, useMemo } from "react";
import { LineChart } from "../../panels/LineChart.tsx";
import { niceUpper } from "../../plots/niceUpper.ts";

/** How far the machines are from the rows that they were made of, step by step: public, as it is made of the noisy rows. */
export const SmoothingErrors = memo(function SmoothingErrors({ errors }: { readonly errors: Float64Array }) {
  const picture = useMemo(
    () => ({
      x: { domain: [0, Math.max(1, errors.length - 1)] as const, isLog: false, label: "steps of smoothing" },
      y: {
        domain: [0, niceUpper(errors.reduce((most, error) => Math.max(most, error), 0))] as const,
        isLog: false,
        label: "error of the machines",
      },
      series: [
        {
          points: Array.from(errors, (error, step) => [step, error] as const),
          role: "private" as const,
          as: "line" as const,
        },
      ],
      description: "The error of the machines after each step of smoothing",
    }),
    [errors],
  );
  return (
    <LineChart
      picture={picture}
      caption="Each step makes rows that the machines tell better: where the line is flat, more steps change little."
    />
  );
});
