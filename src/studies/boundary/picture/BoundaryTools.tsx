import { Segments } from "../../../panels/controls/Segments.tsx";
import { BandChoice } from "../../../panels/controls/BandChoice.tsx";
import { DrawAgain } from "../../../panels/controls/DrawAgain.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { offered } from "../model/options.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import { activeTool } from "./tools.ts";
import type { BoundaryProps, Tool } from "../model/view.ts";

export function BoundaryTools({ scenario, view, set, act, tool, setTool }: BoundaryProps) {
  const plane = scenario.task === "classification";
  const inside = scenario.view === "inside";
  const classNames = view?.facts.classNames;
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const [negative, positive] = classNames ?? [];
  return (
    <div className="stage-tools">
      <DrawAgain onDraw={act.redraw} />
      {plane ? (
        <ToolChoice
          label="Colour"
          value={!inside && scenario.field !== "none" ? "release" : scenario.field}
          choices={
            inside
              ? {
                  certainty: "certainty",
                  release: "private function",
                  original: "original function",
                  none: "none",
                }
              : { release: "private function", none: "none" }
          }
          onChange={(field) => choose({ field })}
        />
      ) : (
        <BandChoice band={scenario.band} onChange={(band) => choose({ band })} />
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
          {offered("editing")({ shown: scenario }) && (
            <Segments<Tool>
              label="Tool"
              value={activeTool(tool, scenario)}
              choices={[
                { value: "read", label: "Read", title: "Point at the picture to read its values" },
                { value: "grab", label: "Grab", title: "Drag a point, and see what one record can do" },
                ...(classNames
                  ? ([
                      { value: "flip", label: "Flip", title: "Click a point to give it the other label" },
                      { value: "negative", label: `+ ${negative}`, title: `Click to add a point of ${negative}` },
                      { value: "positive", label: `+ ${positive}`, title: `Click to add a point of ${positive}` },
                    ] as const)
                  : ([{ value: "positive", label: "Add", title: "Click to add a point" }] as const)),
                { value: "remove", label: "Delete", title: "Click a point to remove it" },
                {
                  value: "influential",
                  label: "Most influential",
                  title: "Rings the record without which its own prediction changes most",
                },
              ]}
              onChange={setTool}
            />
          )}
        </>
      )}
    </div>
  );
}
