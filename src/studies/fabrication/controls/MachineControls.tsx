import { spokenNumber } from "../../../core/numberFormats.ts";
import { boundNumber } from "../../../panels/controls/boundNumber.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { WholeNumberControl } from "../../../panels/controls/WholeNumberControl.tsx";
import { columnCount } from "../model/request.ts";
import { fabricationLimits as limits } from "../model/scenario.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationProps } from "../model/view.ts";

export function MachineControls({ scenario, view, problems, set }: FabricationProps) {
  const number = boundNumber({ scenario, problems, set });
  const { origin, subspaceDimension, parties, sharing, tolerance, model, testEvery } = scenario;
  const choose = (change: Partial<FabricationScenario>) => set(change, { commit: true });
  return (
    <section className="group" aria-label="Machines">
      <h2>Machines</h2>
      <WholeNumberControl
        label="Subspace dimension"
        symbol="n"
        explanation="Directions of the noisy rows in which nearness is told; fewer if they have no more."
        {...number("subspaceDimension", limits.subspaceDimension)}
        max={columnCount(scenario)}
        problem={problems.get("subspaceDimension") ?? rankSentence(view)}
      />
      <WholeNumberControl
        label="Layers"
        symbol="L"
        explanation="Machines with n, n − 1, … directions one upon the other; the nearest image counts."
        {...number("depth", limits.depth)}
        max={Math.min(subspaceDimension, columnCount(scenario))}
      />
      <WholeNumberControl
        label="Branches of a class"
        symbol="S"
        explanation="Clusters of the noisy rows, each with a machine of its own; clusters of the records would be visible."
        {...number("branches", limits.branches)}
      />
      <WholeNumberControl
        label="Parties"
        symbol="Q"
        explanation="Each fabricates its records on its own; the nearest machine of all decides."
        {...number("parties", limits.parties)}
      />
      {parties > 1 && (
        <ChoiceControl
          label="Who has which records"
          explanation={sharingWords[sharing]}
          value={sharing}
          choices={[
            { value: "rows", label: "Every Q-th of a class" },
            { value: "classes", label: "All of a class" },
            { value: "halves", label: "Half of a class" },
          ]}
          onChange={(value) => choose({ sharing: value })}
        />
      )}
      <ChoiceControl
        label="Origin"
        explanation="Smoothing draws all rows to the origin of the machines. That is the middle of the ranges, or their lower ends, as where the paper maps data onto [0, 1]."
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
        explanation={`One record of ${testEvery} in each class, drawn at random, is not released, and tells whether the machines know the others by heart.`}
        {...number("testEvery", limits.testEvery)}
      />
    </section>
  );
}

const sharingWords = {
  rows: "As if people went to one of Q places by chance, whatever their class.",
  classes: "A party has all records of its classes, and none of the others: it knows nothing of them.",
  halves: "Two parties share a class, and have none of most others.",
} as const;

/** Public: the noisy rows and their number determine it. */
function rankSentence(view: FabricationProps["view"]): string | undefined {
  if (!view) return undefined;
  const { leastDimension, noisy } = view.facts;
  if (leastDimension >= Math.min(view.facts.asked, noisy.dimension)) return undefined;
  return `A class or branch has so few rows that they span ${leastDimension === 0 ? "no direction" : `${leastDimension} ${leastDimension === 1 ? "direction" : "directions"}`}: there n counts as ${leastDimension}.`;
}
