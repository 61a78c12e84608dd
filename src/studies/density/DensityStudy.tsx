import { useEffect, useMemo, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { redraw } from "../../panels/redraw.ts";
import { ReleasePanel } from "../../panels/ReleasePanel.tsx";
import type { ScreenProps } from "../../panels/study.ts";
import { StudyLayout } from "../../panels/StudyLayout.tsx";
import { useRested } from "../../panels/useSettled.ts";
import { useSteady } from "../../panels/useSteady.ts";
import type { Ledger } from "../../state/ledger.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { DensityControls, MainSliders } from "./DensityControls.tsx";
import { DensityGuarantee } from "./DensityGuarantee.tsx";
import { DensityPicture } from "./DensityPicture.tsx";
import { PictureTools } from "./PictureTools.tsx";
import { problemsOf } from "./problems.ts";
import type { DensityScenario } from "./scenario.ts";
import { sentenceOf } from "./sentence.ts";
import type { DensityConductor } from "./session.ts";
import { takeAwayOf } from "./takeAway.ts";
import { useDensityView } from "./useDensityView.ts";

interface DensityStudyProps extends ScreenProps {
  readonly scenarios: ScenarioStore<DensityScenario>;
  readonly density: DensityConductor;
  readonly ledger: StoreApi<Ledger>;
}

/** The density study: the picture, what it says, what it guarantees, and the controls. */
export function DensityStudy({ scenarios, density, ledger, theme, reducedMotion }: DensityStudyProps) {
  const { scenario, set } = useStore(scenarios);
  const session = useStore(density.session);
  const first = useAnimatedDraw(scenario, reducedMotion);
  const view = useDensityView(scenario, session.answer, first);
  const problems = useMemo(() => problemsOf(scenario, session.failure), [scenario, session.failure]);
  const settled = useRested(
    useMemo(() => ({ scenario, view }), [scenario, view]),
    (shown) => shown.view?.original !== undefined,
  );
  const sentence = useMemo(() => (settled.view ? sentenceOf(settled.scenario, settled.view) : ""), [settled]);
  const steady = useSteady(scenario, problems);
  const stale = session.failure !== undefined || problems.has("calibration") || session.dataFailure !== undefined;
  const current = !stale && session.records?.value === session.answer?.records;
  const shared = { scenario, session, problems, set, view };

  return (
    <StudyLayout
      label="Private density"
      what="curve"
      session={session}
      stale={stale}
      tools={<PictureTools {...shared} onRedraw={() => redraw(scenario, set, density)} />}
      picture={<DensityPicture {...shared} theme={theme} reducedMotion={reducedMotion} />}
      sentence={sentence}
      below={view && <DensityGuarantee scenario={scenario} view={view} difference={session.measured} />}
      sliders={<MainSliders {...shared} />}
      controls={
        <>
          <DensityControls {...shared} {...steady} view={settled.view} density={density} />
          <ReleasePanel
            name="density"
            scenario={scenario}
            takeAway={view && current ? takeAwayOf(scenario, view, density) : undefined}
            ledger={ledger}
          />
        </>
      }
    />
  );
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
