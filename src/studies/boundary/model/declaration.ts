import { countColumnsOf } from "../../../core/records/countColumns.ts";
import type { ColumnOutline, TableOutline } from "../../../core/records/outline.ts";
import type { BoundaryContract } from "../../../core/erm/boundaryContract.ts";
import { numericNames } from "../../../panels/data/numericNames.ts";
import {
  axisUnit,
  columnQuestion,
  domainQuestion,
  looseExtent,
  numbersExpected,
  neighbourQuestion,
  rowsOfPerson,
  unitQuestion,
  type Declaration,
} from "../../../panels/study/declaration.ts";
import { groupQuestion } from "../../../panels/setup/groupQuestion.ts";
import { positiveOf, taskChange, usualPenalty } from "./columns.ts";
import { boundaryFields } from "./fields.ts";
import type { BoundaryScenario } from "./scenario.ts";

export const boundaryDeclaration: Declaration<BoundaryScenario, BoundaryContract> = {
  questions: (draft, outline) => {
    const { columns } = outline;
    const { task, x, y, response, positive } = draft;
    const plane = task === "classification";
    const numeric = numericNames(columns);
    const labels = columns.find(({ name }) => name === response)?.classes ?? [];
    const classes = "problem" in labels ? [] : labels;
    const domain = (field: "domainX" | "domainY" | "range", name: string) =>
      name === ""
        ? []
        : [
            domainQuestion<BoundaryScenario>(columns, name, {
              ...{ field, label: `${field === "range" ? "Range" : "Domain"} of ${name}`, value: draft[field] },
              change: (value) => ({ [field]: value }),
            }),
          ];
    return [
      {
        kind: "choice",
        label: "Task",
        value: task,
        choices: boundaryFields.task.choices,
        change: (value) => {
          const chosen = value === "regression" ? value : "classification";
          return {
            ...taskChange(chosen, columns, x),
            ...startAt({ task: chosen }, rowsOfPerson.countOf!(draft, outline)),
          };
        },
        reopens: ["domainY", "range"],
      },
      neighbourQuestion(draft),
      columnQuestion<BoundaryScenario>(outline, {
        label: plane ? "First input" : "Input",
        value: x,
        names: numeric,
        change: (name) => ({ x: name, unitX: axisUnit(columns, name) }),
        reopens: ["domainX"],
      }),
      ...(plane
        ? [
            columnQuestion<BoundaryScenario>(outline, {
              label: "Second input",
              value: y,
              names: numeric.filter((name) => name !== x),
              change: (name) => ({ y: name, unitY: axisUnit(columns, name) }),
              reopens: ["domainY"],
            }),
          ]
        : []),
      columnQuestion<BoundaryScenario>(outline, {
        label: plane ? "Classes" : "Response",
        value: response,
        names: plane ? columns.filter(({ classes }) => !("problem" in classes)).map(({ name }) => name) : numeric,
        change: (name) =>
          plane
            ? { response: name, positive: positiveOf(columns, name) }
            : { response: name, unitY: axisUnit(columns, name) },
        reopens: ["range"],
      }),
      ...(plane && classes.length > 0
        ? [
            columnQuestion<BoundaryScenario>(outline, {
              label: classes.length > 2 ? "Class against the rest" : "Positive class",
              value: positive,
              names: classes,
              change: (name) => ({ positive: name }),
            }),
          ]
        : []),
      ...domain("domainX", x),
      ...(plane ? domain("domainY", y) : domain("range", response)),
      ...groupQuestions(draft, columns),
    ];
  },
  expected: ({ task, x, y, response }, outline) => {
    const plane = task === "classification";
    if (x !== "" && (plane ? y : response) !== "")
      return `Two classes in the plane need a column that tells classes apart: choose it, or draw a curve (regression).${oneClass(outline)}`;
    return numbersExpected(outline, {
      ...{ what: plane ? "A boundary" : "A regression", count: 2 },
      otherwise: "A single column can be drawn as a density.",
    });
  },
  units: ({ task, x, y, response, unitX, unitY }, outline) => [
    ...unitQuestion<BoundaryScenario>(outline, x, unitX, (unit) => ({ unitX: unit })),
    ...unitQuestion<BoundaryScenario>(outline, task === "classification" ? y : response, unitY, (unit) => ({
      unitY: unit,
    })),
  ],
  startAt,
  protection: rowsOfPerson,
  width: ({ lengthScale }) => ({
    label: "Length scale",
    explanation: "How far a record reaches; a fifth of the domain suits most.",
    share: lengthScale,
    limits: boundaryFields.lengthScale.limits,
    change: (share) => ({ lengthScale: share }),
  }),
  looked: ({ points: { coordinates, dimension }, responses }, draft) => ({
    domainX: looseExtent(coordinates, 0, dimension),
    domainY: dimension === 2 ? looseExtent(coordinates, 1, dimension) : draft.domainY,
    range: draft.task === "regression" ? looseExtent(responses) : draft.range,
  }),
};

function startAt({ task }: Pick<BoundaryScenario, "task">, recordCount: number): Pick<BoundaryScenario, "penalty"> {
  return task === "regression" ? usualPenalty(recordCount) : { penalty: 0.05 };
}

function oneClass({ columns }: TableOutline): string {
  const only = columns.find(({ kind, different }) => kind === "category" && different === 1);
  return only
    ? ` “${only.name}” has one class only, and one class has no boundary; the density of its rows can be drawn.`
    : "";
}

function groupQuestions(draft: BoundaryScenario, columns: readonly ColumnOutline[]) {
  const { x, y, response, person } = draft;
  const names = columns.map(({ name }) => name).filter((name) => ![x, y, response, person].includes(name));
  if (names.length === 0 || countColumnsOf(columns.map(({ name }) => name))) return [];
  const typed =
    ", each with its share of the rows where you know it: “north = 40 %, south”. What you know they are, not what the file happens to have.";
  return [groupQuestion<BoundaryScenario>(draft, { names, typed, words: groupWords })];
}

export const groupWords =
  "All functions together are one release on one budget, as dear as one. Whoever is replaced may leave one group and enter another: two functions change, never more, and by no more than one would. Which group a record is in is protected, too. How many are in each is released beside the functions, at no further cost. Each group is fitted as if it were as large as its declared share says, as its true size is private. A smaller one is smoothed more, a larger one less. Without a share, groups are taken to be equally large.";
