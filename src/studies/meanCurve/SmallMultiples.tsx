import { line, scaleLinear } from "d3";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { meanCurveExamples } from "../../core/datasets/examples/meanCurveExamples.ts";
import type { Engine } from "../../engine/engine.ts";
import { useSame } from "../../panels/useSame.ts";
import { useSettled } from "../../panels/useSettled.ts";
import { numberText } from "../../panels/words.ts";
import { calibrate } from "../../state/calibrate.ts";
import { extentOf } from "./pictures.ts";
import { createOtherCurves } from "./otherCurves.ts";
import type { OtherCurves } from "./otherCurves.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import type { MeanCurveAnswer } from "./session.ts";
import type { StudyProps } from "./studyProps.ts";
import { meanCurveViewOf } from "./useMeanCurveView.ts";
import type { MeanCurveView } from "./useMeanCurveView.ts";
import { isShown, variationsOf } from "./variations.ts";

interface SmallMultiplesProps extends StudyProps {
  readonly engine: Engine;
}

/** The present scenario varied in one respect, side by side, as in the paper's figures; each can be taken over. */
export function SmallMultiples({ scenario, session, set, engine }: SmallMultiplesProps) {
  const variations = useMemo(() => variationsOf(meanCurveExamples, scenario), [scenario]);
  const others = useMemo(() => createOtherCurves(engine), [engine]);
  useEffect(() => () => others.dispose(), [others]);
  const [extents, setExtents] = useState<Readonly<Record<string, readonly [number, number]>>>({});
  const vertical = verticalOf(variations.flatMap(({ label }) => extents[label] ?? []));
  return (
    <section className="multiples" aria-label="Side by side">
      {variations.map((variation) => (
        <Multiple
          key={variation.label}
          label={variation.label}
          shown={isShown(scenario, variation)}
          scenario={{ ...scenario, ...variation.change }}
          session={session}
          engine={engine}
          others={others}
          vertical={vertical}
          onExtent={(extent) => setExtents((before) => ({ ...before, [variation.label]: extent }))}
          onAdopt={() => set(variation.change, { commit: true })}
        />
      ))}
      <p className="explanation">
        Dashed: private; solid: original. Each is a release of its own and would spend the budget again. A click takes
        its settings over.
      </p>
    </section>
  );
}

/** The axis of all: their means, and twice as much above and below for the noise. */
function verticalOf(ends: readonly number[]): readonly [number, number] {
  const [low, high] = extentOf([Float64Array.from(ends)]);
  return [low - 2 * (high - low), high + 2 * (high - low)];
}

interface MultipleProps extends Pick<SmallMultiplesProps, "scenario" | "session" | "engine"> {
  readonly vertical: readonly [number, number];
  readonly label: string;
  readonly shown: boolean;
  readonly others: OtherCurves;
  /** Hears between which values the mean lies. */
  readonly onExtent: (extent: readonly [number, number]) => void;
  readonly onAdopt: () => void;
}

const size = { width: 168, height: 104 };

function Multiple({ label, shown, scenario, session, engine, others, vertical, onExtent, onAdopt }: MultipleProps) {
  const view = useView({ scenario, session, engine, others, onExtent });
  return (
    <button type="button" className="multiple" aria-pressed={shown} onClick={onAdopt}>
      <span>{label}</span>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={view ? spoken(view) : "Computing"}>
        {view && <Lines view={view} vertical={vertical} />}
      </svg>
    </button>
  );
}

function Lines({ view, vertical }: { readonly view: MeanCurveView; readonly vertical: readonly [number, number] }) {
  const { released, inside } = view;
  const y = scaleLinear(vertical, [size.height, 0]);
  const path = line<number>(
    (_, i) => (i * size.width) / (released.length - 1),
    (value) => y(value),
  ).digits(1);
  return (
    <>
      {inside && <path className="estimate" d={path(Array.from(inside.original)) ?? ""} />}
      <path className="release" d={path(Array.from(released)) ?? ""} />
    </>
  );
}

function spoken({ standardDeviation }: MeanCurveView): string {
  return `private mean curve, noise standard deviation ${numberText(standardDeviation)}`;
}

/** What a request does not depend on. */
const anyBudget = {
  epsilon: 1,
  delta: 1e-5,
  calibration: "analytic",
  view: "inside",
  band: "none",
  records: "none",
  show: "mean",
  window: [0, 1],
  weight: "",
  origin: "public",
  draws: 1,
} as const satisfies Partial<MeanCurveScenario>;

/** The view of a scenario beside the present one; its release is computed in the background once the scenario rests. */
function useView({
  scenario,
  session: { tableOf, records },
  engine,
  others,
  onExtent,
}: Pick<MultipleProps, "scenario" | "session" | "engine" | "others" | "onExtent">): MeanCurveView | undefined {
  const [answer, setAnswer] = useState<MeanCurveAnswer>();
  const rested = useSettled(useSame<MeanCurveScenario>({ ...scenario, ...anyBudget }));
  const own = rested.data === tableOf ? records : undefined;

  const heard = useEffectEvent(onExtent);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const held = own ?? (await others.of(rested));
      if (!held || signal.aborted) return;
      const parameters = requestOf(rested);
      const outcome = await engine.meanCurveAside({ records: held.id, parameters }, { signal });
      if (!outcome.ok) return;
      setAnswer({ release: outcome.value, parameters, records: held.value });
      heard(extentOf([outcome.value.estimate]));
    };
    void ask();
    return () => controller.abort();
  }, [rested, own, engine, others]);

  const noiseMultiplier = calibrate(scenario);
  const { delta } = scenario;
  return useMemo(
    () =>
      answer && typeof noiseMultiplier === "number"
        ? meanCurveViewOf(answer, { noiseMultiplier, deltaAchieved: delta, view: "inside" })
        : undefined,
    [answer, noiseMultiplier, delta],
  );
}
