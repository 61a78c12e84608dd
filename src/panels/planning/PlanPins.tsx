import { countText, numberText } from "../../core/numberFormats.ts";
import { mostPins, type PlanTarget } from "../../core/planning/plan.ts";
import type { Pin, PlanAnswer } from "../../core/planning/planAnswer.ts";
import { RowsTable } from "./RowsTable.tsx";
import type { Taken } from "./planStudy.ts";
import { errorText, type PlanWords } from "./planWords.ts";

interface PlanPinsProps {
  readonly words: PlanWords;
  readonly target: PlanTarget;
  readonly pins: readonly Pin[];
  readonly now: Pin;
  readonly answer: PlanAnswer;
  readonly onPins: (pins: readonly Pin[]) => void;
  readonly onTake: (change: Taken) => void;
}

export const pinNames = ["A", "B", "C"] as const;

export function PlanPins({ words, target, pins, now, answer, onPins, onTake }: PlanPinsProps) {
  const rows = answer.pinned.length === pins.length ? pins : [];
  return (
    <>
      {rows.length > 0 && (
        <div className="plan-rows">
          <RowsTable
            className="plan-pins"
            testId="plan-pins"
            head={["release", "ε", "n", words.symbol, "error", ""]}
            rows={rows.map(({ epsilon, recordCount, tuning }, j) => {
              const { noise, goal } = answer.pinned[j]!;
              return [
                pinNames[j],
                ...[numberText(epsilon), countText(recordCount), numberText(tuning)],
                `${errorText(target)(noise)}, ${noise <= goal * (1 + 1e-9) ? "reached" : "missed"}`,
                <button
                  type="button"
                  aria-label={`Take over ${pinNames[j]}`}
                  onClick={() => onTake({ epsilon, tuning, recordCount })}
                >
                  Take
                </button>,
              ];
            })}
            nameOf={(j) => pinNames[j]!}
            onRemove={(j) => onPins(pins.toSpliced(j, 1))}
          />
        </div>
      )}
      {pins.length < mostPins && (
        <p className="buttons">
          <button type="button" onClick={() => onPins([...pins, now])}>
            {`Keep this release as ${pinNames[pins.length]}`}
          </button>
        </p>
      )}
    </>
  );
}
