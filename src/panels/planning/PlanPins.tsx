import { countText, numberText } from "../../core/numberFormats.ts";
import { mostPins } from "../../core/planning/plan.ts";
import type { Pin, PlanAnswer } from "../../core/planning/planAnswer.ts";
import type { Taken } from "./planStudy.ts";
import { percents, type PlanWords } from "./planWords.ts";

interface PlanPinsProps {
  readonly words: PlanWords;
  readonly pins: readonly Pin[];
  readonly now: Pin;
  readonly answer: PlanAnswer;
  readonly onPins: (pins: readonly Pin[]) => void;
  readonly onTake: (change: Taken) => void;
}

export const pinNames = ["A", "B", "C"] as const;

export function PlanPins({ words, pins, now, answer, onPins, onTake }: PlanPinsProps) {
  const text = words.growing ? (error: number) => `${percents(error)} %` : numberText;
  const rows = answer.pinned.length === pins.length ? pins : [];
  return (
    <>
      {rows.length > 0 && (
        <table className="plan-parts plan-pins" data-testid="plan-pins">
          <thead>
            <tr>
              {["release", "ε", "n", words.symbol, "error"].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <td />
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ epsilon, recordCount, tuning }, j) => {
              const { noise, goal } = answer.pinned[j]!;
              return (
                <tr key={j}>
                  <th scope="row">{pinNames[j]}</th>
                  <td>{numberText(epsilon)}</td>
                  <td>{countText(recordCount)}</td>
                  <td>{numberText(tuning)}</td>
                  <td>{`${text(noise)}, ${noise <= goal * (1 + 1e-9) ? "reached" : "missed"}`}</td>
                  <td>
                    <button
                      type="button"
                      aria-label={`Take over ${pinNames[j]}`}
                      onClick={() => onTake({ epsilon, tuning, recordCount })}
                    >
                      Take
                    </button>
                  </td>
                  <td>
                    <button
                      type="button"
                      aria-label={`Remove ${pinNames[j]}`}
                      onClick={() => onPins(pins.toSpliced(j, 1))}
                    >
                      −
                    </button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
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
