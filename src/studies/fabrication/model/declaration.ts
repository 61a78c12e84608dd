import type { ColumnOutline } from "../../../core/records/outline.ts";
import type { FabricationContract } from "../../../core/affineHull/fabricationContract.ts";
import { numericNames } from "../../../panels/data/numericNames.ts";
import {
  axisUnit,
  columnQuestion,
  looseExtent,
  numbersExpected,
  rowsOfPerson,
  suggestionsFor,
  unitQuestion,
  type Declaration,
  type IntervalQuestion,
} from "../../../panels/study/declaration.ts";
import type { FabricationScenario } from "./scenario.ts";

/** Further columns are added once two are drawn. */
export const fabricationDeclaration: Declaration<FabricationScenario, FabricationContract> = {
  questions: (draft, outline) => {
    const { columns } = outline;
    const { x, y, label } = draft;
    const numeric = numericNames(columns);
    // A drawn column has no classes.
    const unlessDrawn = (name: string) => (name === label ? { label: "" } : {});
    return [
      columnQuestion<FabricationScenario>(outline, {
        label: "First column",
        value: x,
        names: numeric.filter((name) => name !== y),
        change: (name) => ({ x: name, unitX: axisUnit(columns, name), ...unlessDrawn(name) }),
        reopens: ["domainX"],
      }),
      columnQuestion<FabricationScenario>(outline, {
        label: "Second column",
        value: y,
        names: numeric.filter((name) => name !== x),
        change: (name) => ({ y: name, unitY: axisUnit(columns, name), ...unlessDrawn(name) }),
        reopens: ["domainY"],
      }),
      columnQuestion<FabricationScenario>(outline, {
        label: "Classes",
        value: label,
        names: columns
          .filter(({ name, classes }) => !("problem" in classes || name === x || name === y))
          .map(({ name }) => name),
        none: "None: one table",
        change: (name) => ({ label: name }),
      }),
      ...(x === "" ? [] : [rangeQuestion("domainX", draft, columns)]),
      ...(y === "" ? [] : [rangeQuestion("domainY", draft, columns)]),
    ];
  },
  expected: (_, outline) =>
    numbersExpected(outline, {
      ...{ what: "A fabricated table", count: 2 },
      otherwise: "A single column can be drawn as a density.",
    }),
  units: ({ x, y, unitX, unitY }, outline) => [
    ...unitQuestion<FabricationScenario>(outline, x, unitX, (unit) => ({ unitX: unit })),
    ...unitQuestion<FabricationScenario>(outline, y, unitY, (unit) => ({ unitY: unit })),
  ],
  protection: rowsOfPerson,
  looked: (records, draft) => {
    if (!("points" in records)) return {};
    const { coordinates, dimension } = records.points;
    const further = draft.further.map((column, j) => ({
      ...column,
      domain: looseExtent(coordinates, 2 + j, dimension),
    }));
    return {
      domainX: looseExtent(coordinates, 0, dimension),
      domainY: looseExtent(coordinates, 1, dimension),
      further: further.map((column) => ({ ...column, at: (column.domain[0] + column.domain[1]) / 2 })),
    };
  },
};

function rangeQuestion(
  field: "domainX" | "domainY",
  draft: FabricationScenario,
  columns: readonly ColumnOutline[],
): IntervalQuestion<FabricationScenario> {
  const name = field === "domainX" ? draft.x : draft.y;
  return {
    kind: "interval",
    field,
    label: `Range of ${name}`,
    explanation: "What you know without looking; numbers outside are moved to its edge. Noise is a share of it.",
    unit: axisUnit(columns, name),
    value: draft[field],
    suggestions: suggestionsFor(columns, name),
    change: (domain) => ({ [field]: domain }),
  };
}
