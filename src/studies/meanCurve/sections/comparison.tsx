import { isCompatible } from "../../../core/mean/curveKernels.ts";
import type { MeanCurveMechanism } from "../../../core/mean/meanCurveComparison.ts";
import { Comparison } from "../../../panels/comparison/Comparison.tsx";
import type { ComparisonRun } from "../../../panels/comparison/comparisonJobs.ts";
import { mechanisms } from "../../../panels/comparison/mechanisms.ts";
import type { Mechanism } from "../../../panels/comparison/verdict.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveProps } from "../model/view.ts";

type Known = readonly (Mechanism & { readonly id: MeanCurveMechanism })[];
const { gaussianProcess, sobolev, bernsteinLaplace, bernsteinComposed, bernsteinGaussian, piecewiseConstant } =
  mechanisms;
const always: Known = [gaussianProcess, bernsteinLaplace, bernsteinComposed, bernsteinGaussian, piecewiseConstant];
const withRough: Known = [
  gaussianProcess,
  sobolev,
  bernsteinLaplace,
  bernsteinComposed,
  bernsteinGaussian,
  piecewiseConstant,
];

export function Section(props: MeanCurveProps) {
  const { scenario, shown, view, recordsId, client, current, computing } = props;
  if (!view?.original) return null;
  const { seed, drawCount, ...mean } = requestOf(shown);
  const { original, axes } = view;
  const [x] = coordinatesOf(axes) as [Float64Array];
  const isRough = mean.kernel !== "exponential" && isCompatible({ ...mean, noiseKernel: "exponential" });
  const run = ({ mechanism, ...rest }: ComparisonRun, signal: AbortSignal) =>
    client.run("compare", recordsId!, { ...rest, mechanism: mechanism as MeanCurveMechanism, mean }, { signal });
  return (
    <Comparison
      mechanisms={isRough ? withRough : always}
      run={run}
      subject={JSON.stringify([mean, recordsId, scenario.data])}
      epsilon={shown.epsilon}
      delta={shown.delta}
      further={[]}
      recordsPerPerson={mean.curvesPerPerson}
      recordCount={view.facts.recordCount}
      leastRecords={10}
      repeats={200}
      ready={current && !computing && recordsId !== undefined}
      what="mean curve"
      curve={{ x, original, name: "time" }}
    />
  );
}
