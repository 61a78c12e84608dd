import type { KernelName } from "../../core/kernels/kernelOf.ts";
import type { LossName } from "../../core/releases/boundaryParameters.ts";
import { countText, numberText, spokenNumber, spokenPercent } from "../../core/numberFormats.ts";
import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { GroupControl } from "../../panels/GroupControl.tsx";
import { sharesText, typedShares } from "../../panels/typedGroups.ts";
import { groupWords, withoutForGroups } from "./groupWords.ts";
import { hasMissingCells, outsideText } from "../../panels/columnWords.ts";
import { DataPanel } from "../../panels/DataPanel.tsx";
import { DomainControl } from "../../panels/DomainControl.tsx";
import { BudgetSliders } from "../../panels/BudgetSliders.tsx";
import { PrivacyControls } from "../../panels/PrivacyControls.tsx";
import { ProvenanceControl } from "../../panels/ProvenanceControl.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import { ownData } from "../../state/ownData.ts";
import { BoundaryColumns, dataProblem } from "./BoundaryColumns.tsx";
import type { BoundaryProps } from "./view.ts";
import { boundaryExamples } from "./examples.ts";
import {
  boundaryControlLimits,
  boundaryLossNames,
  boundaryParameterNames,
  exampleScenario,
  kernelNames,
  lossParameterOf,
} from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** The sliders that stand beside the picture: ε, δ and λ. */
export function MainSliders({ scenario, view, problems, set }: BoundaryProps) {
  const { penalty } = scenario;
  return (
    <>
      <BudgetSliders scenario={scenario} problems={problems} noise={noiseOf(view)} set={set} />
      <SliderControl
        label="Penalty"
        symbol="λ"
        explanation={`Weight of ‖f‖²; larger is smoother and needs less noise. In the other convention C = 1/(2λ) = ${numberText(1 / (2 * penalty))}.`}
        value={penalty}
        {...boundaryControlLimits.penalty}
        scale="log"
        valueText={`penalty lambda ${spokenNumber(penalty)}, cost C ${spokenNumber(1 / (2 * penalty))}`}
        problem={problems.get("penalty")}
        onChange={(value, commit) => set({ penalty: value }, { commit })}
      />
    </>
  );
}

const kernelLabels: Record<KernelName, string> = {
  gaussian: "Gaussian",
  matern52: "Matérn 5/2",
  matern32: "Matérn 3/2",
  exponential: "Exponential",
  productExponential: "Product exponential",
};

const lossLabels: Record<LossName, string> = {
  hinge: "Hinge (support vector machine)",
  logistic: "Logistic",
  huber: "Huber",
  epsilonInsensitive: "ε-insensitive",
  pinball: "Pinball (quantile)",
};

const lossSentences: Record<LossName, string> = {
  hinge: "max(0, 1 − y f): only records near or beyond the boundary pull at it.",
  logistic: "log(1 + exp(−y f)): every record pulls, the clear ones a little.",
  huber: "Squares for small residuals, absolute values beyond the threshold.",
  epsilonInsensitive: "Absolute residuals beyond a tube that costs nothing.",
  pinball: "Its minimiser is the curve below which the given share of the responses lies.",
};

const parameterLabels: Partial<Record<LossName, readonly [label: string, symbol: string, sentence: string]>> = {
  huber: ["Threshold", "t", "Where squares become absolute values, in halves of the response range; M = t."],
  epsilonInsensitive: [
    "Width of the tube",
    "w",
    "Residuals up to this cost nothing, in halves of the response range; M = 1.",
  ],
  pinball: ["Quantile", "q", "Share of the responses below the curve; M = max(q, 1 − q)."],
};

/** The other controls. */
export function BoundaryControls(props: BoundaryProps) {
  const { scenario, data, records, view, problems, set, act } = props;
  const { task, domainX, domainY, range, x, y, response, kernel, lengthScale, loss, lossParameter, solver } = scenario;
  const plane = task === "classification";
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const parameter = parameterLabels[loss];
  const limits = lossParameterOf(loss);
  const { inside } = view ?? {};

  return (
    <>
      <DataPanel
        examples={boundaryExamples}
        chosen={scenario.data}
        data={data}
        problem={dataProblem(props, "data")}
        missing={{ droppedCount: records?.droppedCount ?? 0, offered: hasMissing(props) }}
        act={act}
        onExample={(id) => choose(exampleScenario(boundaryExamples, id) ?? {})}
      >
        {(columns) => <BoundaryColumns {...props} columns={columns} choose={choose} />}
      </DataPanel>
      {records && data.edited && (
        <section className="group" aria-label="Edited points">
          <p className="explanation">
            You changed points by hand; there are now{" "}
            <span data-testid="point-count">{countText(records.responses.length)}</span>.{" "}
            {scenario.data === ownData
              ? "A link does not contain them."
              : "“Copy link” takes them along, unless there are too many."}
          </p>
          <button type="button" onClick={() => act.editRecords(undefined)}>
            Restore the data
          </button>
        </section>
      )}
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label={plane ? `Domain of ${x}` : "Domain"}
          value={domainX}
          clamped={outsideText(inside?.clampedCount, view?.facts.recordCount)}
          problem={problems.get("domainX") ?? problems.get("domain")}
          onChange={(domain) => choose({ domainX: domain })}
        />
        {plane ? (
          <DomainControl
            label={`Domain of ${y}`}
            value={domainY}
            clamped={undefined}
            problem={problems.get("domainY")}
            onChange={(domain) => choose({ domainY: domain })}
          />
        ) : (
          <DomainControl
            label={`Range of ${response}`}
            value={range}
            clamped={outsideText(inside?.clampedResponseCount, view?.facts.recordCount)}
            problem={problems.get("range") ?? problems.get("responseRange")}
            onChange={(value) => choose({ range: value })}
          />
        )}
        {data.columns && (
          <GroupControl
            usual={boundaryExamples.find(({ id }) => id === scenario.data)?.defaults.groups}
            groups={scenario.groups}
            listed={sharesText(typedShares(scenario.levels))}
            words={groupWords}
            without={withoutForGroups}
            problem={problems.get("groups") ?? problems.get("levels")}
            onChange={choose}
          />
        )}
        <ChoiceControl
          label="Loss"
          explanation={lossSentences[loss]}
          value={loss}
          choices={boundaryLossNames[task].map((value) => ({ value, label: lossLabels[value] }))}
          problem={problems.get("loss")}
          onChange={(value) => choose({ loss: value, lossParameter: lossParameterOf(value).usual })}
        />
        {parameter && (
          <SliderControl
            label={parameter[0]}
            symbol={parameter[1]}
            explanation={parameter[2]}
            value={lossParameter}
            min={limits.min}
            max={limits.max}
            scale="linear"
            valueText={`${parameter[0]} ${spokenNumber(lossParameter)}`}
            problem={problems.get("lossParameter") ?? problems.get("threshold") ?? problems.get("quantile")}
            onChange={(value, commit) => set({ lossParameter: value }, { commit })}
          />
        )}
        <ChoiceControl
          label="Kernel"
          explanation="Of the fit, and of the noise: they must be the same for the bound to hold."
          value={kernel}
          choices={kernelNames.map((value) => ({ value, label: kernelLabels[value] }))}
          problem={problems.get("kernel")}
          onChange={(value) => choose({ kernel: value })}
        />
        <SliderControl
          label="Length scale"
          symbol="ℓ"
          explanation="How far a record reaches, as a share of the domain's side."
          value={lengthScale}
          {...boundaryControlLimits.lengthScale}
          scale="log"
          valueText={`length scale ${spokenPercent(lengthScale)} of the domain`}
          problem={problems.get("lengthScale")}
          onChange={(value, commit) => set({ lengthScale: value }, { commit })}
        />
        <ChoiceControl
          label="Fit"
          explanation={
            solver === "exact"
              ? "Over the whole space, certified by its duality gap; for up to 10,000 records."
              : "Over the span of public landmarks, a grid that does not depend on the records: the same guarantee, faster."
          }
          value={solver}
          choices={[
            { value: "exact", label: "Exact" },
            { value: "landmarks", label: "On public landmarks" },
          ]}
          problem={problems.get("solver")}
          onChange={(value) => choose({ solver: value })}
        />
      </section>
      <section className="group" aria-label="Budget">
        <h2>Budget</h2>
        <PrivacyControls scenario={scenario} problems={problems} set={set} />
        <ProvenanceControl names={boundaryParameterNames} scenario={scenario} set={set} />
      </section>
    </>
  );
}

function hasMissing({ scenario: { task, x, y, response, further }, data: { columns } }: BoundaryProps): boolean {
  const chosen = [x, response, ...(task === "classification" ? [y] : []), ...further.map(({ name }) => name)];
  return hasMissingCells(columns, chosen);
}

function noiseOf(view: BoundaryProps["view"]): { standardDeviation: number | undefined } {
  return { standardDeviation: view?.sigma };
}
