import type { PlanTarget } from "../../core/planning/plan.ts";
import type { PlanParameter } from "../../core/planning/planAnswer.ts";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { unbroken } from "../controls/words.ts";
import { targetText, type PlanWords } from "./planWords.ts";

interface HeldTargetProps {
  readonly words: PlanWords;
  readonly held: PlanParameter | undefined;
  readonly target: PlanTarget;
  readonly onHold: (held: PlanParameter | undefined) => void;
}

/** Held while sliders move: one parameter gives way. */
export function HeldTarget({ words, held, target, onHold }: HeldTargetProps) {
  const names = { epsilon: "ε", recordCount: "n", tuning: words.symbol };
  if (held === undefined)
    return (
      <p className="buttons">
        {(["epsilon", "recordCount", "tuning"] as const).map((name) => (
          <button key={name} type="button" onClick={() => onHold(name)}>
            {`Hold the target by ${names[name]}`}
          </button>
        ))}
      </p>
    );
  return (
    <p className="window" data-testid="held">
      <span>Held while this plan is open: {unbroken(targetText(target, words))}. When something else moves,</span>
      <ToolChoice isInSentence label="What gives way" value={held} choices={names} onChange={onHold} />
      <span>follows.</span>
      <button type="button" onClick={() => onHold(undefined)}>
        Let go
      </button>
    </p>
  );
}
