import { useCallback, useState } from "react";
import { releaseLowerBound } from "../../../core/privacy/accounting/releaseLowerBound.ts";
import { densityReach, type DensityMechanism } from "../../../core/density/densityComparison.ts";
import type { DensityTargetParameters } from "../../../core/density/densityParameters.ts";
import { planeOf } from "../../../core/grids.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { truthOn } from "../../../core/planning/declaredTruth.ts";
import { densityPlanOf, usualPlan } from "../../../core/planning/plan.ts";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { Comparison } from "../../../panels/comparison/Comparison.tsx";
import type { ComparisonRun } from "../../../panels/comparison/comparisonJobs.ts";
import { mechanisms as known } from "../../../panels/comparison/mechanisms.ts";
import type { Mechanism } from "../../../panels/comparison/verdict.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { peakOf } from "../picture/pictures.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { DensityField } from "./DensityField.tsx";
import { defined } from "../../../core/defined.ts";

const mechanisms: readonly (Mechanism & { readonly id: DensityMechanism })[] = Object.values(known);
const mostDrawn = 100_000;

export function Section(props: DensityProps) {
  const { scenario, shown, view, recordsId, client, current, computing, theme } = props;
  const request = requestOf(shown);
  const { domain, held, bandwidths, correlation, relativeRate, recordsPerPerson } = request;
  const density: DensityTargetParameters = {
    domain,
    bandwidths,
    correlation,
    relativeRate,
    route: "gaussian" as const,
    ...defined({ held, recordsPerPerson }),
  };
  const subject = JSON.stringify([density, recordsId, scenario.data]);
  const limitAt = useLimit(density);
  const [wanted, setWanted] = useState<"smoothed" | "declared">("smoothed");
  if (!view?.original) return null;
  const { original, axes } = view;
  const isOnLine = axes.length === 1 && held === undefined;
  const { truth, recordCount: planned = view.facts.recordCount } =
    densityPlanOf(shown.plan) ?? usualPlan(shown.domainX);
  const isDeclared = wanted === "declared" && isOnLine;
  const recordCount = isDeclared ? Math.min(planned, mostDrawn) : view.facts.recordCount;
  const run = ({ mechanism, ...rest }: ComparisonRun, signal: AbortSignal) => {
    const comparison = { ...rest, mechanism: mechanism as DensityMechanism, density };
    return isDeclared
      ? client.plan("comparison", { truth, comparison }, { signal })
      : client.run("compare", recordsId!, comparison, { signal });
  };
  const [x] = coordinatesOf(axes) as [Float64Array];
  return (
    <>
      {isOnLine && (
        <p className="buttons">
          <ToolChoice
            label="Measure errors against"
            value={wanted}
            choices={{
              smoothed: `the smoothed curve of these records at h = ${numberText(shown.h)}`,
              declared: "the density declared in the plan",
            }}
            onChange={setWanted}
          />
        </p>
      )}
      {!isDeclared && (
        <p className="explanation">
          The smoothed curve is not the density: what smoothing takes away counts for no mechanism here, and a larger h
          looks better than it is.
        </p>
      )}
      <Comparison
        against={
          isDeclared
            ? { words: "the density declared in the plan", isPublic: true }
            : { words: "the smoothed curve at this h", isPublic: false }
        }
        mechanisms={mechanisms}
        run={run}
        key={wanted}
        subject={isDeclared ? `${subject} ${JSON.stringify([truth, recordCount])}` : subject}
        epsilon={shown.epsilon}
        delta={shown.delta}
        further={shown.further}
        recordsPerPerson={recordsPerPerson ?? 1}
        recordCount={recordCount}
        leastRecords={10}
        repeats={axes.length === 1 ? 200 : 40}
        ready={current && !computing && recordsId !== undefined}
        what="density"
        {...(!isDeclared && { limitAt })}
        {...(axes.length === 1
          ? {
              curve: {
                x,
                original: isDeclared ? x.map(truthOn(truth, shown.domainX).densityAt) : original,
                name: shown.x,
              },
            }
          : {
              zerosWords:
                "The line on which each density is half as high as the original’s highest peak: dashed that of the original.",
              zeros: {
                ...planeOf(axes),
                label: { x: shown.x, y: shown.y },
                original,
                level: peakOf(original) / 2,
              },
              panelWords: "One release each, over contours of the original.",
              panelOf: (releases, width, name) => (
                <DensityField
                  releases={releases}
                  width={width}
                  name={name}
                  shown={shown}
                  axes={axes}
                  original={original}
                  theme={theme}
                />
              ),
            })}
      />
    </>
  );
}

/** A lower bound for any ε-private release, with the declared records per person. */
function useLimit(density: DensityTargetParameters) {
  const key = JSON.stringify(density);
  return useCallback(
    (epsilon: number, recordCount: number) => {
      const { sensitivity, unitCount } = densityReach(JSON.parse(key) as DensityTargetParameters, recordCount);
      return releaseLowerBound({ sensitivity, recordCount: unitCount, epsilon, delta: 0, coverage: 0.95 });
    },
    [key],
  );
}
