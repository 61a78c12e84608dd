import { memo, useMemo } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { Engine } from "../../engine/engine.ts";
import { CurveHost } from "../../panels/CurveHost.tsx";
import { redraw } from "../../panels/redraw.ts";
import { ReleasePanel } from "../../panels/ReleasePanel.tsx";
import type { ScreenProps } from "../../panels/study.ts";
import { StudyLayout } from "../../panels/StudyLayout.tsx";
import { ToolChoice } from "../../panels/ToolChoice.tsx";
import { useRested } from "../../panels/useSettled.ts";
import { useSteady } from "../../panels/useSteady.ts";
import { numberText } from "../../panels/words.ts";
import type { CurvePicture } from "../../plots/curvePlot.ts";
import type { Ledger } from "../../state/ledger.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { CompatibilityPanel } from "./CompatibilityPanel.tsx";
import { FunctionalTable } from "./FunctionalTable.tsx";
import { hasSlopes } from "./functionals.ts";
import { MainSliders, MeanCurveControls } from "./MeanCurveControls.tsx";
import { MeanCurveGuarantee } from "./MeanCurveGuarantee.tsx";
import { meanCurvePictureOf } from "./pictures.ts";
import { problemsOf, scenarioProblems } from "./problems.ts";
import type { MeanCurveScenario } from "./scenario.ts";
import { sentenceOf } from "./sentence.ts";
import type { MeanCurveConductor } from "./session.ts";
import { SmallMultiples } from "./SmallMultiples.tsx";
import type { StudyProps } from "./studyProps.ts";
import { takeAwayOf } from "./takeAway.ts";
import { TuningMap } from "./TuningMap.tsx";
import { useMeanCurveView } from "./useMeanCurveView.ts";

interface MeanCurveStudyProps extends ScreenProps {
  readonly engine: Engine;
  readonly scenarios: ScenarioStore<MeanCurveScenario>;
  readonly conductor: MeanCurveConductor;
  readonly ledger: StoreApi<Ledger>;
}

/** The mean-curve study: the picture, what it says, what it guarantees, what varies, and the controls. */
export function MeanCurveStudy({ engine, scenarios, conductor, ledger, theme }: MeanCurveStudyProps) {
  const { scenario, set } = useStore(scenarios);
  const session = useStore(conductor.session);
  const view = useMeanCurveView(scenario, session.answer);
  const problems = useMemo(() => problemsOf(scenario, session.failure), [scenario, session.failure]);
  const settled = useRested(
    useMemo(() => ({ scenario, session, view, problems }), [scenario, session, view, problems]),
    (shown) => shown.view?.inside !== undefined,
  );
  const sentence = useMemo(() => (settled.view ? sentenceOf(settled.scenario, settled.view) : ""), [settled]);
  const picture = useMemo(() => view && meanCurvePictureOf(scenario, view), [scenario, view]);
  const steady = useSteady(scenario, problems);
  const blocked = scenarioProblems(scenario).some(({ blocks }) => blocks);
  const stale =
    blocked || session.failure !== undefined || problems.has("calibration") || session.dataFailure !== undefined;
  const current = !stale && session.records?.value === session.answer?.records;
  const shared = { scenario, session, problems, set, view };

  return (
    <StudyLayout
      label="Private mean curve"
      what="curve"
      session={session}
      stale={stale}
      tools={<MeanCurveTools {...shared} onRedraw={() => redraw(scenario, set, conductor)} />}
      picture={
        picture ? (
          <CurveHost
            picture={picture}
            theme={theme}
            label={`${picture.label.y} over ${picture.label.x}: mean. Arrow keys read values.`}
            readout={(at) => (at === undefined ? legend(picture) : readout(picture, at))}
          />
        ) : (
          <div className="plot plot-empty" />
        )
      }
      sentence={sentence}
      below={
        <>
          {view && <MeanCurveGuarantee scenario={scenario} view={view} />}
          {view && <Consequences {...settled} set={set} engine={engine} />}
        </>
      }
      sliders={<MainSliders {...shared} />}
      controls={
        <>
          <MeanCurveControls {...shared} {...steady} view={settled.view} conductor={conductor} />
          <ReleasePanel
            name="mean-curve"
            scenario={scenario}
            takeAway={view && current ? takeAwayOf(scenario, view, conductor) : undefined}
            ledger={ledger}
          />
        </>
      }
    />
  );
}

/** The choices about the picture, above it: a new draw, band, mean or slope, the curves. */
function MeanCurveTools({ scenario, view, set, onRedraw }: StudyProps & { readonly onRedraw: () => void }) {
  const { band, show, records } = scenario;
  const choose = (change: Partial<MeanCurveScenario>) => set(change, { commit: true });
  return (
    <div className="stage-tools">
      <button type="button" onClick={onRedraw} title="The same settings with other noise">
        Draw again
      </button>
      <ToolChoice
        label="Band"
        value={band}
        choices={{
          none: "none",
          pointwise: "95 % at each point",
          simultaneous: "95 % for the whole curve",
          both: "both",
        }}
        onChange={(chosen) => choose({ band: chosen })}
      />
      {view && hasSlopes(view) && (
        <ToolChoice
          label="Show"
          value={show}
          choices={{ mean: "the mean", slope: "its slope" }}
          onChange={(chosen) => choose({ show: chosen })}
        />
      )}
      {scenario.view === "inside" && show === "mean" && (
        <ToolChoice
          label="Curves"
          value={records}
          choices={{ none: "hidden", curves: "all of them" }}
          onChange={(chosen) => choose({ records: chosen })}
        />
      )}
    </div>
  );
}

/** What varies beside the picture and follows from it: drawn again once the scenario rests. */
const Consequences = memo(function Consequences(rested: StudyProps & { readonly engine: Engine }) {
  const { scenario, view, set } = rested;
  return (
    <>
      {view?.inside && <SmallMultiples {...rested} />}
      {view && <FunctionalTable view={view} window={scenario.window} weight={scenario.weight} set={set} />}
      <CompatibilityPanel {...rested} />
      {view?.inside && <TuningMap {...rested} />}
    </>
  );
});

function readout({ x, release, estimate, records, label, bands }: CurvePicture, at: number): string {
  const pointwise = bands.find(({ name }) => name === "pointwise");
  const parts = [
    `${label.x} = ${numberText(x[at]!)}`,
    `private ${numberText(release[at]!)}${pointwise ? ` ± ${numberText(pointwise.halfWidth)}` : ""}`,
  ];
  if (estimate) parts.push(`original ${numberText(estimate[at]!)}`);
  if (records?.kind === "curves") parts.push(`plain mean ${numberText(records.mean[at]!)}`);
  return parts.join(" · ");
}

function legend({ records, bands }: CurvePicture): string {
  const cloud = records ? "Grey: the curves; dotted: their plain mean." : "";
  const shaded = bands.map(({ name, halfWidth }) => `${name} 95 % band ± ${numberText(halfWidth)}`);
  const text = [cloud, shaded.length > 0 ? `Shaded: ${shaded.join("; ")}, of the noise alone.` : ""]
    .filter((part) => part !== "")
    .join(" ");
  return text === "" ? "Point at the curve, or press the arrow keys, to read it." : text;
}
