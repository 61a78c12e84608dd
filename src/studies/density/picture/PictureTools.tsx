import { BandChoice } from "../../../panels/controls/BandChoice.tsx";
import { DrawAgain } from "../../../panels/controls/DrawAgain.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import type { DensityProps } from "../model/view.ts";
import { groupsOf } from "../model/request.ts";
import type { DensityScenario } from "../model/scenario.ts";

export function PictureTools({ scenario, data, set, act }: DensityProps) {
  const { band, display, records, layout } = scenario;
  const plane = scenario.y !== "";
  const isGrouped = groupsOf(scenario) !== undefined;
  const inside = scenario.view === "inside";
  const choose = (change: Partial<DensityScenario>) => set(change, { commit: true });
  return (
    <div className="stage-tools">
      <DrawAgain onDraw={act.redraw} />
      {data.edited && inside && (
        <button type="button" onClick={() => act.editRecords(undefined)}>
          Put yourself back
        </button>
      )}
      {!plane && <BandChoice band={band} onChange={(value) => choose({ band: value })} />}
      {!plane && !isGrouped && scenario.draws > 1 && (
        <ToolChoice
          label="Draws"
          value={display}
          choices={{ fan: "as a fan", animation: "one after another" }}
          onChange={(value) => choose({ display: value })}
        />
      )}
      {inside && (
        <ToolChoice
          label="Records"
          value={records}
          choices={
            plane
              ? { none: "hidden", rug: "as points" }
              : { none: "hidden", rug: "as a rug", histogram: "as a histogram" }
          }
          onChange={(value) => choose({ records: value })}
        />
      )}
      {plane && inside && (
        <ToolChoice
          label="Layout"
          value={layout}
          choices={{ sideBySide: "side by side", overlay: "overlaid" }}
          onChange={(value) => choose({ layout: value })}
        />
      )}
    </div>
  );
}
