import { useMemo, useState } from "react";
import { curveNoiseKernel, type CurveKernelName, curveKernelNames } from "../../../core/mean/curveKernels.ts";
import { curveReach } from "../../../core/mean/curveReach.ts";
import { meanCurveGrid } from "../../../core/mean/meanCurveGrid.ts";
import { meanCurveOperator } from "../../../core/mean/meanCurveOperator.ts";
import type { SmoothingParameters } from "../../../core/mean/meanCurveParameters.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { defined } from "../../../core/defined.ts";
import { remember } from "../../../core/remember.ts";
import { NumberBox } from "../../../panels/controls/NumberBox.tsx";
import { fileSettings } from "../../../panels/inference/fileSettings.ts";
import { heldBy, numbersOfFile, numbersOfView, type LineNumbers } from "../../../panels/inference/population.ts";
import { PopulationPanel } from "../../../panels/inference/PopulationPanel.tsx";
import { CoefficientsPanel } from "../../../panels/inference/CoefficientsPanel.tsx";
import { postMapOf, type MeanCurveProps, type MeanCurveView } from "../model/view.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import { requestOf } from "../model/request.ts";

const mostPoints = 250;
const unavailable = `For a mean curve, or the means of groups, on at most ${mostPoints} points.`;

type Smoothing = Omit<SmoothingParameters, "centre">;

interface SampledCurves {
  readonly numbers: LineNumbers;
  readonly smoothing: Smoothing;
  readonly recordCount: number;
  readonly recordsPerPerson: number;
  readonly isThinned: boolean;
}

export function Section({ shown, view }: MeanCurveProps) {
  return <Curves of={useMemo(() => view && curvesOfView(shown, view), [shown, view])} />;
}

function curvesOfView(shown: MeanCurveScenario, view: MeanCurveView): SampledCurves | undefined {
  const { noiseKernel, curvesPerPerson: recordsPerPerson, centre, groups, ...smoothing } = requestOf(shown);
  const { sensitivity, jitter, recordCount } = view.facts;
  const variance = (view.budget.multiplier * sensitivity) ** 2;
  const kernel = curveNoiseKernel(noiseKernel, smoothing.range);
  const law = { kernel, grid: meanCurveGrid(shown.domain, shown.points), variance, white: jitter * variance };
  const postMap = postMapOf({ domain: shown.domain, points: shown.points, ...defined({ centre, groups }) });
  const numbers = numbersOfView(view, { law, names: [shown.time || "time", "mean"], postMap });
  return numbers && { numbers, smoothing, recordCount, recordsPerPerson, isThinned: shown.most !== "public" };
}

export function SectionOfFile({ file }: { readonly file: ReleaseFile }) {
  return <Curves of={useMemo(() => curvesOfFile(file), [file])} />;
}

export function Coefficients({ shown, view }: MeanCurveProps) {
  return <CoefficientsOf numbers={useMemo(() => view && curvesOfView(shown, view)?.numbers, [shown, view])} />;
}

export function CoefficientsOfFile({ file }: { readonly file: ReleaseFile }) {
  return <CoefficientsOf numbers={useMemo(() => numbersOfFile(file), [file])} />;
}

function CoefficientsOf({ numbers }: { readonly numbers: LineNumbers | undefined }) {
  return numbers?.levels.length === 0 ? (
    <CoefficientsPanel of={numbers} />
  ) : (
    <p className="explanation">For one mean curve.</p>
  );
}

function curvesOfFile(file: ReleaseFile): SampledCurves | undefined {
  const numbers = numbersOfFile(file);
  const { textOf, numberOf, recordCount, ...persons } = fileSettings(file);
  const [penalty, range, power, normBound] = ["phi", "rho", "eta", "tau"].map(numberOf);
  const kernel = textOf("kernel")?.split(";")[0] as CurveKernelName;
  if (!numbers || !penalty || !range || !power || !normBound || !recordCount || !curveKernelNames.includes(kernel))
    return undefined;
  const rule = textOf("domain")?.includes("trapezoid") ? ("trapezoid" as const) : ("uniform" as const);
  const domain = [numbers.places[0]!, numbers.places.at(-1)!] as const;
  return {
    numbers,
    smoothing: { domain, rule, kernel, range, penalty, power, normBound },
    recordCount,
    ...persons,
  };
}

const reachOf = remember(({ count, ...smoothing }: Smoothing & { readonly count: number }) =>
  curveReach(meanCurveOperator(count).spectrum(smoothing), smoothing),
);

function Curves({ of }: { readonly of: SampledCurves | undefined }) {
  const [isDeclared, setDeclared] = useState(false);
  const [typed, setTyped] = useState<number>();
  const normBound = of?.smoothing.normBound ?? 1;
  const declared = typed ?? normBound / 4;
  const population = useMemo(() => {
    const count = of?.numbers.places.length ?? Infinity;
    if (!of || count > mostPoints) return undefined;
    const { numbers, smoothing, recordCount, recordsPerPerson } = of;
    const { domain, rule, kernel, range, penalty, power, normBound: tau } = smoothing;
    const { bound, gain } = reachOf({ domain, rule, kernel, range, penalty, power, normBound: tau, count });
    return {
      ...numbers,
      sample: {
        ...{ recordCount, recordsPerPerson, least: bound.map((own) => -own), largest: bound },
        deviation: isDeclared ? gain.map((own) => declared * own) : undefined,
      },
      groups: numbers.levels.map((_, k) => ({
        sums: numbers.numbers.subarray(k * count, (k + 1) * count),
        mass: numbers.shares[k]?.value ?? NaN,
        massNoise: numbers.shares[k]?.deviation ?? NaN,
      })),
    };
  }, [of, isDeclared, declared]);
  if (!of || !population) return <p className="explanation">{unavailable}</p>;
  return (
    <PopulationPanel of={population} what={heldBy.meanCurve(of.isThinned, population)}>
      <p className="explanation">
        How much curves differ from person to person is not released. A curve of norm τ can reach far at one time, so
        without a declared number these bands are wide.
      </p>
      <div className="control">
        <div className="line">
          <label>
            <input type="checkbox" checked={isDeclared} onChange={(event) => setDeclared(event.target.checked)} />{" "}
            Declared: at each time curves differ from person to person by a standard deviation of at most
          </label>
          <NumberBox
            label="Standard deviation of a curve, at most"
            value={declared}
            min={normBound / 1e6}
            max={normBound * 1e3}
            disabled={!isDeclared}
            onCommit={setTyped}
          />
        </div>
      </div>
    </PopulationPanel>
  );
}
