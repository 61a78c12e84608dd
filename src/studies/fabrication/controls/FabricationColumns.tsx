import type { ColumnOutline } from "../../../core/records/outline.ts";
import { columnProblem } from "../../../panels/data/columnWords.ts";
import { ColumnControl } from "../../../panels/data/DataPanel.tsx";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { FurtherColumns } from "../../../panels/data/FurtherColumns.tsx";
import { axisUnit } from "../../../panels/study/declaration.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { fabricationFields } from "../model/fields.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationProps } from "../model/view.ts";

interface ColumnsProps extends FabricationProps {
  readonly columns: readonly ColumnOutline[];
  readonly choose: (change: Partial<FabricationScenario>) => void;
}

export function FabricationColumns(props: ColumnsProps) {
  const { scenario, problems, columns, choose } = props;
  const { label } = scenario;
  const bound = boundControls(fabricationFields, props);
  const numeric = numericNames(columns);
  const { classes } = columns.find(({ name }) => name === label) ?? { classes: [] };
  const problem = "problem" in classes ? classes.problem : undefined;
  return (
    <>
      <ColumnControl
        {...bound.field("x")}
        label="First column"
        columns={numeric}
        onChange={(column) => choose({ x: column, unitX: axisUnit(columns, column) })}
      />
      <ColumnControl
        {...bound.field("y")}
        label="Second column"
        columns={numeric}
        onChange={(column) => choose({ y: column, unitY: axisUnit(columns, column) })}
      />
      <FurtherColumns
        name="Further column"
        label="Fabricated, not drawn: range, and where the plane holds them"
        explanation="One a line, as “sepal width: 1.5..5 at 3”; empty for none. Declared by you. Each is another number of a record, so a record costs more."
        further={scenario.further}
        taken={[scenario.x, scenario.y, scenario.label]}
        numeric={numeric}
        problem={problems.get("further")}
        onChange={(further) => choose({ further })}
      />
      <ColumnControl
        {...bound.field("label")}
        label="Classes"
        none="None: one table"
        columns={columns.map(({ name }) => name)}
        problem={
          problems.get("label") ?? columnProblem(dataProblem(props, "classes") ?? problem, "the classes", scenario.view)
        }
      />
    </>
  );
}

export function dataProblem(
  { data: { problem }, problems }: FabricationProps,
  at: "classes" | "data",
): string | undefined {
  const place = problem?.parameter === "classes" ? "classes" : "data";
  return (place === at ? problem?.sentence : undefined) ?? (at === "data" ? problems.get("data") : undefined);
}
