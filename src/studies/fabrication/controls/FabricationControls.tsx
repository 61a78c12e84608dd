import type { ClassifiedTable } from "../../../core/records/classifiedRecords.ts";
import { staircaseMoments } from "../../../core/privacy/mechanisms/staircaseLaw.ts";
import { countText, finePercentText, numberText, percentText, spokenNumber } from "../../../core/numberFormats.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { hasMissingCells } from "../../../panels/data/columnWords.ts";
import { DataPanel } from "../../../panels/data/DataPanel.tsx";
import { DomainControl } from "../../../panels/controls/declared/DomainControl.tsx";
import { BudgetSliders } from "../../../panels/controls/privacy/BudgetSliders.tsx";
import { MostRecordsControl } from "../../../panels/controls/privacy/MostRecordsControl.tsx";
import { ProvenanceControl } from "../../../panels/controls/privacy/ProvenanceControl.tsx";
import { SeedControl } from "../../../panels/controls/privacy/SeedControl.tsx";
import { Segments } from "../../../panels/controls/Segments.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { WholeNumberControl } from "../../../panels/controls/WholeNumberControl.tsx";
import { fabricationExamples } from "../model/examples.ts";
import { FabricationColumns, dataProblem } from "./FabricationColumns.tsx";
import { MachineControls } from "./MachineControls.tsx";
import { columnNames, entriesOfPerson } from "../model/request.ts";
import { fabricationFields, fabricationParameterNames } from "../model/fields.ts";
import { exampleScenario } from "../model/links.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationProps } from "../model/view.ts";

export function MainSliders({ scenario, view, problems, set }: FabricationProps) {
  const bound = boundControls(fabricationFields, { scenario, problems, set });
  const { protection, atom } = scenario;
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
        isPure={protection === "entry" && atom !== "delta"}
        explanations={
          protection === "entry"
            ? {
                epsilon: `How much one number of the table may change the odds of any outcome. Of a person, whose numbers all leave: ${numberText(recordEpsilon(scenario))}.`,
                delta: "The share of entries that leave exactly as they are.",
              }
            : {}
        }
        recordCount={view?.facts.recordCount}
        set={set}
      />
      <WholeNumberControl
        {...bound.slider("steps")}
        explanation="Each replaces noisy rows by smoother ones made of them; many steps draw all rows to the origin."
      />
    </>
  );
}

/** pε/d. */
function recordEpsilon(scenario: FabricationScenario): number {
  return (entriesOfPerson(scenario) * scenario.epsilon) / scenario.adjacency;
}

export function FabricationControls(props: FabricationProps) {
  const { scenario, data, records, view, problems, set, act } = props;
  const bound = boundControls(fabricationFields, { scenario, problems, set });
  const { x, y, adjacency, protection } = scenario;
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
        {(columns) => <FabricationColumns {...props} columns={columns} choose={choose} />}
      </DataPanel>
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label={`Range of ${x === "" ? "the first column" : x}`}
          {...bound.field("domainX")}
          clamped={clampedText(view?.inside?.clampedCount)}
          problem={problems.get("domainX") ?? problems.get("ranges[0]")}
        />
        <DomainControl
          label={`Range of ${y === "" ? "the second column" : y}`}
          {...bound.field("domainY")}
          clamped={undefined}
          problem={problems.get("domainY") ?? problems.get("ranges[1]")}
        />
        {entry && (
          <>
            <SliderControl
              {...bound.slider("adjacency")}
              explanation={
                adjacency < 1
                  ? `An entry is protected at ε only against changes of ${finePercentText(adjacency)} of its range; against any other, at ${numberText(1 / adjacency)} times that.`
                  : "The whole range: an entry is protected whatever it is."
              }
              valueText={`d ${spokenNumber(adjacency)} of the range`}
            />
            <ChoiceControl {...bound.choice("atom")} explanation={noiseExplanation(scenario)} />
          </>
        )}
        {!entry && (
          <ChoiceControl
            {...bound.choice("calibration")}
            explanation="Of Gaussian noise on each entry, for a record as a whole."
          />
        )}
        <MostRecordsControl
          {...bound.field("most")}
          records="records of a class"
          held={view?.inside && records && "points" in records ? largestClass(records) : undefined}
          meaning="Neighbours have one more, one less, or another one of its class. Each class has N rows; those that are empty are noise around the middles of the ranges, and nothing says which. An N far above the records leaves little else."
        />
        <SeedControl {...bound.field("seed")} />
        <ProvenanceControl names={fabricationParameterNames} scenario={scenario} set={set} />
      </section>
      <MachineControls {...props} />
    </>
  );
}

function noiseExplanation({ atom, epsilon }: FabricationScenario): string {
  if (atom === "none") return "Every entry gets noise: plain Laplace noise, recommended.";
  if (atom === "delta")
    return "As printed in the paper: with probability δ an entry leaves without any noise, and may be recognised.";
  const { meanAbsolute } = staircaseMoments(epsilon);
  const saved = 1 - epsilon * meanAbsolute;
  const sizes = `Mean size ${percentText(meanAbsolute)} of the range, the least there is at this ε; ${percentText(1 / epsilon)} by Laplace noise.`;
  return saved < 0.01
    ? `${sizes} At so small an ε its steps are as wide as the range, and save next to nothing.`
    : sizes;
}

function hasMissing({ scenario, data: { columns } }: FabricationProps): boolean {
  return hasMissingCells(columns, [...columnNames(scenario), scenario.label]);
}

function largestClass({ classOf, classCount }: ClassifiedTable): number {
  return Math.max(...Array.from({ length: classCount }, (_, c) => classOf.filter((own) => own === c).length));
}

function clampedText(count: number | undefined): string | undefined {
  return count ? `${countText(count)} entries were outside.` : undefined;
}
