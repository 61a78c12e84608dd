import { useMemo, useState } from "react";
import { numberText, significant } from "../../core/numberFormats.ts";
import type { PlanParameter } from "../../core/planning/planAnswer.ts";
import { mapAxes, type MapName, type PlanMap } from "../../core/planning/planMap.ts";
import { axisOver, type LinePicture } from "../../plots/small/linePlot.ts";
import { Problem } from "../controls/Problem.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { LineChart } from "../pictures/LineChart.tsx";
import type { PlanAnswersProps } from "./PlanAnswers.tsx";
import { pinNames } from "./PlanPins.tsx";
import type { PlanClient, StudyPlan, Taken } from "./planStudy.ts";
import { targetText, type PlanWords } from "./planWords.ts";
import { usePlanned } from "./usePlanned.ts";

interface PlanMapsProps<Q extends object, R> extends PlanAnswersProps {
  readonly request: Q;
  readonly client: PlanClient;
  readonly study: Pick<StudyPlan<never, never, Q, R>, "ask" | "answerOf">;
}

/** Simulated when asked for. */
export function PlanMaps<Q extends object, R>({ request, client, study, ...shown }: PlanMapsProps<Q, R>) {
  const { words, target, answer } = shown;
  const [chosen, setChosen] = useState<MapName | "none">("none");
  const over = chosen === "none" && !words.growing ? "epsilon" : chosen;
  const asked = useMemo(
    () => (words.growing && over !== "none" ? { ...request, map: over } : undefined),
    [request, over, words],
  );
  const planned = usePlanned<NonNullable<typeof asked>, R>(
    asked,
    (one, ...rest) => study.ask(client, one, ...rest),
    60,
  );
  const { answer: own, failure, end } = planned;
  const isOwn = own !== undefined && own.to === asked;
  const grown = useMemo(
    () => (isOwn ? study.answerOf(own.result, target).maps : undefined),
    [isOwn, own, study, target],
  );
  const map = over === "none" ? undefined : (words.growing ? grown : answer.maps)?.[over];
  const choices = {
    ...(words.growing && { none: "nothing" }),
    ...{ epsilon: `ε and ${words.symbol}`, recordCount: `n and ${words.symbol}`, both: "ε and n" },
  };
  return (
    <>
      <p className="window">
        <ToolChoice<MapName | "none"> label="Map over" value={over} choices={choices} onChange={setChosen} />
        {end && asked && (
          <>
            <button type="button" onClick={end}>
              Stop the map
            </button>
            <progress aria-label="Map so far" value={isOwn ? own.done : 0} />
          </>
        )}
      </p>
      <Problem text={failure?.message} />
      {over !== "none" && map && <MapPicture {...shown} over={over} map={map} />}
    </>
  );
}

function MapPicture({
  words,
  target,
  question: { release, pins },
  over,
  map,
  onTake,
}: PlanAnswersProps & { readonly over: MapName; readonly map: PlanMap }) {
  const { symbol, axis, records } = words;
  const [x, y] = mapAxes[over];
  const isBoth = over === "both";
  const what = words.growing || isBoth ? "error of the target" : "mean integrated squared error";
  const picture = useMemo((): LinePicture => {
    const { places, rows, ratios } = map;
    const names = { epsilon: "ε", recordCount: `${records} n`, tuning: axis };
    const ratioAt = (column: number, row: number) => ratios[row + rows.length * column]!;
    return {
      x: axisOver(names[x], places),
      y: axisOver(names[y], rows),
      map: { valueAt: ratioAt, levels: [isBoth ? 1 : 1.01, 1.05, 1.25, 2, 5] },
      marks: [release, ...(pins ?? [])].map((at, k) => ({ x: at[x], y: at[y], name: k === 0 ? "" : pinNames[k - 1]! })),
      read: (column, row) =>
        `${names[x]} ${numberText(places[column]!)}, ${names[y]} ${numberText(rows[row]!)}: ${numberText(ratioAt(column, row))}`,
      description: `${what} over ${names[x]} and ${y === "tuning" ? symbol : names[y]}, in multiples of ${isBoth ? "the target" : `the least of each ${names[x]}`}`,
    };
  }, [map, what, x, y, isBoth, symbol, axis, records, release, pins]);
  const within = "5 %, 25 %, twice, five times and beyond. A click, or Enter, takes over both.";
  const of =
    words.growing || isBoth ? `Target: ${targetText(target, words)}. Its error,` : "Mean integrated squared error,";
  return (
    <LineChart
      picture={picture}
      caption={
        isBoth
          ? `${of} in multiples of the target: reached, within ${within}`
          : `${of} in multiples of that at the best ${symbol} for the same ${x === "epsilon" ? "ε" : "n"}: within 1 % of it, ${within}`
      }
      onPick={(at, above) => onTake({ ...takenAt(x, at, words), ...takenAt(y, above, words) })}
    />
  );
}

/** A place of a picture as a value to take over. */
export function takenAt(name: PlanParameter, at: number, { isWhole }: Pick<PlanWords, "isWhole">): Taken {
  const isCount = name === "recordCount" || (name === "tuning" && isWhole);
  const value = significant(at, 3);
  return { [name]: isCount ? Math.max(1, Math.round(value)) : value };
}
