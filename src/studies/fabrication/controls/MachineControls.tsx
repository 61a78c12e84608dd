import { spokenNumber } from "../../../core/numberFormats.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { WholeNumberControl } from "../../../panels/controls/WholeNumberControl.tsx";
import { columnCount } from "../model/request.ts";
import { fabricationFields, toleranceLimits } from "../model/fields.ts";
import type { FabricationProps } from "../model/view.ts";

export function MachineControls({ scenario, view, problems, set }: FabricationProps) {
  const bound = boundControls(fabricationFields, { scenario, problems, set });
  const { subspaceDimension, parties, sharing, tolerance, testEvery } = scenario;
  return (
    <section className="group" aria-label="Machines">
      <h2>Machines</h2>
      <WholeNumberControl
        {...bound.slider("subspaceDimension")}
        explanation="Directions of the noisy rows in which nearness is told; fewer if they have no more."
        max={columnCount(scenario)}
        problem={problems.get("subspaceDimension") ?? rankSentence(view)}
      />
      <WholeNumberControl
        {...bound.slider("depth")}
        explanation="Machines with n, n − 1, … directions one upon the other; the nearest image counts."
        max={Math.min(subspaceDimension, columnCount(scenario))}
      />
      <WholeNumberControl
        {...bound.slider("branches")}
        explanation="Clusters of the noisy rows, each with a machine of its own; clusters of the records would be visible."
      />
      <WholeNumberControl
        {...bound.slider("parties")}
        explanation="Each fabricates its records on its own; the nearest machine of all decides."
      />
      {parties > 1 && <ChoiceControl {...bound.choice("sharing")} explanation={sharingWords[sharing]} />}
      <ChoiceControl
        {...bound.choice("origin")}
        explanation="Smoothing draws all rows to the origin of the machines. That is the middle of the ranges, or their lower ends, as where the paper maps data onto [0, 1]."
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
        onChange={(value) => set({ tolerance: value === "steps" ? "none" : 0.02 }, { commit: true })}
      />
      {tolerance !== "none" && (
        <SliderControl
          label="Error of a row"
          symbol="r"
          explanation="In shares of the ranges."
          value={tolerance}
          {...toleranceLimits}
          scale="log"
          valueText={`r ${spokenNumber(tolerance)}`}
          problem={problems.get("tolerance")}
          onChange={(value, commit) => set({ tolerance: value }, { commit })}
        />
      )}
      <ChoiceControl
        {...bound.choice("model")}
        explanation="Definition 15 of the paper, or Definition 12: both are private."
      />
      <WholeNumberControl
        {...bound.slider("testEvery")}
        explanation={`One record of ${testEvery} in each class, drawn at random, is not released, and tells whether the machines know the others by heart.`}
      />
    </section>
  );
}

const sharingWords = {
  rows: "As if people went to one of Q places by chance, whatever their class.",
  classes: "A party has all records of its classes, and none of the others: it knows nothing of them.",
  halves: "Two parties share a class, and have none of most others.",
} as const;

/** Public: the noisy rows determine it. */
function rankSentence(view: FabricationProps["view"]): string | undefined {
  if (!view) return undefined;
  const { leastDimension, noisy } = view.facts;
  if (leastDimension >= Math.min(view.facts.asked, noisy.dimension)) return undefined;
  return `A class or branch has so few rows that they span ${leastDimension === 0 ? "no direction" : `${leastDimension} ${leastDimension === 1 ? "direction" : "directions"}`}: there n counts as ${leastDimension}.`;
}
