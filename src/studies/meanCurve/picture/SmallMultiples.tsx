import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { meanCurveExamples } from "../model/examples.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { useDebounced } from "../../../panels/hooks/useDebounced.ts";
import { isGrouped } from "../../../core/grids.ts";
import { allocateFresh } from "../../../core/bufferPool.ts";
import { gaussianMechanism } from "../../../core/privacy/mechanisms/mechanism.ts";
import { postMapped } from "../../../core/release/postMap.ts";
import type { MeanCurveRelease } from "../../../core/mean/meanCurve.ts";
import type { MeanCurveContract } from "../../../core/mean/meanCurveContract.ts";
import { numberText } from "../../../core/numberFormats.ts";
import type { RecordsId, StudyClient } from "../../../engine/contract.ts";
import { calibrate } from "../../../state/presented/budgetInForce.ts";
import { scaledView, type ReleaseView } from "../../../state/presented/releaseView.ts";
import { axesOf, postMapOf, type MeanCurveProps, type MeanCurveView } from "../model/view.ts";
import { separateColumns } from "../model/separateColumns.ts";
import { extentOf } from "./pictures.ts";
import { createOtherCurves, type OtherCurves } from "../model/otherCurves.ts";
import { requestOf } from "../model/request.ts";
import { exampleOf, type MeanCurveScenario } from "../model/scenario.ts";
import { cloudSize, MultiplePlot } from "./MultiplePlot.tsx";
import { isShown, variationsOf } from "../model/variations.ts";
import "./smallMultiples.css";

/** Pixels, with the gap below. */
const multiplesHeight = 104;

export function stripHeightOf({ inside, axes }: MeanCurveView, shown: MeanCurveScenario): number {
  return inside && !isGrouped(axes) && !separateColumns(shown) ? multiplesHeight : 0;
}

/** Inside only, since multiples show the original. */
export function ScenarioStrip(props: MeanCurveProps) {
  const { data } = props.scenario;
  // The common axis fits only this example's curves.
  const family = exampleOf(meanCurveExamples, data)?.example.id ?? data;
  return props.view && stripHeightOf(props.view, props.shown) > 0 ? <SmallMultiples key={family} {...props} /> : null;
}

/** Variations in one respect, as in the paper's figures, to be adopted. */
function SmallMultiples({ scenario, shown, records, recordsId, current, set, client }: MeanCurveProps) {
  const variations = useMemo(() => variationsOf(meanCurveExamples, scenario), [scenario]);
  const others = useMemo(() => createOtherCurves(client), [client]);
  useEffect(() => () => others.dispose(), [others]);
  // While other data load, `records` are the old ones.
  const isHeld = records !== undefined && current && shown.data === scenario.data;
  const own = useMemo(
    () => ({
      data: scenario.data,
      perPerson: shown.perPerson,
      id: isHeld ? recordsId : undefined,
      curves: isHeld ? records.curves : undefined,
    }),
    [isHeld, recordsId, records, scenario.data, shown.perPerson],
  );
  const [extents, setExtents] = useState<Readonly<Record<string, readonly [number, number]>>>({});
  const vertical = verticalOf(variations.flatMap(({ label }) => extents[label] ?? []));
  const strip = useRef<HTMLDivElement>(null);
  const chosen = variations.findIndex((variation) => isShown(scenario, variation));
  useLayoutEffect(() => {
    const row = strip.current!;
    const own = row.children[chosen] as HTMLElement | undefined;
    if (own) row.scrollLeft = own.offsetLeft - (row.clientWidth - own.clientWidth) / 2;
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const count = variations.length;
    const next = chosen < 0 ? 0 : (chosen + step + count) % count;
    set(variations[next]!.change, { commit: true });
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return (
    <div
      ref={strip}
      className="multiples"
      role="radiogroup"
      aria-label="Side by side"
      title={`Solid: private; dashed: original; grey: curves, at most ${cloudSize} of them. Each is a release of its own.`}
      onKeyDown={onKeyDown}
    >
      {variations.map((variation, i) => (
        <Multiple
          key={variation.label}
          label={variation.label}
          shown={i === chosen}
          isStop={i === Math.max(0, chosen)}
          scenario={{ ...scenario, ...variation.change }}
          own={own}
          client={client}
          others={others}
          vertical={vertical}
          onExtent={(extent) => setExtents((before) => ({ ...before, [variation.label]: extent }))}
          onAdopt={() => set(variation.change, { commit: true })}
        />
      ))}
    </div>
  );
}

function verticalOf(ends: readonly number[]): readonly [number, number] {
  const [low, high] = extentOf([Float64Array.from(ends)]);
  return [low - 2 * (high - low), high + 2 * (high - low)];
}

interface MultipleProps {
  readonly scenario: MeanCurveScenario;
  /** Records once they are held. */
  readonly own: {
    readonly data: string;
    readonly perPerson: number;
    readonly id: RecordsId | undefined;
    readonly curves: Float64Array | undefined;
  };
  readonly client: StudyClient<MeanCurveContract>;
  readonly vertical: readonly [number, number];
  readonly label: string;
  readonly shown: boolean;
  readonly isStop: boolean;
  readonly others: OtherCurves;
  readonly onExtent: (extent: readonly [number, number]) => void;
  readonly onAdopt: () => void;
}

function Multiple({ label, shown, isStop, vertical, onAdopt, ...asked }: MultipleProps) {
  const found = useFound(asked);
  return (
    <button
      type="button"
      className="multiple"
      role="radio"
      aria-checked={shown}
      tabIndex={isStop ? 0 : -1}
      onClick={onAdopt}
    >
      <span>{label.replaceAll(" = ", "\u00a0=\u00a0")}</span>
      <MultiplePlot view={found?.view} curves={found?.curves} vertical={vertical} label={spokenOf(found?.view)} />
    </button>
  );
}

function spokenOf(view: ReleaseView | undefined): string {
  if (!view) return "Computing";
  const { sigma } = view;
  return `private mean curve, noise standard deviation ${numberText(sigma)}`;
}

interface Found {
  readonly view: ReleaseView;
  readonly curves: Float64Array;
}

interface Answered {
  readonly release: MeanCurveRelease;
  readonly asked: MeanCurveScenario;
  readonly curves: Float64Array;
}

/** Settings outside a request. */
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

/** View and curves of a varied scenario; computed in the background once it is stable. */
function useFound({
  scenario,
  own,
  client,
  others,
  onExtent,
}: Omit<MultipleProps, "label" | "shown" | "isStop" | "vertical" | "onAdopt">): Found | undefined {
  const [answer, setAnswer] = useState<Answered>();
  const stable = useDebounced(useSame<MeanCurveScenario>({ ...scenario, ...anyBudget }));
  const isOwn = stable.data === own.data && stable.perPerson === own.perPerson;
  const { id: ownId, curves: ownCurves } = own;
  const heard = useEffectEvent(onExtent);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const ask = async () => {
      const other = isOwn ? undefined : await others.of(stable);
      const [id, curves] = isOwn ? [ownId, ownCurves] : [other?.id, other?.value.curves];
      if (id === undefined || curves === undefined || signal.aborted) return;
      const outcome = await client.run("release", id, requestOf(stable), { signal });
      if (!outcome.ok) return;
      setAnswer({ release: outcome.value, asked: stable, curves });
      const back = postMapOf({ ...requestOf(stable), points: stable.points });
      heard(extentOf([back ? postMapped(back, outcome.value.estimate) : outcome.value.estimate]));
    };
    void ask();
    return () => controller.abort();
  }, [stable, isOwn, ownId, ownCurves, client, others]);

  const { epsilon, delta, calibration } = scenario;
  const budget = useMemo(
    () => calibrate({ epsilon, delta, calibration }, gaussianMechanism),
    [epsilon, delta, calibration],
  );
  return useMemo(
    () =>
      answer && "multiplier" in budget
        ? {
            curves: answer.curves,
            view: scaledView({
              release: answer.release,
              axes: axesOf(answer.asked),
              postMap: postMapOf({ ...requestOf(answer.asked), points: answer.asked.points }),
              budget,
              side: "inside",
              allocate: allocateFresh,
            }),
          }
        : undefined,
    [answer, budget],
  );
}
