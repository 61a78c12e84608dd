import { useCallback } from "react";
import { releaseLowerBound } from "../../../core/privacy/accounting/releaseLowerBound.ts";
import { pointwiseKernelDensitySensitivity } from "../../../core/privacy/sensitivity/pointwiseKernelDensity.ts";
import { bandwidthMatrixOf } from "../../../core/releases/densityForm.ts";
import type { DensityMechanism } from "../../../core/releases/densityComparison.ts";
import { Comparison } from "../../../panels/comparison/Comparison.tsx";
import type { ComparisonRun } from "../../../panels/comparison/comparisonJobs.ts";
import { mechanisms as known } from "../../../panels/comparison/mechanisms.ts";
import type { Mechanism } from "../../../panels/comparison/verdict.ts";
import { coordinatesOf } from "../../../state/releaseView.ts";
import { requestOf } from "../request.ts";
import type { DensityProps } from "../view.ts";
import { DensityField } from "./DensityField.tsx";

const mechanisms: readonly (Mechanism & { readonly id: DensityMechanism })[] = Object.values(known);

/** All mechanisms for the density that is shown. */
export function Section(props: DensityProps) {
  const { scenario, shown, view, recordsId, client, current, computing, theme } = props;
  const request = requestOf(shown);
  const { domain, bandwidths, correlation, relativeRate } = request;
  const subject = JSON.stringify([domain, bandwidths, correlation, relativeRate, recordsId, scenario.data]);
  const recordCount = view?.facts.recordCount ?? 0;
  const limitAt = useLimit(request);
  if (!view?.original) return null;
  const { original, axes } = view;
  const run = ({ mechanism, ...rest }: ComparisonRun, signal: AbortSignal) =>
    client.run(
      "compare",
      recordsId!,
      {
        ...rest,
        mechanism: mechanism as DensityMechanism,
        density: { domain, bandwidths, correlation, relativeRate, route: "gaussian" },
      },
      { signal },
    );
  const [x] = coordinatesOf(axes) as [Float64Array];
  return (
    <Comparison
      mechanisms={mechanisms}
      run={run}
      subject={subject}
      epsilon={shown.epsilon}
      delta={shown.delta}
      recordCount={recordCount}
      leastRecords={10}
      repeats={axes.length === 1 ? 200 : 40}
      ready={current && !computing && recordsId !== undefined}
      what="density"
      limitAt={limitAt}
      {...(axes.length === 1
        ? { curve: { x, original, name: shown.x } }
        : {
            panelOf: (releases, width, name) => (
              <DensityField {...{ releases, width, name, shown, axes, original, theme }} />
            ),
          })}
    />
  );
}

/** What no purely ε-private release of n records is always below. */
function useLimit({ domain, bandwidths, correlation }: ReturnType<typeof requestOf>) {
  const key = JSON.stringify({ domain, bandwidths, correlation });
  return useCallback(
    (epsilon: number, recordCount: number) => {
      const shape = JSON.parse(key) as Pick<ReturnType<typeof requestOf>, "domain" | "bandwidths" | "correlation">;
      const bandwidthMatrix = bandwidthMatrixOf({ ...shape, route: "gaussian", relativeRate: 1 });
      const boxSides = shape.domain.map(([lower, upper]) => upper - lower);
      const sensitivity = pointwiseKernelDensitySensitivity({ recordCount, bandwidthMatrix, boxSides });
      return releaseLowerBound({ sensitivity, recordCount, epsilon, delta: 0, coverage: 0.95 });
    },
    [key],
  );
}
