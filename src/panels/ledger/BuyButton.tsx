import { Problem } from "../controls/Problem.tsx";
import type { usePurchase } from "./usePurchase.ts";
import { secondsText } from "../../core/numberFormats.ts";
import type { JobProgress } from "../hooks/useJob.ts";

interface BuyButtonProps extends Pick<ReturnType<typeof usePurchase>, "busy" | "progress" | "cancel" | "problem"> {
  readonly words: string;
  readonly ready: boolean;
  readonly onBuy: () => Promise<void>;
  readonly said: string | undefined;
}

export function BuyButton({ words, ready, busy, progress, cancel, problem, onBuy, said }: BuyButtonProps) {
  return (
    <>
      <div className="buttons">
        <button type="button" className="filled" disabled={!ready || busy} onClick={() => void onBuy()}>
          {busy ? "Buying …" : words}
        </button>
      </div>
      <PaidProgressLine progress={progress} onCancel={cancel} />
      <Problem text={problem} />
      {said !== undefined && (
        <p role="status" data-testid="bought">
          {said}
        </p>
      )}
    </>
  );
}

interface PaidProgressProps {
  readonly progress: JobProgress | undefined;
  readonly onCancel: () => void;
}

function PaidProgressLine({ progress, onCancel }: PaidProgressProps) {
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
