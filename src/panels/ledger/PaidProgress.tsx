import { secondsText } from "../../core/numberFormats.ts";
import type { JobProgress } from "../hooks/useJob.ts";

interface PaidProgressProps {
  readonly progress: JobProgress | undefined;
  readonly onCancel: () => void;
}

export function PaidProgressLine({ progress, onCancel }: PaidProgressProps) {
  if (!progress) return null;
  const { done, seconds } = progress;
  return (
    <div className="buttons">
      <progress aria-label="Buying" max={1} value={done} />
      <button type="button" onClick={onCancel}>
        Cancel the purchase
      </button>
      {done > 0 && seconds > 0.5 && <span>About {secondsText((seconds / done) * (1 - done))} left.</span>}
    </div>
  );
}
