import type { ColumnOutline } from "../../../core/records/outline.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { ColumnControl } from "../../../panels/data/DataPanel.tsx";
import { meanCurveFields } from "../model/fields.ts";
import { shapeOf } from "../model/columns.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import type { MeanCurveProps } from "../model/view.ts";

interface LayoutControlsProps extends MeanCurveProps {
  readonly columns: readonly ColumnOutline[];
  readonly choose: (change: Partial<MeanCurveScenario>) => void;
}

export function LayoutControls({ scenario, problems, set, columns, choose }: LayoutControlsProps) {
  const bound = boundControls(meanCurveFields, { scenario, problems, set });
  const { shape, person } = scenario;
  const all = columns.map(({ name }) => name);
  return (
    <>
      <ChoiceControl {...bound.choice("shape")} onChange={(chosen) => choose(shapeOf(chosen, columns))} />
      {shape === "long" ? (
        <>
          <ColumnControl label="Curve" {...bound.field("curve")} columns={all} />
          <ColumnControl label="Time" {...bound.field("time")} columns={all} />
          <ColumnControl label="Value" {...bound.field("value")} columns={all} />
          <ChoiceControl {...bound.choice("repeats")} />
        </>
      ) : (
        <ChoiceControl {...bound.choice("firstRow")} />
      )}
      <ColumnControl
        label="Person"
        value={person}
        columns={all}
        none="Each curve is one person"
        onChange={(column) => choose({ person: column })}
      />
    </>
  );
}
