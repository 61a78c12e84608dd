import { memo } from "react";
import { examples } from "../../core/datasets/examples/examples.ts";
import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { ColumnControl, DataPanel, dataNeedsInside } from "../../panels/DataPanel.tsx";
import { DomainControl } from "../../panels/DomainControl.tsx";
import { EpsilonSlider, PrivacyControls } from "../../panels/PrivacyControls.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import { bandwidthWords, correlationWords, relativeRateWords } from "./describe.ts";
import { ownData } from "../../state/conductor.ts";
import { bandwidthLimits, densityLimits } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";
import type { DensityConductor } from "./session.ts";
import type { StudyProps } from "./studyProps.ts";

/** The sliders that a thumb must always reach: ε and the bandwidths. */
export function MainSliders({ scenario, view, problems, set }: StudyProps) {
  const { h, domainX, x, y } = scenario;
  return (
    <>
      <EpsilonSlider scenario={scenario} problems={problems} noise={noiseOf(view)} set={set} />
      <SliderControl
        label={y === "" ? "Bandwidth" : `Bandwidth along ${x}`}
        symbol={y === "" ? "h" : "h₁"}
        explanation="Width of the bump that each record spreads into; wider is smoother and needs less noise."
        value={h}
        {...bandwidthLimits(domainX)}
        scale="log"
        valueText={bandwidthWords({ h, domain: domainX, axis: x })}
        problem={problems.get("h") ?? problems.get("bandwidth")}
        onChange={(value, commit) => set({ h: value }, { commit })}
      />
    </>
  );
}

/** The other controls: drawn again only when something other than ε changes. */
export const DensityControls = memo(function DensityControls(
  props: StudyProps & { readonly density: DensityConductor },
) {
  const { scenario, session, view, problems, set, density } = props;
  const { x, y, domainX, domainY, hy, correlation, route, relativeRate } = scenario;
  const plane = y !== "";
  const clamped = clampedText(props);

  return (
    <>
      <DataPanel
        examples={examples}
        data={scenario.data}
        table={session.table}
        loading={session.loading}
        failure={scenario.view === "inside" ? session.dataFailure?.message : session.dataFailure && dataNeedsInside}
        missing={{
          choice: session.missing,
          droppedCount: session.records?.value.droppedCount ?? 0,
          offered: scenario.view === "inside" && hasMissing(props),
        }}
        conductor={density}
        onExample={(id) => set(exampleScenario(id), { commit: true })}
      >
        {(numeric) => (
          <>
            <ColumnControl
              label="Column"
              value={x}
              columns={numeric}
              problem={problems.get("x")}
              onChange={(column) => set({ x: column, y: column === y ? "" : y }, { commit: true })}
            />
            <ColumnControl
              label="Second column"
              value={y}
              columns={numeric.filter((name) => name !== x)}
              none="None: a curve"
              onChange={(column) => set({ y: column }, { commit: true })}
            />
          </>
        )}
      </DataPanel>
      <section className="group" aria-label="Function">
        <h2>Function</h2>
        <DomainControl
          label={plane ? `Domain of ${x}` : "Domain"}
          value={domainX}
          clamped={clamped}
          problem={problems.get("domainX") ?? problems.get("domain")}
          onChange={(domain) => set({ domainX: domain, ...bandwidthWithin("h", scenario.h, domain) }, { commit: true })}
        />
        {plane && (
          <>
            <DomainControl
              label={`Domain of ${y}`}
              value={domainY}
              clamped={undefined}
              problem={problems.get("domainY")}
              onChange={(domain) => set({ domainY: domain, ...bandwidthWithin("hy", hy, domain) }, { commit: true })}
            />
            <SliderControl
              label={`Bandwidth along ${y}`}
              symbol="h₂"
              explanation="Width of the bump along the second column."
              value={hy}
              {...bandwidthLimits(domainY)}
              scale="log"
              valueText={bandwidthWords({ h: hy, domain: domainY, axis: y })}
              problem={problems.get("hy")}
              onChange={(value, commit) => set({ hy: value }, { commit })}
            />
            <SliderControl
              label="Correlation of the bump"
              symbol="r"
              explanation="Tilts the bump: H has the entries h₁², r h₁h₂, h₂²."
              value={correlation}
              {...densityLimits.correlation}
              scale="linear"
              valueText={correlationWords(correlation)}
              problem={problems.get("correlation")}
              disabled={route === "sobolev"}
              onChange={(value, commit) => set({ correlation: value }, { commit })}
            />
          </>
        )}
        <ChoiceControl
          label="Noise"
          explanation={
            route === "gaussian"
              ? "A smooth Gaussian process with the kernel of the estimate itself (Hall 2013, section 4.1)."
              : "A rough process from the Sobolev space, which fits any smooth function and costs more (section 4.2)."
          }
          value={route}
          choices={[
            { value: "gaussian", label: "Gaussian RKHS (4.1)" },
            { value: "sobolev", label: "Sobolev H¹ (4.2)" },
          ]}
          problem={problems.get("route")}
          onChange={(value) => set({ route: value }, { commit: true })}
        />
        {route === "sobolev" && (
          <SliderControl
            label="Rate of the noise kernel"
            symbol="γh"
            explanation="How fast the noise forgets, in units of one over the bandwidth; 1 is Hall's choice."
            value={relativeRate}
            {...densityLimits.relativeRate}
            scale="log"
            valueText={relativeRateWords(relativeRate)}
            problem={problems.get("relativeRate")}
            onChange={(value, commit) => set({ relativeRate: value }, { commit })}
          />
        )}
      </section>
      <section className="group" aria-label="Privacy">
        <h2>Privacy</h2>
        <PrivacyControls scenario={scenario} problems={problems} noise={noiseOf(view)} set={set} />
        <ChoiceControl
          label="Post-processing"
          explanation="Clipping at zero and renormalising reads only the released curve, so it costs no privacy."
          value={scenario.post}
          choices={[
            { value: "raw", label: "As released" },
            { value: "density", label: "Clip and renormalise" },
          ]}
          onChange={(value) => set({ post: value }, { commit: true })}
        />
      </section>
    </>
  );
});

function noiseOf(view: StudyProps["view"]): { standardDeviation: number; peak: number } {
  return { standardDeviation: view?.standardDeviation ?? 0, peak: view?.peak ?? 0 };
}

function clampedText({ scenario, session }: StudyProps): string | undefined {
  const count = session.answer?.release.clampedCount ?? 0;
  if (scenario.view === "outside" || count === 0) return undefined;
  return `${count.toLocaleString("en")} of ${session.answer?.release.recordCount.toLocaleString("en") ?? ""} records were outside.`;
}

function hasMissing({ scenario: { x, y }, session: { table } }: StudyProps): boolean {
  return table?.columns.some(({ name, missingCount }) => (name === x || name === y) && missingCount > 0) ?? false;
}

/** A bandwidth moved into the limits of a new domain; nothing while the domain is not one. */
function bandwidthWithin(key: "h" | "hy", h: number, domain: readonly [number, number]): Partial<DensityScenario> {
  const { min, max } = bandwidthLimits(domain);
  if (!(max > 0)) return {};
  return { [key]: Math.min(max, Math.max(min, h)) };
}

/** The scenario that shows an example at its best; one's own data keep the present settings. */
function exampleScenario(id: string): Partial<DensityScenario> {
  const example = examples.find((candidate) => candidate.id === id);
  if (!example) return { data: ownData, x: "", y: "", seed: "secure", draws: 1 };
  const { defaults } = example;
  const [domainX = [0, 1], domainY = [0, 1]] = defaults.domain;
  const [h = 0.1, hy = 0.1] = defaults.bandwidths;
  return {
    data: id,
    x: defaults.x,
    y: defaults.y ?? "",
    domainX,
    domainY,
    h,
    hy,
    correlation: 0,
    route: defaults.route,
    relativeRate: 1,
    epsilon: defaults.epsilon,
    delta: defaults.delta,
    seed: 1,
    draws: 1,
  };
}
