import type { ColumnOutline } from "../../../core/records/outline.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { columnProblem } from "../../../panels/data/columnWords.ts";
import { ColumnControl } from "../../../panels/data/DataPanel.tsx";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { FurtherColumns } from "../../../panels/data/FurtherColumns.tsx";
import { axisUnit } from "../../../panels/study/declaration.ts";
import { positiveOf, taskChange } from "../model/columns.ts";
import { boundaryFields } from "../model/fields.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryProps } from "../model/view.ts";

interface ColumnsProps extends BoundaryProps {
  readonly columns: readonly ColumnOutline[];
  readonly choose: (change: Partial<BoundaryScenario>) => void;
}

export function BoundaryColumns(props: ColumnsProps) {
  const { scenario, problems, columns, choose } = props;
  const { task, x, response } = scenario;
  const bound = boundControls(boundaryFields, props);
  const plane = task === "classification";
  const all = columns.map(({ name }) => name);
  const numeric = numericNames(columns);
  const labels = columns.find(({ name }) => plane && name === response)?.classes ?? [];
  const classes = "problem" in labels ? [] : labels;
  const problem = "problem" in labels ? labels.problem : undefined;
  return (
    <>
      <ChoiceControl {...bound.choice("task")} onChange={(value) => choose(taskChange(value, columns, x))} />
      <ColumnControl
        {...bound.field("x")}
        label={plane ? "First input" : "Input"}
        columns={numeric}
        onChange={(column) => choose({ x: column, unitX: axisUnit(columns, column) })}
      />
      {plane && (
        <ColumnControl
          {...bound.field("y")}
          label="Second input"
          columns={numeric}
          onChange={(column) => choose({ y: column, unitY: axisUnit(columns, column) })}
        />
      )}
      <FurtherColumns
        name="Further input"
        label="Fitted on, not drawn: domain, and where they are held"
        explanation="One a line, as “petal width: 0..3 at 1.2”; empty for none. Declared by you."
        further={scenario.further}
        taken={[scenario.x, scenario.y, scenario.response]}
        numeric={numeric}
        problem={problems.get("further")}
        onChange={(further) => choose({ further })}
      />
      <ColumnControl
        label={plane ? "Labels" : "Response"}
        value={response}
        columns={plane ? all : numeric}
        problem={
          problems.get("response") ??
          columnProblem(problem, "the labels", scenario.view) ??
          dataProblem(props, "response")
        }
        onChange={(column) =>
          choose(plane ? { response: column, positive: positiveOf(columns, column) } : { response: column })
        }
      />
      {plane && classes.length > 0 && (
        <ColumnControl
          {...bound.field("positive")}
          label={classes.length > 2 ? "Class against the rest" : "Positive class"}
          columns={classes}
          problem={problems.get("positive") ?? dataProblem(props, "positive")}
        />
      )}
    </>
  );
}

export function dataProblem(
  { data: { problem } }: BoundaryProps,
  at: "response" | "positive" | "data",
): string | undefined {
  const place = problem?.parameter === "response" || problem?.parameter === "positive" ? problem.parameter : "data";
  return place === at ? problem?.sentence : undefined;
}
