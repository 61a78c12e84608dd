import { isGrouped } from "../../../core/grids.ts";
import { BandChoice } from "../../../panels/controls/BandChoice.tsx";
import { DrawAgain } from "../../../panels/controls/DrawAgain.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { ownData } from "../../../state/scenario/ownData.ts";
import { withFirstTurned } from "../model/turned.ts";
import type { MeanCurveProps } from "../model/view.ts";
import { hasSlopes } from "../model/functionals.ts";
import { isVector } from "../model/separateColumns.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";

export function MeanCurveTools({ scenario, shown, view, records: curves, data, set, act }: MeanCurveProps) {
  const { band, show, records } = scenario;
  const ofColumns = isVector(shown);
  const record = ofColumns ? "record" : "curve";
  const choose = (change: Partial<MeanCurveScenario>) => set(change, { commit: true });
  const canTurn = view?.inside && !isGrouped(view.axes) && scenario.data !== ownData && curves && !curves.summed;
  return (
    <div className="stage-tools">
      <DrawAgain onDraw={act.redraw} />
      {data.edited && scenario.view === "inside" ? (
        <button type="button" onClick={() => act.editRecords(undefined)}>
          Put yourself back
        </button>
      ) : (
        canTurn && (
          <button
            type="button"
            title={`The first ${record} is you: it goes as far to the other side of the mean${ofColumns ? "s, within the ranges" : ""}`}
            onClick={() =>
              act.editRecords(withFirstTurned(curves, view.inside!.rawMean, ofColumns ? [0, 1] : undefined))
            }
          >
            Turn your {record} over
          </button>
        )
      )}
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
          label={ofColumns ? "Records" : "Curves"}
          value={records}
          choices={{ none: "hidden", curves: "all of them" }}
          onChange={(chosen) => choose({ records: chosen })}
        />
      )}
    </div>
  );
}
