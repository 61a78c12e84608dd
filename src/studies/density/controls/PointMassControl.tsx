import { OptionalNumber } from "../../../panels/controls/privacy/OptionalNumber.tsx";
import type { DensityScenario } from "../model/scenario.ts";

interface PointMassControlProps {
  readonly value: DensityScenario["atom"];
  readonly problem: string | undefined;
  readonly onChange: (value: DensityScenario["atom"]) => void;
}

export function PointMassControl(props: PointMassControlProps) {
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
