import { densityExamples } from "./examples.ts";
import { scaleWords } from "../../core/releases/densityFrame.ts";
import { Advanced } from "../../panels/Advanced.tsx";
import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { ColumnControl, DataPanel, numericNames } from "../../panels/DataPanel.tsx";
import { DomainControl } from "../../panels/DomainControl.tsx";
import { FurtherColumns } from "../../panels/FurtherColumns.tsx";
import { BudgetSliders, PrivacyControls } from "../../panels/PrivacyControls.tsx";
import { Problem } from "../../panels/Problem.tsx";
import { ProvenanceControl } from "../../panels/ProvenanceControl.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import type { ColumnOutline } from "../../core/datasets/outline.ts";
import { axisUnit } from "../../panels/declare/declaration.ts";
import { numberText } from "../../panels/words.ts";
import { ownData } from "../../state/ownData.ts";
import { bandwidthOf } from "./declaration.ts";
import { plainColumns } from "../../state/sharedFields.ts";
import type { DensityProps } from "./view.ts";
import { AtomControl } from "./AtomControl.tsx";
import { BernsteinControls, bernsteinChoices, bernsteinExplanation } from "./BernsteinControls.tsx";
import { isBernstein } from "./bernsteinScenario.ts";
import { meanHeight } from "./noiseShare.ts";
import { framingOf } from "./request.ts";
import { bandwidthLimits, columnDefaults, densityLimits, densityParameterNames, smoothedDomain } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";
import { bandwidthWords, correlationWords, relativeRateWords } from "./sliderWords.ts";

/** The sliders that stand beside the picture: ε, δ and the bandwidth. */
export function MainSliders(props: DensityProps) {
  const { scenario, problems, set } = props;
  const { h, x, y } = scenario;
  const smoothed = smoothedDomain(scenario);
  return (
    <>
      <BudgetSliders
        scenario={scenario}
        problems={problems}
        noise={noiseOf(props)}
        isPure={scenario.route === "bernsteinLaplace"}
        set={set}
      />
      <SliderControl
        label={y === "" ? "Bandwidth" : `Bandwidth along ${x}`}
        symbol={y === "" ? "h" : "h₁"}
        explanation={`Width of the bump that each record spreads into${onScale(scenario)}; wider is smoother and needs less noise.`}
        value={h}
        {...bandwidthLimits(smoothed)}
        scale="log"
        valueText={bandwidthWords({ h, domain: smoothed, axis: x })}
        problem={problems.get("h") ?? problems.get("bandwidth")}
        onChange={(value, commit) => set({ h: value }, { commit })}
      />
    </>
  );
}

/** The other controls. */
export function DensityControls(props: DensityProps) {
  const { scenario, data, records, view, problems, set, act } = props;
  const { x, y, domainX, domainY, hy, correlation, further, route, bump, relativeRate } = scenario;
  const plane = y !== "";
  const clamped = clampedText(props);

  return (
    <>
      <DataPanel
        examples={densityExamples}
        chosen={scenario.data}
        data={data}
        problem={data.problem?.sentence}
        missing={{ droppedCount: records?.droppedCount ?? 0, offered: hasMissing(props), unread: records?.unread }}
        act={act}
        onExample={(id) => set(exampleScenario(id), { commit: true })}
      >
        {(columns) => (
          <>
            <ColumnControl
              label="Column"
              value={x}
              columns={numericNames(columns)}
              problem={problems.get("x")}
              onChange={(column) => chooseColumn(props, columns, { x: column, y: column === y ? "" : y }, "x")}
            />
            <ColumnControl
              label="Second column"
              value={y}
              columns={numericNames(columns).filter((name) => name !== x)}
              none="None: a curve"
              onChange={(column) => chooseColumn(props, columns, { y: column }, "y")}
            />
            {(isBernstein(route) || further.length > 0) && (
              <FurtherColumns
                name="Further column"
                label="Smoothed with the others, not drawn: domain, and where they are held"
                explanation={`One a line, as “z: 0..3 at 1.2”; empty for none. Declared by you. Along them a bump is as wide a share of the domain as along ${x}.`}
                further={further}
                taken={[x, y]}
                numeric={numericNames(columns)}
                problem={problems.get("further")}
                onChange={(value) => set({ further: value }, { commit: true })}
              />
            )}
            <RowsSentence scenario={scenario} problem={problems.get("only")} />
          </>
        )}
      </DataPanel>
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label={plane ? `Domain of ${x}` : "Domain"}
          value={domainX}
          clamped={clamped}
          unit={scenario.unitX}
          problem={problems.get("domainX") ?? problems.get("domain")}
          onChange={(domain) =>
            set(
              {
                domainX: domain,
                ...bandwidthWithin(
                  "h",
                  scenario.h,
                  smoothedDomain(scenario),
                  smoothedDomain({ ...scenario, domainX: domain }),
                ),
              },
              { commit: true },
            )
          }
        />
        {plane && (
          <>
            <DomainControl
              label={`Domain of ${y}`}
              value={domainY}
              clamped={undefined}
              problem={problems.get("domainY")}
              onChange={(domain) =>
                set({ domainY: domain, ...bandwidthWithin("hy", hy, domainY, domain) }, { commit: true })
              }
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
              disabled={route === "sobolev" || (route === "gaussian" && bump !== "gaussian") || further.length > 0}
              onChange={(value, commit) => set({ correlation: value }, { commit })}
            />
          </>
        )}
        <ChoiceControl
          label="Noise"
          explanation={
            isBernstein(route)
              ? bernsteinExplanation(route)
              : route === "gaussian"
                ? "A Gaussian process whose covariance is the bump itself, and as smooth as it is: its kernel's function space (RKHS) holds every difference that one record can make (Hall 2013, section 4.1)."
                : "A rough process from the Sobolev space H¹, the functions whose slope is square-integrable; it fits any smooth function and costs more (section 4.2)."
          }
          value={route}
          choices={[
            { value: "gaussian", label: "As smooth as the bumps (4.1)" },
            { value: "sobolev", label: "Sobolev H¹ (4.2)" },
            ...bernsteinChoices,
          ]}
          problem={problems.get("route")}
          onChange={(value) => set({ route: value }, { commit: true })}
        />
        {route === "gaussian" && (
          <ChoiceControl
            label="Bump"
            explanation={bumpWords[bump]}
            value={bump}
            choices={[
              { value: "gaussian", label: "Gaussian" },
              { value: "matern52", label: "Matérn 5/2" },
              { value: "matern32", label: "Matérn 3/2" },
              { value: "exponential", label: "Exponential" },
              { value: "triangular", label: "Triangular" },
              { value: "epanechnikov", label: "Epanechnikov" },
            ]}
            problem={problems.get("bump")}
            onChange={(value) => set({ bump: value }, { commit: true })}
          />
        )}
        {isBernstein(route) && <BernsteinControls scenario={scenario} view={view} problems={problems} set={set} />}
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
        {!plane && !isBernstein(route) && (
          <Advanced summary="Advanced: a value counted apart, another scale, ends">
            <AtomControl
              value={scenario.atom}
              problem={problems.get("atom")}
              onChange={(atom) => set({ atom }, { commit: true })}
            />
            <ChoiceControl
              label="Scale"
              explanation={scaleExplanations[scenario.scale]}
              value={scenario.scale}
              choices={[
                { value: "own", label: "As it is" },
                { value: "log", label: "Logarithm" },
                { value: "squareRoot", label: "Square root" },
                { value: "logit", label: "Logit" },
              ]}
              problem={problems.get("scale")}
              onChange={(scale) =>
                set(
                  {
                    scale,
                    ...bandwidthWithin(
                      "h",
                      scenario.h,
                      smoothedDomain(scenario),
                      smoothedDomain({ ...scenario, scale }),
                    ),
                  },
                  { commit: true },
                )
              }
            />
            <ChoiceControl
              label="Ends of the domain"
              explanation={
                scenario.ends === "open"
                  ? "What the bumps spill over an end is lost, so the curve sinks there."
                  : "What the bumps spill over an end is folded back, like light at a mirror. It is made of the release, so it costs nothing; near an end the noise is up to twice as large."
              }
              value={scenario.ends}
              choices={[
                { value: "open", label: "Open" },
                { value: "folded", label: "Folded back" },
              ]}
              onChange={(ends) => set({ ends }, { commit: true })}
            />
          </Advanced>
        )}
      </section>
      <section className="group" aria-label="Budget">
        <h2>Budget</h2>
        <PrivacyControls scenario={scenario} problems={problems} isPure={route === "bernsteinLaplace"} set={set} />
        <ProvenanceControl names={densityParameterNames} scenario={scenario} set={set} />
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
}

/** Which rows the curve is of, and what a missing value counts as, where that was declared. */
function RowsSentence({
  scenario: { x, y, fill, only, onlyValue },
  problem,
}: Pick<DensityProps, "scenario"> & { readonly problem: string | undefined }) {
  const filled = fill === "none" || y !== "" ? [] : [`A missing ${x} counts as ${numberText(fill)}.`];
  const wanted =
    only === ""
      ? []
      : [
          `Of the rows with ${only} = ${onlyValue}, divided by the number of all; the share of the others is beside it.`,
        ];
  if (filled.length + wanted.length === 0) return null;
  return (
    <div className="control">
      <p className="explanation">{[...filled, ...wanted].join(" ")} Declared with the file.</p>
      <Problem text={problem} />
    </div>
  );
}

/** What each scale is for. */
const scaleExplanations: Readonly<Record<DensityScenario["scale"], string>> = {
  own: "Bumps are as wide everywhere.",
  log: "Each record’s logarithm is smoothed, and the curve carried back: narrow bumps for small values, wide ones for large, as incomes need. The domain must start above 0. It costs no privacy.",
  squareRoot:
    "Each record’s square root is smoothed, and the curve carried back: for counts and areas, 0 included. It costs no privacy.",
  logit:
    "The log of each record’s odds, ln(x/(1 − x)), is smoothed, and the curve carried back: for shares, on a domain above 0 and below 1. It costs no privacy.",
};

/** On which scale a bandwidth is. */
function onScale(scenario: DensityScenario): string {
  const { scale } = framingOf(scenario);
  return scale === "own" ? "" : `, on the ${scaleWords[scale]} scale`;
}

/** What each bump is; roughness is what noise and bump share. */
const bumpWords: Readonly<Record<DensityScenario["bump"], string>> = {
  gaussian: "Smooth bumps, smooth noise: wiggles of the noise are as wide as peaks, and look like them.",
  matern52: `Bumps that can be bent twice. ${roughness()}`,
  matern32: `Bumps with a rounded tip. ${roughness()}`,
  exponential: `Bumps with a sharp tip. ${roughness()}`,
  triangular: `Bumps like tents, which end: records farther than h away do not count. ${roughness()}`,
  epanechnikov: "The best bump where nobody must be protected.",
};

function roughness(): string {
  return "Roughness costs a rough curve and a higher tip, hence more noise at each point; it buys noise that the eye takes for noise, and a space that also holds kinks.";
}

function noiseOf({ view, shown }: DensityProps): { standardDeviation: number; meanHeight: number } {
  return { standardDeviation: view?.sigma ?? 0, meanHeight: view ? meanHeight(view, shown) : 0 };
}

function clampedText({ view }: DensityProps): string | undefined {
  const count = view?.inside?.clampedCount ?? 0;
  if (!view || count === 0) return undefined;
  return `${count.toLocaleString("en")} of ${view.facts.recordCount.toLocaleString("en")} records were outside.`;
}

function hasMissing({ scenario: { x, y, further }, data: { columns } }: DensityProps): boolean {
  const chosen = [x, y, ...further.map(({ name }) => name)];
  return columns?.some(({ name, incomplete }) => chosen.includes(name) && incomplete) ?? false;
}

/** A bandwidth that is the same share of a new domain as of the one before; nothing while one of them is none. */
function bandwidthWithin(
  key: "h" | "hy",
  h: number,
  before: readonly [number, number],
  domain: readonly [number, number],
): Partial<DensityScenario> {
  if (!(before[1] > before[0] && domain[1] > domain[0])) return {};
  return { [key]: bandwidthOf(h / (before[1] - before[0]), domain) };
}

/**
 * Another column. Of an example its usual domain and bandwidth are known; of one's own data the domain is declared anew:
 * that of the column before says nothing about this one.
 */
function chooseColumn(
  { scenario, set, act }: DensityProps,
  columns: readonly ColumnOutline[],
  change: Partial<DensityScenario>,
  axis: "x" | "y",
): void {
  const column = change[axis] ?? "";
  const plain = axis === "x" ? ({ scale: "own", atom: "none" } as const) : {};
  if (scenario.data === ownData && column !== "") {
    const unit = axisUnit(columns, column);
    act.declareAnew({ ...change, ...plain, ...(axis === "x" ? { unitX: unit } : { unitY: unit }) }, [
      axis === "x" ? "domainX" : "domainY",
    ]);
    return;
  }
  const usual = columnDefaults(densityExamples, scenario.data, column);
  const known =
    usual &&
    (axis === "x" ? { domainX: usual.domain, h: usual.bandwidth } : { domainY: usual.domain, hy: usual.bandwidth });
  set({ ...change, ...plain, ...known }, { commit: true });
}

/** The scenario that shows an example at its best. */
function exampleScenario(id: string): Partial<DensityScenario> {
  const example = densityExamples.find((candidate) => candidate.id === id);
  if (!example) return {};
  const { defaults } = example;
  const [domainX = [0, 1], domainY = [0, 1]] = defaults.domain;
  const [h = 0.1, hy = 0.1] = defaults.bandwidths;
  return {
    data: id,
    x: defaults.x,
    y: defaults.y ?? "",
    ...plainColumns,
    domainX,
    domainY,
    h,
    hy,
    correlation: 0,
    further: defaults.further ?? [],
    scale: "own",
    ends: "open",
    atom: "none",
    fill: "none",
    only: "",
    onlyValue: "",
    route: defaults.route,
    relativeRate: 1,
    epsilon: defaults.epsilon,
    delta: defaults.delta,
    seed: 1,
    draws: 1,
    provenance: {},
  };
}
