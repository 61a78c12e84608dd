import { detectLayout } from "../../../core/records/curveLayout.ts";
import type { ColumnOutline } from "../../../core/records/outline.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { ColumnControl } from "../../../panels/data/DataPanel.tsx";
import { meanCurveFields } from "../model/fields.ts";
import { layoutFields } from "../model/scenario.ts";
import type { MeanCurveScenario } from "../model/scenario.ts";
import type { MeanCurveProps } from "../model/view.ts";

interface LayoutControlsProps extends MeanCurveProps {
  readonly columns: readonly ColumnOutline[];
  readonly choose: (change: Partial<MeanCurveScenario>) => void;
}

export function LayoutControls({ scenario, problems, set, columns, choose }: LayoutControlsProps) {
  const bound = boundControls(meanCurveFields, { scenario, problems, set });
  const { shape, curve, time, value, person } = scenario;
  const all = columns.map(({ name }) => name);
  return (
    <>
      <ChoiceControl
        {...bound.choice("shape")}
        onChange={(chosen) => {
          const detected = detectLayout(columns);
          choose(
            detected.shape === chosen
              ? layoutFields(detected)
              : { shape: chosen, curve: "", time: "", value: "", person: "" },
          );
        }}
      />
      {shape === "long" ? (
        <>
          <ColumnControl
            label="Curve"
            value={curve}
            columns={all}
            problem={problems.get("curve")}
            onChange={(column) => choose({ curve: column })}
          />
          <ColumnControl
            label="Time"
            value={time}
            columns={all}
            problem={problems.get("time")}
            onChange={(column) => choose({ time: column })}
          />
          <ColumnControl
            label="Value"
            value={value}
            columns={all}
            problem={problems.get("value")}
            onChange={(column) => choose({ value: column })}
          />
        </>
      ) : (
        <ChoiceControl {...bound.choice("firstRow")} onChange={(chosen) => choose({ firstRow: chosen })} />
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
