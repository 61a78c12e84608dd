import { useMemo, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { Engine } from "../../engine/engine.ts";
import { redraw } from "../../panels/redraw.ts";
import { ReleasePanel } from "../../panels/ReleasePanel.tsx";
import type { ScreenProps } from "../../panels/study.ts";
import { StudyLayout } from "../../panels/StudyLayout.tsx";
import { ToolChoice } from "../../panels/ToolChoice.tsx";
import { useRested } from "../../panels/useSettled.ts";
import { useSteady } from "../../panels/useSteady.ts";
import type { Ledger } from "../../state/ledger.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { BoundaryControls, MainSliders } from "./BoundaryControls.tsx";
import { BoundaryGuarantee } from "./BoundaryGuarantee.tsx";
import { BoundaryPicture } from "./BoundaryPicture.tsx";
import { PenaltyMap } from "./PenaltyMap.tsx";
import { problemsOf, scenarioProblems } from "./problems.ts";
import type { BoundaryScenario } from "./scenario.ts";
import { sentenceOf } from "./sentence.ts";
import type { BoundaryConductor } from "./session.ts";
import type { StudyProps, Tool } from "./studyProps.ts";
import { takeAwayOf } from "./takeAway.ts";
import { useBoundaryView } from "./useBoundaryView.ts";

interface BoundaryStudyProps extends ScreenProps {
  readonly engine: Engine;
  readonly scenarios: ScenarioStore<BoundaryScenario>;
  readonly conductor: BoundaryConductor;
  readonly ledger: StoreApi<Ledger>;
}

/** The boundary study: the picture, what it says, what it guarantees, and the controls. */
export function BoundaryStudy({ engine, scenarios, conductor, ledger, theme }: BoundaryStudyProps) {
  const { scenario, set } = useStore(scenarios);
  const session = useStore(conductor.session);
  const view = useBoundaryView(scenario, session.answer, session.measured);
  const recordCount = session.records?.value.responses.length;
  const problems = useMemo(
    () => problemsOf(scenario, session.failure, recordCount),
    [scenario, session.failure, recordCount],
  );
  const settled = useRested(
    useMemo(() => ({ view }), [view]),
    (shown) => shown.view?.inside !== undefined,
  ).view;
  const sentence = useMemo(() => (settled ? sentenceOf(settled) : ""), [settled]);
  const steady = useSteady(scenario, problems);
  const [tool, setTool] = useState<Tool>("read");
  const blocked = scenarioProblems(scenario).some(({ blocks }) => blocks);
  const stale =
    blocked || session.failure !== undefined || problems.has("calibration") || session.dataFailure !== undefined;
  const current = !stale && session.records?.value === session.answer?.records;
  const shared = { scenario, session, problems, set, view };

  return (
    <StudyLayout
      label="Private boundary"
      what="boundary"
      session={session}
      stale={stale}
      tools={
        <BoundaryTools {...shared} tool={tool} setTool={setTool} onRedraw={() => redraw(scenario, set, conductor)} />
      }
      picture={
        <BoundaryPicture {...shared} theme={theme} tool={tool} onEdit={(records) => conductor.editRecords(records)} />
      }
      sentence={sentence}
      below={
        <>
          {view && <BoundaryGuarantee scenario={scenario} view={view} measured={session.measured} />}
          {view?.inside && <PenaltyMap {...shared} engine={engine} />}
        </>
      }
      sliders={<MainSliders {...shared} />}
      controls={
        <>
          <BoundaryControls {...shared} {...steady} view={settled} conductor={conductor} />
          <ReleasePanel
            name="boundary"
            scenario={scenario}
            takeAway={view && current ? takeAwayOf(scenario, view, conductor) : undefined}
            ledger={ledger}
          />
        </>
      }
    />
  );
}

interface ToolsProps extends StudyProps {
  readonly tool: Tool;
  readonly setTool: (tool: Tool) => void;
  readonly onRedraw: () => void;
}

/** The choices about the picture, above it: what colours it, what is marked, what a click does, and a new draw. */
function BoundaryTools({ scenario, session, set, tool, setTool, onRedraw }: ToolsProps) {
  const plane = scenario.task === "classification";
  const inside = scenario.view === "inside";
  const classNames = session.records?.value.classNames;
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const clicks: Partial<Record<Tool, string>> = classNames
    ? {
        read: "reads values",
        negative: `adds ${classNames[0]}`,
        positive: `adds ${classNames[1]}`,
        remove: "removes a point",
      }
    : { read: "reads values", positive: "adds a point", remove: "removes a point" };
  return (
    <div className="stage-tools">
      <button type="button" onClick={onRedraw} title="The same settings with other noise">
        Draw again
      </button>
      {plane ? (
        <ToolChoice
          label="Colour"
          value={!inside && scenario.field !== "none" ? "release" : scenario.field}
          choices={
            inside
              ? {
                  certainty: "certainty of the private label",
                  release: "private function",
                  original: "original function",
                  none: "none",
                }
              : { release: "private function", none: "none" }
          }
          onChange={(field) => choose({ field })}
        />
      ) : (
        <ToolChoice
          label="Band"
          value={scenario.band}
          choices={{
            none: "none",
            pointwise: "95 % at each point",
            simultaneous: "95 % for the whole curve",
            both: "both",
          }}
          onChange={(band) => choose({ band })}
        />
      )}
      {inside && (
        <>
          <ToolChoice
            label="Records"
            value={scenario.records === "residuals" && plane ? "points" : scenario.records}
            choices={{
              none: "hidden",
              points: "as points",
              support: "with support vectors",
              ...(plane ? {} : { residuals: "with residuals" }),
            }}
            onChange={(records) => choose({ records })}
          />
          <ToolChoice
            label="A click"
            value={tool === "negative" && !plane ? "positive" : tool}
            choices={clicks}
            onChange={setTool}
          />
        </>
      )}
    </div>
  );
}
