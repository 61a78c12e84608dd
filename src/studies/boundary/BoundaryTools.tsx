import { ToolChoice } from "../../panels/ToolChoice.tsx";
import type { BoundaryProps, Tool } from "./view.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** The choices about the picture, above it: what colours it, what is marked, what a click does, and a new draw. */
export function BoundaryTools({ scenario, view, set, act, tool, setTool }: BoundaryProps) {
  const plane = scenario.task === "classification";
  const inside = scenario.view === "inside";
  const classNames = view?.facts.classNames;
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
      <button type="button" onClick={act.redraw} title="The same settings with other noise">
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
