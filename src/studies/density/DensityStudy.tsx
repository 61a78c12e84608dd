import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { DensityControls, MainSliders } from "./DensityControls.tsx";
import { DensityGuarantee } from "./DensityGuarantee.tsx";
import { DensityPicture } from "./DensityPicture.tsx";
import { PictureTools } from "./PictureTools.tsx";
import { problemsOf } from "./problems.ts";
import type { Problems } from "./problems.ts";
import { ReleasePanel } from "./ReleasePanel.tsx";
import type { DensityScenario } from "./scenario.ts";
import { sentenceOf } from "./sentence.ts";
import type { DensityConductor } from "./session.ts";
import { useDensityView } from "./useDensityView.ts";

interface DensityStudyProps {
  readonly scenarios: ScenarioStore<DensityScenario>;
  readonly density: DensityConductor;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

/** The density study: the picture, what it says, what it guarantees, and the controls. */
export function DensityStudy({ scenarios, density, theme, reducedMotion }: DensityStudyProps) {
  const { scenario, set } = useStore(scenarios);
  const session = useStore(density.session);
  const first = useAnimatedDraw(scenario, reducedMotion);
  const view = useDensityView(scenario, session.answer, first);
  const problems = useMemo(() => problemsOf(scenario, session.failure), [scenario, session.failure]);
  const settled = useSettled(useMemo(() => ({ scenario, view }), [scenario, view]));
  const sentence = useMemo(() => (settled.view ? sentenceOf(settled.scenario, settled.view) : ""), [settled]);
  const steady = useSteady(scenario, problems);
  const stale = session.failure !== undefined || problems.has("calibration") || session.dataFailure !== undefined;
  const shared = { scenario, session, problems, set, view };

  return (
    <div className="study">
      <section className="stage" aria-label="Private density">
        <PictureTools {...shared} onRedraw={() => redraw(scenario, set, density)} />
        <div className="picture" id="picture" tabIndex={-1} data-stale={stale || session.answer === undefined}>
          <DensityPicture {...shared} theme={theme} reducedMotion={reducedMotion} />
          <PictureStatus
            empty={session.answer === undefined}
            loading={session.loading !== undefined}
            stale={stale}
            failure={session.failure && !session.failure.parameter ? session.failure.message : undefined}
          />
        </div>
        <p className="sentence" aria-live="polite" data-testid="sentence">
          {sentence}
        </p>
        {view && <DensityGuarantee scenario={scenario} view={view} difference={session.difference} theme={theme} />}
      </section>
      <aside className="controls" aria-label="Controls">
        <div className="group thumb">
          <MainSliders {...shared} />
        </div>
        <DensityControls {...shared} {...steady} view={settled.view} density={density} />
        <ReleasePanel scenario={scenario} view={view} density={density} theme={theme} />
      </aside>
    </div>
  );
}

function redraw(
  { seed }: DensityScenario,
  set: (change: Partial<DensityScenario>, options: { commit: boolean }) => void,
  density: DensityConductor,
): void {
  if (seed === "secure") density.redraw();
  else set({ seed: seed + 1 }, { commit: true });
}

function PictureStatus(props: { empty: boolean; loading: boolean; stale: boolean; failure: string | undefined }) {
  const text =
    props.failure ??
    (props.loading
      ? "Reading the data …"
      : props.empty
        ? "No curve yet"
        : props.stale
          ? "The last good curve: see the controls for what is missing"
          : undefined);
  return text === undefined ? null : (
    <p className="picture-status" role="status">
      {text}
    </p>
  );
}

const restMilliseconds = 120;

/** A value once it has rested: what is said of a picture need not follow each frame of a drag. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Scenario and problems that stay the same objects while only ε moves. */
function useSteady(scenario: DensityScenario, problems: Problems): { scenario: DensityScenario; problems: Problems } {
  const [steady, setSteady] = useState({ scenario, problems });
  const { epsilon } = steady.scenario;
  const changed =
    JSON.stringify({ ...scenario, epsilon }) !== JSON.stringify(steady.scenario) ||
    JSON.stringify([...problems]) !== JSON.stringify([...steady.problems]);
  if (!changed) return steady;
  const next = { scenario: { ...scenario, epsilon }, problems };
  setSteady(next);
  return next;
}

const secondsPerDraw = 0.7;

/** Steps through the draws while they are animated; stands still under reduced motion. */
function useAnimatedDraw({ display, draws }: DensityScenario, reducedMotion: boolean): number {
  const [draw, setDraw] = useState(0);
  const moving = display === "animation" && draws > 1 && !reducedMotion;
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => setDraw((shown) => (shown + 1) % draws), secondsPerDraw * 1000);
    return () => clearInterval(timer);
  }, [moving, draws]);
  return moving ? draw % draws : 0;
}
