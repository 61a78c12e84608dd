import { line, scaleLinear } from "d3";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { meanCurveExamples } from "./examples.ts";
import { useSame } from "../../panels/useSame.ts";
import { useSettled } from "../../panels/useSettled.ts";
import { numberText } from "../../panels/words.ts";
import { allocateFresh } from "../../core/bufferPool.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { MeanCurveRelease } from "../../core/releases/meanCurve.ts";
import type { MeanCurveContract } from "../../core/releases/meanCurveContract.ts";
import type { RecordsId, StudyClient } from "../../engine/engine.ts";
import { calibrate } from "../../state/budgetInForce.ts";
import { scaledView } from "../../state/releaseView.ts";
import type { ReleaseView } from "../../state/releaseView.ts";
import { axesOf } from "./view.ts";
import type { MeanCurveProps } from "./view.ts";
import { extentOf } from "./pictures.ts";
import { createOtherCurves } from "./otherCurves.ts";
import type { OtherCurves } from "./otherCurves.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { isShown, variationsOf } from "./variations.ts";

/** The present scenario varied in one respect, side by side, as in the paper's figures; each can be taken over. */
export function SmallMultiples({ scenario, shown, records, recordsId, current, set, client }: MeanCurveProps) {
  const variations = useMemo(() => variationsOf(meanCurveExamples, scenario), [scenario]);
  const others = useMemo(() => createOtherCurves(client), [client]);
  useEffect(() => () => others.dispose(), [others]);
  // While other data are on their way, the records that are held are still those before.
  const isHeld = records !== undefined && current && shown.data === scenario.data;
  const own = useMemo(
    () => ({ data: scenario.data, id: isHeld ? recordsId : undefined }),
    [isHeld, recordsId, scenario.data],
  );
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
          own={own}
          client={client}
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

interface MultipleProps {
  readonly scenario: MeanCurveScenario;
  /** The data set of the session, and its records once they are held. */
  readonly own: { readonly data: string; readonly id: RecordsId | undefined };
  readonly client: StudyClient<MeanCurveContract>;
  readonly vertical: readonly [number, number];
  readonly label: string;
  readonly shown: boolean;
  readonly others: OtherCurves;
  /** Hears between which values the mean lies. */
  readonly onExtent: (extent: readonly [number, number]) => void;
  readonly onAdopt: () => void;
}

const size = { width: 168, height: 104 };

function Multiple({ label, shown, vertical, onAdopt, ...asked }: MultipleProps) {
  const view = useView(asked);
  return (
    <button type="button" className="multiple" aria-pressed={shown} onClick={onAdopt}>
      <span>{label}</span>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={view ? spoken(view) : "Computing"}>
        {view && <Lines view={view} vertical={vertical} />}
      </svg>
    </button>
  );
}

function Lines({ view, vertical }: { readonly view: ReleaseView; readonly vertical: readonly [number, number] }) {
  const { released, original } = view;
  const y = scaleLinear(vertical, [size.height, 0]);
  const path = line<number>(
    (_, i) => (i * size.width) / (released.length - 1),
    (value) => y(value),
  ).digits(1);
  return (
    <>
      {original && <path className="estimate" d={path(Array.from(original)) ?? ""} />}
      <path className="release" d={path(Array.from(released)) ?? ""} />
    </>
  );
}

function spoken({ sigma }: ReleaseView): string {
  return `private mean curve, noise standard deviation ${numberText(sigma)}`;
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
  provenance: {},
  draws: 1,
} as const satisfies Partial<MeanCurveScenario>;

/** The view of a scenario beside the present one; its release is computed in the background once the scenario rests. */
function useView({
  scenario,
  own,
  client,
  others,
  onExtent,
}: Omit<MultipleProps, "label" | "shown" | "vertical" | "onAdopt">): ReleaseView | undefined {
  const [answer, setAnswer] = useState<{ readonly release: MeanCurveRelease; readonly asked: MeanCurveScenario }>();
  const rested = useSettled(useSame<MeanCurveScenario>({ ...scenario, ...anyBudget }));
  const isOwn = rested.data === own.data;
  const ownId = own.id;
  const heard = useEffectEvent(onExtent);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const id = isOwn ? ownId : (await others.of(rested))?.id;
      if (id === undefined || signal.aborted) return;
      const outcome = await client.run("release", id, requestOf(rested), { signal });
      if (!outcome.ok) return;
      setAnswer({ release: outcome.value, asked: rested });
      heard(extentOf([outcome.value.estimate]));
    };
    void ask();
    return () => controller.abort();
  }, [rested, isOwn, ownId, client, others]);

  const { epsilon, delta, calibration } = scenario;
  const budget = useMemo(
    () => calibrate({ epsilon, delta, calibration }, gaussianMechanism),
    [epsilon, delta, calibration],
  );
  return useMemo(
    () =>
      answer && "multiplier" in budget
        ? scaledView({
            release: answer.release,
            axes: axesOf(answer.asked),
            budget,
            side: "inside",
            allocate: allocateFresh,
          })
        : undefined,
    [answer, budget],
  );
}
