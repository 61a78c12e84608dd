import { memo } from "react";
import { numberText } from "../../core/numberFormats.ts";
import { contourLevels } from "../../plots/plane/fieldPlot.ts";
import { decisionRamp, densityRamp, rampGradient } from "../../plots/ramps.ts";
import "./fieldKey.css";

interface ContourKeyProps {
  readonly of: string;
  /** Value of the last colour; the first is 0. */
  readonly upper: number;
  readonly theme: "light" | "dark";
}

export const ContourKey = memo(function ContourKey({ of, upper, theme }: ContourKeyProps) {
  const levels = Array.from({ length: contourLevels }, (_, k) => (k + 1) / (contourLevels + 1));
  return (
    <p className="field-key" data-testid="colour-key">
      <span>{of} 0</span>
      <span className="field-ramp" style={{ background: rampGradient(densityRamp, theme, "right") }} aria-hidden="true">
        {levels.map((level) => (
          <i key={level} style={{ left: `${100 * level}%` }} />
        ))}
      </span>
      <span>{numberText(upper)}; a contour at each line</span>
    </p>
  );
});

interface DecisionKeyProps {
  /** The middle colour is 0. */
  readonly ends: readonly [low: string, high: string];
  readonly theme: "light" | "dark";
}

export function DecisionKey({ ends: [low, high], theme }: DecisionKeyProps) {
  return (
    <p className="field-key" data-testid="colour-key">
      <span>{low}</span>
      <span
        className="field-ramp"
        style={{ background: rampGradient(decisionRamp, theme, "right") }}
        aria-hidden="true"
      />
      <span>{high}</span>
    </p>
  );
}
