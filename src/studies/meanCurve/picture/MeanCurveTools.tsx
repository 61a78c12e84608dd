import { isGrouped } from "../../../core/grids.ts";
import { BandChoice } from "../../../panels/controls/BandChoice.tsx";
import { DrawAgain } from "../../../panels/controls/DrawAgain.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import type { MeanCurveProps } from "../model/view.ts";
import { hasSlopes } from "../model/functionals.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";

export function MeanCurveTools({ scenario, shown, view, set, act }: MeanCurveProps) {
  const { band, show, records } = scenario;
  const choose = (change: Partial<MeanCurveScenario>) => set(change, { commit: true });
  return (
    <div className="stage-tools">
      <DrawAgain onDraw={act.redraw} />
      <BandChoice band={band} onChange={(chosen) => choose({ band: chosen })} />
      {view && !isGrouped(view.axes) && hasSlopes(shown, view) && (
        <ToolChoice
          label="Show"
          value={show}
          choices={{ mean: "the mean", slope: "its slope" }}
          onChange={(chosen) => choose({ show: chosen })}
        />
      )}
      {scenario.view === "inside" && (show === "mean" || scenario.groups !== "") && (
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
