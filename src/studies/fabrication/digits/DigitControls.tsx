import { spokenNumber } from "../../../core/numberFormats.ts";
import { Segments } from "../../../panels/controls/Segments.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { WholeNumberControl } from "../../../panels/controls/WholeNumberControl.tsx";
import type { ChosenModel } from "./digitModel.ts";
import { budgetLimits } from "../../../state/scenario/sharedFields.ts";

interface DigitControlsProps {
  readonly chosen: ChosenModel;
  /** Pixels of an image: the most directions of a machine. */
  readonly pixels: number;
  readonly change: (part: Partial<ChosenModel>) => void;
}

export function DigitControls({ chosen, pixels, change }: DigitControlsProps) {
  return (
    <>
      <Segments
        label="What ε protects"
        value={chosen.protection}
        choices={[
          { value: "entry", label: "One pixel", title: "As the paper" },
          { value: "record", label: "A whole digit", title: "All pixels together, by Gaussian noise" },
        ]}
        onChange={(protection) => change({ protection })}
      />
      <div className="control-grid">
        <SliderControl
          label="Privacy loss of digits"
          symbol="ε"
          explanation="The paper shows 1 to 32, for one pixel."
          value={chosen.epsilon}
          {...budgetLimits.epsilon}
          scale="log"
          valueText={`epsilon ${spokenNumber(chosen.epsilon)}`}
          onChange={(epsilon) => change({ epsilon })}
        />
        <WholeNumberControl
          label="Subspace of digits"
          symbol="n"
          explanation="At most the rank of the noisy rows counts."
          value={chosen.n}
          min={1}
          max={Math.min(64, pixels)}
          problem={undefined}
          onChange={(n) => change({ n })}
        />
        <WholeNumberControl
          label="Layers of digits"
          symbol="L"
          explanation="Machines with n, n − 1, … directions one upon the other, in a branch for each 1,000 digits of a class: what classifies them. The paper takes 5."
          value={chosen.depth}
          min={1}
          max={Math.min(5, chosen.n)}
          problem={undefined}
          onChange={(depth) => change({ depth })}
        />
        <WholeNumberControl
          label="Smoothing steps of digits"
          symbol="M"
          explanation="Fixed and public."
          value={chosen.steps}
          min={0}
          max={20}
          problem={undefined}
          onChange={(steps) => change({ steps })}
        />
      </div>
    </>
  );
}
