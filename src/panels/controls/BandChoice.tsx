import { ToolChoice } from "./ToolChoice.tsx";

type Band = "none" | "pointwise" | "simultaneous" | "both";

interface BandChoiceProps {
  readonly band: Band;
  readonly onChange: (band: Band) => void;
}

export function BandChoice({ band, onChange }: BandChoiceProps) {
  return (
    <ToolChoice
      label="Band"
      value={band}
      choices={{
        none: "none",
        pointwise: "95 % at each point",
        simultaneous: "95 % for the whole curve",
        both: "both",
      }}
      onChange={onChange}
    />
  );
}
