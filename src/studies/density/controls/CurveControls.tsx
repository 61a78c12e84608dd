import { goesWith } from "../../../core/combinations.ts";
import { densityCombinations } from "../../../core/density/densityCombinations.ts";
import { Advanced } from "../../../panels/controls/Advanced.tsx";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { askedOptions } from "../model/options.ts";
import { bandwidthWithin } from "../model/columnChange.ts";
import { densityFields } from "../model/fields.ts";
import { smoothedDomain } from "../model/bandwidthRange.ts";
import type { DensityScenario } from "../model/scenario.ts";
import type { DensityProps } from "../model/view.ts";
import { OptionalNumber } from "../../../panels/controls/privacy/OptionalNumber.tsx";

export function CurveControls({ scenario, problems, set }: DensityProps) {
  if (!goesWith(densityCombinations, "frame", askedOptions(scenario))) return null;
  const bound = boundControls(densityFields, { scenario, problems, set });
  return (
    <Advanced summary="Advanced: a value counted apart, another scale, ends">
      <PointMassControl {...bound.field("atom")} />
      <ChoiceControl
        {...bound.choice("scale")}
        explanation={scaleExplanations[scenario.scale]}
        onChange={(scale) =>
          set(
            {
              scale,
              ...bandwidthWithin("h", scenario.h, smoothedDomain(scenario), smoothedDomain({ ...scenario, scale })),
            },
            { commit: true },
          )
        }
      />
      <ChoiceControl
        {...bound.choice("ends")}
        explanation={
          scenario.ends === "open"
            ? "What the bumps spill over an end is lost, so the curve sinks there."
            : "What the bumps spill over an end is folded back, like light at a mirror. It is made of the release, so it costs nothing; near an end the noise is up to twice as large."
        }
      />
    </Advanced>
  );
}

const scaleExplanations: Readonly<Record<DensityScenario["scale"], string>> = {
  own: "Bumps are as wide everywhere.",
  log: "Each record’s logarithm is smoothed, and the curve carried back: narrow bumps for small values, wide ones for large, as incomes need. The domain must start above 0. It costs no privacy.",
  squareRoot:
    "Each record’s square root is smoothed, and the curve carried back: for counts and areas, 0 included. It costs no privacy.",
  logit:
    "The log of each record’s odds, ln(x/(1 − x)), is smoothed, and the curve carried back. For shares, on a domain above 0 and below 1. It costs no privacy.",
};

interface PointMassControlProps {
  readonly value: DensityScenario["atom"];
  readonly problem: string | undefined;
  readonly onChange: (value: DensityScenario["atom"]) => void;
}

function PointMassControl(props: PointMassControlProps) {
  return (
    <OptionalNumber
      label="Counted apart"
      name="Value that is counted apart"
      placeholder="none, or 0"
      none="none"
      min={-1e15}
      max={1e15}
      integer={false}
      expected="Expected a number, or nothing."
      {...props}
    >
      A value that many share, such as 0. How many have it is released as a number beside the curve, and the curve is of
      the others. It takes no share of ε: whoever has the value is in one of the two, not in both.
    </OptionalNumber>
  );
}
