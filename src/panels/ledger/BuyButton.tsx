import { PaidProgressLine } from "./PaidProgress.tsx";
import { Problem } from "../controls/Problem.tsx";
import type { usePurchase } from "./usePurchase.ts";

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
