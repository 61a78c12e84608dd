import type { PrivacyBudget } from "../../../core/privacy/calibration/privacyBudget.ts";
import { ChoiceControl } from "../ChoiceControl.tsx";

interface CalibrationControlProps {
  readonly value: PrivacyBudget["calibration"];
  readonly explanation: string;
  readonly problem: string | undefined;
  readonly onChange: (calibration: PrivacyBudget["calibration"]) => void;
}

export function CalibrationControl(props: CalibrationControlProps) {
  return (
    <ChoiceControl
      label="Calibration"
      choices={[
        { value: "analytic", label: "Exact" },
        { value: "classical", label: "Classical" },
      ]}
      {...props}
    />
  );
}
