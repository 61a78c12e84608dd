import { memo } from "react";
import { boundaryExamples } from "../../core/datasets/examples/boundaryExamples.ts";
import { labelClasses } from "../../core/datasets/labelledRecords.ts";
import type { Table } from "../../core/datasets/table.ts";
import { ParameterError } from "../../core/errors.ts";
import type { KernelName } from "../../core/kernels/kernelOf.ts";
import type { LossName } from "../../core/releases/boundary.ts";
import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { ColumnControl, DataPanel, dataNeedsInside } from "../../panels/DataPanel.tsx";
import { DomainControl } from "../../panels/DomainControl.tsx";
import { EpsilonSlider, PrivacyControls } from "../../panels/PrivacyControls.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import { numberText, spokenNumber, spokenPercent } from "../../panels/words.ts";
import { ownData } from "../../state/conductor.ts";
import { boundaryControlLimits, boundaryLossNames, exampleScenario, kernelNames, lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";
import { positiveOf } from "./session.ts";
import type { BoundaryConductor } from "./session.ts";
import type { StudyProps } from "./studyProps.ts";

/** The sliders that a thumb must always reach: ε and λ. */
export function MainSliders({ scenario, view, problems, set }: StudyProps) {
  const { penalty } = scenario;
  return (
    <>
      <EpsilonSlider scenario={scenario} problems={problems} noise={noiseOf(view)} set={set} />
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

/** The other controls: drawn again only when something other than ε changes. */
export const BoundaryControls = memo(function BoundaryControls(
  props: StudyProps & { readonly conductor: BoundaryConductor },
) {
  const { scenario, session, view, problems, set, conductor } = props;
  const { task, domainX, domainY, range, x, y, response, kernel, lengthScale, loss, lossParameter, solver, origin } =
    scenario;
  const plane = task === "classification";
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const parameter = parameterLabels[loss];
  const limits = lossParameterOf(loss);
  const inside = scenario.view === "inside";

  return (
    <>
      <DataPanel
        examples={boundaryExamples}
        data={scenario.data}
        table={session.table}
        loading={session.loading}
        failure={dataProblem(props, "data")}
        missing={{
          choice: session.missing,
          droppedCount: session.records?.value.droppedCount ?? 0,
          offered: inside && hasMissing(props),
        }}
        conductor={conductor}
        onExample={(id) =>
          choose(
            exampleScenario(boundaryExamples, id) ?? {
              data: ownData,
              x: "",
              y: "",
              response: "",
              positive: "",
              seed: "secure",
              draws: 1,
            },
          )
        }
      >
        {(numeric) => <Columns {...props} numeric={numeric} table={session.table!} choose={choose} />}
      </DataPanel>
      {inside && session.edited && (
        <section className="group" aria-label="Edited points">
          <p className="explanation">You changed points by hand; a link does not contain them.</p>
          <button type="button" onClick={() => conductor.editRecords(undefined)}>
            Restore the data
          </button>
        </section>
      )}
      <section className="group" aria-label="Function">
        <h2>Function</h2>
        <DomainControl
          label={plane ? `Domain of ${x}` : "Domain"}
          value={domainX}
          clamped={
            inside ? clampedText(session.answer?.release.clampedCount, session.answer?.release.recordCount) : undefined
          }
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
            clamped={
              inside
                ? clampedText(session.answer?.release.clampedResponseCount, session.answer?.release.recordCount)
                : undefined
            }
            problem={problems.get("range") ?? problems.get("responseRange")}
            onChange={(value) => choose({ range: value })}
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
          label="Where λ comes from"
          explanation={
            origin === "public"
              ? "Declared before looking at the records, or on public data. Chosen by how well it does on them, it would leak."
              : "Chosen by looking at the records: the choice itself tells of them, and no noise covers it."
          }
          value={origin}
          choices={[
            { value: "public", label: "Declared public" },
            { value: "records", label: "Chosen from the records" },
          ]}
          onChange={(value) => choose({ origin: value })}
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
      <section className="group" aria-label="Privacy">
        <h2>Privacy</h2>
        <PrivacyControls scenario={scenario} problems={problems} noise={noiseOf(view)} set={set} />
      </section>
    </>
  );
});

interface ColumnsProps extends StudyProps {
  readonly table: Table;
  readonly numeric: readonly string[];
  readonly choose: (change: Partial<BoundaryScenario>) => void;
}

function Columns(props: ColumnsProps) {
  const { scenario, problems, table, numeric, choose } = props;
  const { task, x, y, response, positive } = scenario;
  const plane = task === "classification";
  const all = table.columns.map(({ name }) => name);
  const { classes, problem } = classesOf(table, plane ? response : "");
  return (
    <>
      <ChoiceControl
        label="Task"
        value={task}
        choices={[
          { value: "classification", label: "Two classes in the plane" },
          { value: "regression", label: "A curve (regression)" },
        ]}
        onChange={(value) =>
          choose(
            value === "regression"
              ? {
                  task: value,
                  loss: "huber",
                  lossParameter: lossParameterOf("huber").usual,
                  y: "",
                  positive: "",
                  response: numeric.find((name) => name !== x) ?? "",
                }
              : {
                  task: value,
                  loss: "hinge",
                  lossParameter: lossParameterOf("hinge").usual,
                  y: numeric.find((name) => name !== x) ?? "",
                  ...labelChoice(table, x),
                },
          )
        }
      />
      <ColumnControl
        label={plane ? "First input" : "Input"}
        value={x}
        columns={numeric}
        problem={problems.get("x")}
        onChange={(column) => choose({ x: column })}
      />
      {plane && (
        <ColumnControl
          label="Second input"
          value={y}
          columns={numeric}
          problem={problems.get("y")}
          onChange={(column) => choose({ y: column })}
        />
      )}
      <ColumnControl
        label={plane ? "Labels" : "Response"}
        value={response}
        columns={plane ? all : numeric}
        problem={
          problems.get("response") ??
          (problem && (scenario.view === "inside" ? problem : dataNeedsInside)) ??
          dataProblem(props, "response")
        }
        onChange={(column) =>
          choose(plane ? { response: column, positive: positiveOf(table, column) } : { response: column })
        }
      />
      {plane && classes.length > 0 && (
        <ColumnControl
          label={classes.length > 2 ? "Class against the rest" : "Positive class"}
          value={positive}
          columns={classes}
          problem={problems.get("positive") ?? dataProblem(props, "positive")}
          onChange={(name) => choose({ positive: name })}
        />
      )}
    </>
  );
}

/** What is wrong with the records, for the column that is at fault, or for the data as a whole. */
function dataProblem(
  { scenario, session: { dataFailure } }: StudyProps,
  at: "response" | "positive" | "data",
): string | undefined {
  const parameter = dataFailure?.parameter;
  const place = parameter === "response" || parameter === "positive" ? parameter : "data";
  if (!dataFailure || place !== at) return undefined;
  return scenario.view === "inside" ? dataFailure.message : dataNeedsInside;
}

function classesOf(
  table: Table,
  label: string,
): { readonly classes: readonly string[]; readonly problem: string | undefined } {
  if (label === "" || !table.columns.some(({ name }) => name === label)) return { classes: [], problem: undefined };
  try {
    return { classes: labelClasses(table, label).map(({ name }) => name), problem: undefined };
  } catch (error) {
    if (error instanceof ParameterError) return { classes: [], problem: error.message };
    throw error;
  }
}

function labelChoice(table: Table, x: string): Pick<BoundaryScenario, "response" | "positive"> {
  const label = table.columns.find(({ name, categories }) => categories && name !== x)?.name ?? "";
  return { response: label, positive: label === "" ? "" : positiveOf(table, label) };
}

function hasMissing({ scenario, session: { table } }: StudyProps): boolean {
  const { task, x, y, response } = scenario;
  const inputs = task === "classification" ? [x, y] : [x, response];
  return (
    table?.columns.some(
      ({ name, missingCount, categories }) =>
        (inputs.includes(name) && missingCount > 0) || (name === response && (categories?.codes.includes(-1) ?? false)),
    ) ?? false
  );
}

function clampedText(count: number | undefined, of: number | undefined): string | undefined {
  if (!count || of === undefined) return undefined;
  return `${count.toLocaleString("en")} of ${of.toLocaleString("en")} records were outside.`;
}

function noiseOf(view: StudyProps["view"]): { standardDeviation: number | undefined } {
  return { standardDeviation: view?.standardDeviation };
}
