import type { ColumnOutline } from "../../core/datasets/outline.ts";
import { FurtherColumns } from "../../panels/FurtherColumns.tsx";
import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { ColumnControl, DataPanel, numericNames } from "../../panels/DataPanel.tsx";
import { DomainControl } from "../../panels/DomainControl.tsx";
import { BudgetSliders } from "../../panels/PrivacyControls.tsx";
import { ProvenanceControl } from "../../panels/ProvenanceControl.tsx";
import { SeedControl } from "../../panels/SeedControl.tsx";
import { Segments } from "../../panels/Segments.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import { WholeNumberControl } from "../../panels/WholeNumberControl.tsx";
import { numberText, spokenNumber } from "../../panels/words.ts";
import { axisUnit } from "../../panels/declare/declaration.ts";
import { fabricationExamples } from "./examples.ts";
import { columnCount, columnNames, entriesOfPerson } from "./request.ts";
import { exampleScenario, fabricationLimits as limits, fabricationParameterNames } from "./scenario.ts";
import type { FabricationScenario } from "./scenario.ts";
import type { FabricationProps } from "./view.ts";

/** The sliders that stand beside the picture: ε, δ, of what, and the steps. */
export function MainSliders({ scenario, view, problems, set }: FabricationProps) {
  const { steps, protection, atom } = scenario;
  return (
    <>
      <Segments
        label="What ε protects"
        value={protection}
        choices={[
          { value: "entry", label: "One entry", title: "As the paper: one number of the table" },
          { value: "record", label: "A whole record", title: "All numbers of a person together" },
        ]}
        onChange={(value) => set({ protection: value }, { commit: true })}
      />
      <BudgetSliders
        scenario={scenario}
        problems={problems}
        noise={{ standardDeviation: view?.sigma }}
        isPure={protection === "entry" && atom === "none"}
        explanations={
          protection === "entry"
            ? {
                epsilon: `How much one number of the table may change the odds of any outcome. Of a person, whose numbers all leave: ${numberText(recordEpsilon(scenario))}.`,
                delta: "The share of entries that leave exactly as they are.",
              }
            : {}
        }
        set={set}
      />
      <WholeNumberControl
        label="Smoothing steps"
        symbol="M"
        explanation="Each replaces noisy rows by smoother ones made of them; many steps draw all rows to the origin."
        value={steps}
        {...limits.steps}
        problem={problems.get("steps")}
        onChange={(value, commit) => set({ steps: value }, { commit })}
      />
    </>
  );
}

/** What is public of a rank below n: noisy rows and their number say it. */
function rankSentence(view: FabricationProps["view"]): string | undefined {
  if (!view) return undefined;
  const { leastDimension, noisy } = view.facts;
  if (leastDimension >= Math.min(view.facts.asked, noisy.dimension)) return undefined;
  return `A class or branch has so few rows that they span ${leastDimension === 0 ? "no direction" : `${leastDimension} ${leastDimension === 1 ? "direction" : "directions"}`}: there n counts as ${leastDimension}.`;
}

/** pε/d, as far as it is known before the worker answers. */
function recordEpsilon(scenario: FabricationScenario): number {
  return (entriesOfPerson(scenario) * scenario.epsilon) / scenario.adjacency;
}

/** The other controls. */
export function FabricationControls(props: FabricationProps) {
  const { scenario, data, records, view, problems, set, act } = props;
  const { domainX, domainY, x, y, adjacency, atom, calibration, protection, seed } = scenario;
  const { origin, subspaceDimension, depth, branches, parties, sharing, tolerance, model, testEvery } = scenario;
  const choose = (change: Partial<FabricationScenario>) => set(change, { commit: true });
  const entry = protection === "entry";

  return (
    <>
      <DataPanel
        examples={fabricationExamples}
        chosen={scenario.data}
        data={data}
        problem={dataProblem(props, "data")}
        missing={{ droppedCount: records?.droppedCount ?? 0, offered: hasMissing(props) }}
        act={act}
        onExample={(id) => choose(exampleScenario(fabricationExamples, id))}
      >
        {(columns) => <Columns {...props} columns={columns} choose={choose} />}
      </DataPanel>
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label={`Range of ${x === "" ? "the first column" : x}`}
          value={domainX}
          clamped={clampedText(view?.inside?.clampedCount)}
          problem={problems.get("domainX") ?? problems.get("ranges[0]")}
          onChange={(domain) => choose({ domainX: domain })}
        />
        <DomainControl
          label={`Range of ${y === "" ? "the second column" : y}`}
          value={domainY}
          clamped={undefined}
          problem={problems.get("domainY") ?? problems.get("ranges[1]")}
          onChange={(domain) => choose({ domainY: domain })}
        />
        {entry && (
          <>
            <SliderControl
              label="Change of an entry"
              symbol="d"
              explanation={
                adjacency < 1
                  ? `An entry is protected at ε only against changes of ${numberText(100 * adjacency)} % of its range; against any other, at ${numberText(1 / adjacency)} times that.`
                  : "The whole range: an entry is protected whatever it is."
              }
              value={adjacency}
              {...limits.adjacency}
              scale="log"
              valueText={`d ${spokenNumber(adjacency)} of the range`}
              problem={problems.get("adjacency")}
              onChange={(value, commit) => set({ adjacency: value }, { commit })}
            />
            <ChoiceControl
              label="Exact entries"
              explanation={
                atom === "none"
                  ? "Every entry gets noise: plain Laplace noise, recommended."
                  : "As printed in the paper: with probability δ an entry leaves without any noise, and may be recognised."
              }
              value={atom}
              choices={[
                { value: "none", label: "None" },
                { value: "delta", label: "A share δ" },
              ]}
              onChange={(value) => choose({ atom: value })}
            />
          </>
        )}
        {!entry && (
          <ChoiceControl
            label="Calibration"
            explanation="Of Gaussian noise on each entry, for a record as a whole."
            value={calibration}
            choices={[
              { value: "analytic", label: "Exact" },
              { value: "classical", label: "Classical" },
            ]}
            problem={problems.get("calibration")}
            onChange={(value) => choose({ calibration: value })}
          />
        )}
        <SeedControl seed={seed} problem={problems.get("seed")} onChange={(value) => choose({ seed: value })} />
        <ProvenanceControl names={fabricationParameterNames} scenario={scenario} set={set} />
      </section>
      <section className="group" aria-label="Machines">
        <h2>Machines</h2>
        <WholeNumberControl
          label="Subspace dimension"
          symbol="n"
          explanation="Directions of the noisy rows in which nearness is told; fewer if they have no more."
          value={subspaceDimension}
          {...limits.subspaceDimension}
          max={columnCount(scenario)}
          problem={problems.get("subspaceDimension") ?? rankSentence(view)}
          onChange={(value, commit) => set({ subspaceDimension: value }, { commit })}
        />
        <WholeNumberControl
          label="Layers"
          symbol="L"
          explanation="Machines with n, n − 1, … directions one upon the other; the nearest image counts."
          value={depth}
          {...limits.depth}
          max={Math.min(subspaceDimension, columnCount(scenario))}
          problem={problems.get("depth")}
          onChange={(value, commit) => set({ depth: value }, { commit })}
        />
        <WholeNumberControl
          label="Branches of a class"
          symbol="S"
          explanation="Clusters of the noisy rows, each with a machine of its own; clusters of the records would be visible."
          value={branches}
          {...limits.branches}
          problem={problems.get("branches")}
          onChange={(value, commit) => set({ branches: value }, { commit })}
        />
        <WholeNumberControl
          label="Parties"
          symbol="Q"
          explanation="Each fabricates its records on its own; the nearest machine of all decides."
          value={parties}
          {...limits.parties}
          problem={problems.get("parties")}
          onChange={(value, commit) => set({ parties: value }, { commit })}
        />
        {parties > 1 && (
          <ChoiceControl
            label="Who has which records"
            explanation={sharingWords[sharing]}
            value={sharing}
            choices={[
              { value: "rows", label: "Every Q-th record" },
              { value: "classes", label: "All of a class" },
              { value: "halves", label: "Half of a class" },
            ]}
            onChange={(value) => choose({ sharing: value })}
          />
        )}
        <ChoiceControl
          label="Origin"
          explanation="Smoothing draws all rows to the origin of the machines: the middle of the ranges, or their lower ends as where the paper maps data onto [0, 1]."
          value={origin}
          choices={[
            { value: "middle", label: "Middle of the ranges" },
            { value: "corner", label: "Lower ends" },
          ]}
          onChange={(value) => choose({ origin: value })}
        />
        <ChoiceControl
          label="Smoothing ends"
          explanation={
            tolerance === "none"
              ? "After the number of steps: public, as it must be."
              : "Where the error of a machine is r for each of its rows, or after the number of steps. r is public: the paper takes it from the records, and that is visible."
          }
          value={tolerance === "none" ? "steps" : "tolerance"}
          choices={[
            { value: "steps", label: "After the steps" },
            { value: "tolerance", label: "At an error r" },
          ]}
          onChange={(value) => choose({ tolerance: value === "steps" ? "none" : 0.02 })}
        />
        {tolerance !== "none" && (
          <SliderControl
            label="Error of a row"
            symbol="r"
            explanation="In shares of the ranges."
            value={tolerance}
            {...limits.tolerance}
            scale="log"
            valueText={`r ${spokenNumber(tolerance)}`}
            problem={problems.get("tolerance")}
            onChange={(value, commit) => set({ tolerance: value }, { commit })}
          />
        )}
        <ChoiceControl
          label="The plane shows machines of"
          explanation="Definition 15 of the paper, or Definition 12: both are private."
          value={model}
          choices={[
            { value: "fabricated", label: "Fabricated rows" },
            { value: "noisy", label: "Noisy rows" },
          ]}
          onChange={(value) => choose({ model: value })}
        />
        <WholeNumberControl
          label="Kept for the test"
          explanation={`One record of ${testEvery} is not released, and tells whether the machines know the others by heart.`}
          value={testEvery}
          {...limits.testEvery}
          problem={problems.get("testEvery")}
          onChange={(value, commit) => set({ testEvery: value }, { commit })}
        />
      </section>
    </>
  );
}

const sharingWords = {
  rows: "As if people went to one of Q places whatever their class.",
  classes: "A party has all records of its classes, and none of the others: it knows nothing of them.",
  halves: "Two parties share a class, and have none of most others.",
} as const;

interface ColumnsProps extends FabricationProps {
  readonly columns: readonly ColumnOutline[];
  readonly choose: (change: Partial<FabricationScenario>) => void;
}

function Columns(props: ColumnsProps) {
  const { scenario, problems, columns, choose } = props;
  const { x, y, label } = scenario;
  const numeric = numericNames(columns);
  const { classes } = columns.find(({ name }) => name === label) ?? { classes: [] };
  const problem = "problem" in classes ? classes.problem : undefined;
  return (
    <>
      <ColumnControl
        label="First column"
        value={x}
        columns={numeric}
        problem={problems.get("x")}
        onChange={(column) => choose({ x: column, unitX: axisUnit(columns, column) })}
      />
      <ColumnControl
        label="Second column"
        value={y}
        columns={numeric}
        problem={problems.get("y")}
        onChange={(column) => choose({ y: column, unitY: axisUnit(columns, column) })}
      />
      <FurtherColumns
        name="Further column"
        label="Fabricated, not drawn: range, and where the plane holds them"
        explanation="One a line, as “sepal width: 1.5..5 at 3”; empty for none. Declared by you. Each is another number of a record, so a record costs more."
        further={scenario.further}
        taken={[scenario.x, scenario.y, scenario.label]}
        numeric={numeric}
        problem={problems.get("further")}
        onChange={(further) => choose({ further })}
      />
      <ColumnControl
        label="Classes"
        value={label}
        none="None: one table"
        columns={columns.map(({ name }) => name)}
        problem={
          problems.get("label") ??
          (problem &&
            (scenario.view === "inside" ? problem : "This column cannot be the classes; the inside view says why.")) ??
          dataProblem(props, "response")
        }
        onChange={(column) => choose({ label: column })}
      />
    </>
  );
}

/** What is wrong with the records, for the column of classes, or for the data as a whole. */
function dataProblem({ data: { problem }, problems }: FabricationProps, at: "response" | "data"): string | undefined {
  const place = problem?.parameter === "response" ? "response" : "data";
  return (place === at ? problem?.sentence : undefined) ?? (at === "data" ? problems.get("data") : undefined);
}

function hasMissing({ scenario, data: { columns } }: FabricationProps): boolean {
  const chosen = [...columnNames(scenario), scenario.label];
  return columns?.some(({ name, incomplete }) => chosen.includes(name) && incomplete) ?? false;
}

function clampedText(count: number | undefined): string | undefined {
  return count ? `${count.toLocaleString("en")} entries were outside.` : undefined;
}
