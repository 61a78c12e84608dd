import { useState } from "react";
import { useStore } from "zustand";
import { optimalBandwidth } from "../../../core/estimators/bandwidthRisk.ts";
import { splitBudget } from "../../../core/privacy/accounting/boughtParameter.ts";
import { mostCrossValidated, purchaseLoss, rangeTestOf } from "../../../core/releases/densityPurchase.ts";
import type { BandwidthRule, DensityBought, DensityPurchase } from "../../../core/releases/densityPurchase.ts";
import { ChoiceControl } from "../../../panels/ChoiceControl.tsx";
import { LineChart } from "../../../panels/LineChart.tsx";
import { Problem } from "../../../panels/Problem.tsx";
import { cancelledPurchase } from "../../../panels/cancelledPurchase.ts";
import { PaidProgressLine } from "../../../panels/PaidProgress.tsx";
import { usePaidJob } from "../../../panels/usePaidJob.ts";
import { shareProblem, togetherText } from "../../../panels/Purchase.tsx";
import { NumberBox } from "../../../panels/SliderControl.tsx";
import { keptPerClient } from "../../../panels/kept.ts";
import { numberText } from "../../../panels/words.ts";
import type { Interval } from "../../../core/grids.ts";
import { looksBeforeBuying } from "../looked.ts";
import { bandwidthLimits } from "../scenario.ts";
import type { DensityScenario } from "../scenario.ts";
import type { DensityProps } from "../view.ts";

type Way = DensityPurchase["kind"];

interface Kept {
  readonly way: Way;
  readonly rule: BandwidthRule;
  readonly share: number;
  readonly tail: number;
  /** What came of the last purchase, in words; public. */
  readonly said: string | undefined;
}

const keptBy = keptPerClient<Kept>({
  way: "quantiles",
  rule: "reference",
  share: 0.2,
  tail: 0.01,
  said: undefined,
});

/** Parameters that the records choose, at a price: a part of ε buys them, the rest is left for the release. */
export function Section(props: DensityProps) {
  const { scenario, shown, view, client, recordsId, spend, set } = props;
  const kept = keptBy(client);
  const { way, rule, share, tail, said } = useStore(kept);
  const [problem, setProblem] = useState<string>();
  const [working, setWorking] = useState(false);
  const { progress, cancel, run } = usePaidJob();
  if (!view) return null;
  const { epsilon, delta } = scenario;
  const domain: readonly Interval[] = scenario.y === "" ? [scenario.domainX] : [scenario.domainX, scenario.domainY];
  const n = view.facts.recordCount;
  const isSplit = share > 0 && share < 1;
  const parts = isSplit ? splitBudget({ epsilon, share }) : undefined;

  const purchaseOf = (parameter: number): DensityPurchase => {
    const shared = { epsilon: parameter, domain };
    if (way === "proposeTestRelease") return { ...shared, kind: way, rule, delta: delta / 2 };
    if (way === "crossValidation") return { ...shared, kind: way, noiseMultiplier: view.budget.multiplier };
    return way === "ends" ? { ...shared, kind: way, tail } : { ...shared, kind: way, rule };
  };

  const buy = async () => {
    if (!parts || recordsId === undefined) return;
    const refused = looksBeforeBuying(shown) ?? tooMany(way, n);
    if (refused !== undefined) {
      setProblem(refused);
      return;
    }
    const purchase = purchaseOf(parts.parameter);
    setWorking(true);
    setProblem(undefined);
    const unpaid = await spend(wayWords[way].entry, purchaseLoss(purchase), { buys: boughtBy(way, domain.length) });
    if (unpaid !== undefined) {
      setWorking(false);
      setProblem(unpaid);
      return;
    }
    const outcome = await run((job) => client.run("purchase", recordsId, purchase, job));
    setWorking(false);
    if (outcome === undefined) {
      setProblem(cancelledPurchase);
      return;
    }
    if (!outcome.ok) {
      const why = shown.view === "inside" ? outcome.error.message : "the inside view says why.";
      setProblem(`Nothing was bought, though its cost is entered: ${why}`);
      return;
    }
    const change = changeOf(outcome.value, scenario);
    kept.setState({ said: saidOf(outcome.value, change, purchase, parts.release, delta) });
    set({ ...change, epsilon: parts.release }, { commit: true });
  };

  return (
    <div className="section-body columns">
      <div>
        <p className="explanation">
          A bandwidth that was chosen by looking at the records tells of them, and no noise covers it (Hall 2013,
          section 4.1.2). It can be bought: a part of ε pays for a private answer, and the release has the rest.
        </p>
        <ChoiceControl
          label="Buy"
          explanation={wayWords[way].explanation}
          value={way}
          choices={[
            { value: "quantiles", label: "h from two private quartiles" },
            { value: "proposeTestRelease", label: "h by propose-test-release" },
            { value: "crossValidation", label: "h by cross-validation" },
            { value: "ends", label: "the ends of the domain" },
          ]}
          onChange={(value) => kept.setState({ way: value })}
        />
        {(way === "quantiles" || way === "proposeTestRelease") && (
          <ChoiceControl
            label="Rule of thumb"
            explanation="From the interquartile range: (4/((d + 2)n))^(1/(d + 4)) · IQR/1.34 is best for a normal density; the paper prints d + 1, a little wider."
            value={rule}
            choices={[
              { value: "reference", label: "Normal reference" },
              { value: "printed", label: "As printed" },
            ]}
            onChange={(value) => kept.setState({ rule: value })}
          />
        )}
        {way === "ends" && (
          <div className="control">
            <div className="line">
              <span>Share of records beyond each end</span>
              <NumberBox
                label="Share of records beyond each end"
                value={tail}
                min={0}
                max={0.49}
                onCommit={(value) => kept.setState({ tail: value })}
              />
            </div>
          </div>
        )}
        <div className="control">
          <div className="line">
            <span>Share of the budget</span>
            <NumberBox
              label="Share of the budget"
              value={share}
              min={0}
              max={1}
              onCommit={(value) => kept.setState({ share: value })}
            />
          </div>
          <p className="explanation" data-testid="split">
            {parts
              ? `Of ε = ${numberText(epsilon)}, ${numberText(parts.parameter)} buys ${wayWords[way].what}, and ${numberText(parts.release)} is left for the release. ${togetherText(parts, delta, purchaseLoss(purchaseOf(parts.parameter)).failure ?? 0)}`
              : ""}
          </p>
          <Problem text={isSplit ? undefined : shareProblem(share)} />
        </div>
        <div className="buttons">
          <button
            type="button"
            className="filled"
            disabled={!parts || working || recordsId === undefined}
            onClick={() => void buy()}
          >
            {working ? "Buying …" : "Buy"}
          </button>
        </div>
        <PaidProgressLine progress={progress} onCancel={cancel} />
        <Problem text={problem} />
        {said !== undefined && (
          <p role="status" data-testid="bought">
            {said}
          </p>
        )}
        {way === "proposeTestRelease" && parts && (
          <p className="explanation">{rangeTestText(parts.parameter, delta / 2, domain.length, n)}</p>
        )}
      </div>
      <RiskFigures {...props} />
    </div>
  );
}

const wayWords: Readonly<Record<Way, { readonly what: string; readonly entry: string; readonly explanation: string }>> =
  {
    quantiles: {
      what: "the bandwidth",
      entry: "bandwidth from two private quartiles",
      explanation:
        "Two private quartiles by the exponential mechanism, half of the part each; their distance goes into a rule of thumb.",
    },
    proposeTestRelease: {
      what: "the bandwidth",
      entry: "bandwidth by propose-test-release",
      explanation:
        "Hall’s way (after Dwork & Lei 2009): first a private test of whether the range is stable, then its logarithm with noise. It may give no answer, and costs the same.",
    },
    crossValidation: {
      what: "the bandwidth",
      entry: "bandwidth by cross-validation",
      explanation:
        "The exponential mechanism over 16 public bandwidths, scored by least-squares cross-validation and the noise that each will need. For Gaussian bumps.",
    },
    ends: {
      what: "the ends of the domain",
      entry: "ends of the domain",
      explanation:
        "Two private quantiles on each axis, inside the domain that you declared. The records outside will be moved to the ends.",
    },
  };

function tooMany(way: Way, n: number): string | undefined {
  if (way !== "crossValidation" || n <= mostCrossValidated) return undefined;
  return `Cross-validation looks at all pairs of records, and is offered for up to ${mostCrossValidated.toLocaleString("en")}; here are ${n.toLocaleString("en")}. Two private quartiles cost no more.`;
}

function rangeTestText(epsilon: number, delta: number, dimension: number, n: number): string {
  const test = rangeTestOf({ epsilon, delta, dimension });
  return `It answers only if about ${numberText(test.threshold)} of ${n.toLocaleString("en")} records${dimension > 1 ? ", on each axis," : ""} would have to change before the range changed by a factor of ${numberText(1 + 1 / Math.log(n))}: that makes δ = ${numberText(delta)}.`;
}

/** A bought bandwidth is moved into the limits of the slider, which are public. */
function changeOf(bought: DensityBought, scenario: DensityScenario): Partial<DensityScenario> {
  const { provenance, domainX, domainY } = scenario;
  const within = (h: number, domain: Interval) => {
    const { min, max } = bandwidthLimits(domain);
    return Number(Math.min(max, Math.max(min, h)).toPrecision(6));
  };
  switch (bought.kind) {
    case "noAnswer":
      return {};
    case "bandwidths": {
      const [h, hy] = bought.bandwidths as [number, number | undefined];
      const second = hy === undefined ? {} : { hy: within(hy, domainY) };
      const origin = { h: "bought", ...(hy !== undefined && { hy: "bought" as const }) } as const;
      return { h: within(h, domainX), ...second, provenance: { ...provenance, ...origin } };
    }
    case "domain": {
      const [first, second] = bought.domain.map(
        ([a, b]) => [Number(a.toPrecision(6)), Number(b.toPrecision(6))] as const,
      );
      if (!first || !(first[1] > first[0]) || (second && !(second[1] > second[0]))) return {};
      const origin = { domainX: "bought", ...(second && { domainY: "bought" as const }) } as const;
      return {
        domainX: first,
        h: within(scenario.h, first),
        ...(second && { domainY: second, hy: within(scenario.hy, second) }),
        provenance: { ...provenance, ...origin },
      };
    }
  }
}

function saidOf(
  bought: DensityBought,
  change: Partial<DensityScenario>,
  { epsilon, kind }: DensityPurchase,
  left: number,
  delta: number,
): string {
  const cost = `It cost ε = ${numberText(epsilon)}${kind === "proposeTestRelease" ? ` and δ = ${numberText(delta / 2)}` : ""}; ε is now ${numberText(left)}, what is left.`;
  if (bought.kind === "noAnswer") {
    return `Propose-test-release gave no answer: the range is not stable enough for this budget, or is 0. The bandwidth stays as it was. ${cost}`;
  }
  if (bought.kind === "domain") {
    if (!change.domainX) return `Both ends came out at one place, so the domain stays as it was. ${cost}`;
    const text = [change.domainX, change.domainY].flatMap((domain) => (domain ? [`${domain[0]} to ${domain[1]}`] : []));
    return `Bought: the domain ${text.join(" by ")}. ${cost}`;
  }
  const ranges =
    bought.ranges.length > 0 ? `an interquartile range of ${bought.ranges.map(numberText).join(" and ")}, hence ` : "";
  const widths = [change.h, change.hy].flatMap((h) => (h === undefined ? [] : [numberText(h)]));
  return `Bought: ${ranges}h = ${widths.join(" and ")}. ${cost}`;
}

const leastRecords = 10;
const mostRecords = 1e6;

/** Optimal bandwidth and least risk against n, for a normal density of a declared spread. */
function RiskFigures({ shown, view }: DensityProps) {
  const side = Math.max(...(view?.axes.map(({ lower, upper }) => upper - lower) ?? [1]));
  const [spread, setSpread] = useState<number>();
  if (!view) return null;
  const scale = spread ?? Number((side / 6).toPrecision(2));
  const dimension = view.axes.length;
  const volume = view.axes.reduce((product, { lower, upper }) => product * (upper - lower), 1);
  const counts = Array.from({ length: 41 }, (_, k) =>
    Math.round(leastRecords * (mostRecords / leastRecords) ** (k / 40)),
  );
  const at = (recordCount: number, noiseMultiplier: number) =>
    optimalBandwidth({ recordCount, dimension, scale, noiseMultiplier, volume });
  const multiplier = view.budget.multiplier;
  const plain = counts.map((n) => ({ n, ...at(n, 0) }));
  const noisy = counts.map((n) => ({ n, ...at(n, multiplier) }));
  const here = at(view.facts.recordCount, multiplier);
  const picture = (of: "bandwidth" | "risk", label: string) => {
    const values = [...plain, ...noisy].map((each) => each[of]);
    const extent = [Math.min(...values) / 1.3, Math.max(...values) * 1.3] as const;
    const line = (each: typeof plain) => each.map((one) => [one.n, one[of]] as const);
    return {
      x: { domain: [leastRecords, mostRecords] as const, isLog: true, label: "records n" },
      y: { domain: extent, isLog: true, label },
      series: [
        { points: line(plain), role: "original" as const, as: "line" as const },
        { points: line(noisy), role: "private" as const, as: "line" as const },
        { points: [[view.facts.recordCount, here[of]] as const], role: "private" as const, as: "dots" as const },
      ],
      description: `${label} against the number of records, with and without the noise of this budget, on log scales`,
    };
  };
  return (
    <div>
      <div className="control">
        <div className="line">
          <span>Spread that you expect, s</span>
          <NumberBox
            label="Spread that you expect"
            value={scale}
            min={side / 1000}
            max={side * 10}
            onCommit={setSpread}
          />
        </div>
      </div>
      <LineChart
        picture={picture("bandwidth", "best bandwidth")}
        caption="Dashed: without noise. Solid: with the noise of this budget. Both for a normal density with the spread above."
      />
      <LineChart
        picture={picture("risk", "mean integrated squared error")}
        caption={`The rate without noise is n^(−4/${dimension + 4}) (Hall 2013, section 4.1); the noise asks for a wider bump at small n, and is forgotten at large n. At n = ${view.facts.recordCount.toLocaleString("en")} and ε = ${numberText(shown.epsilon)}: h = ${numberText(here.bandwidth)}.`}
      />
    </div>
  );
}

/** The fields that a purchase pays for, as its entry names them. */
function boughtBy(way: string, dimension: number): string {
  const fields = way === "ends" ? ["domainX", "domainY"] : ["h", "hy"];
  return fields.slice(0, dimension).join(",");
}
