import { repeatedTimes } from "../../../core/records/curves/curves.ts";
import { headerTimes } from "../../../core/records/curves/curveLayout.ts";
import { namedTimes } from "../../../core/records/timeNames.ts";
import type { TableOutline } from "../../../core/records/outline.ts";
import type { MeanCurveContract } from "../../../core/mean/meanCurveContract.ts";
import { significant } from "../../../core/numberFormats.ts";
import {
  axisUnit,
  columnQuestion,
  numbersExpected,
  neighbourQuestion,
  rowsOfPerson,
  suggestionsFor,
  unitQuestion,
  type Declaration,
  type OptionalQuestion,
  type Question,
} from "../../../panels/study/declaration.ts";
import { groupQuestion } from "../../../panels/setup/groupQuestion.ts";
import { labelOfSums, onDomain, shapeOf, sumsIn } from "./columns.ts";
import { meanCurveFields, rangesLength } from "./fields.ts";
import { firstLookAt } from "./preview.ts";
import { isVector, rangesToFill, withColumnRanges } from "./separateColumns.ts";
import { layoutOf, type MeanCurveScenario } from "./scenario.ts";

export const meanCurveDeclaration: Declaration<MeanCurveScenario, MeanCurveContract> = {
  questions: (draft, outline) =>
    sumsIn(outline.columns) ? sumsQuestions(draft, outline) : curveQuestions(draft, outline),
  expected: ({ shape }, outline) =>
    shape === "long"
      ? "A table with one row per value needs a column that says whose curve it is, and two of numbers, dates or times of day: choose curve, time and value."
      : numbersExpected(outline, { what: "A mean curve", count: 2 }),
  units: (draft, outline) => {
    const { time, value, unitX, unitY } = draft;
    const isLong = draft.shape === "long";
    if (isVector(draft)) return [];
    return [
      ...unitQuestion<MeanCurveScenario>(outline, isLong ? time : "time", unitX, (unit) => ({ unitX: unit })),
      ...unitQuestion<MeanCurveScenario>(outline, isLong ? value : "value", unitY, (unit) => ({ unitY: unit })),
    ];
  },
  protection: {
    ...rowsOfPerson,
    record: "curve",
    // Several rows each in a long table.
    countOf: ({ shape, curve, most }, { columns, rowCount }) =>
      most !== "public"
        ? most
        : ((shape === "long" ? columns.find(({ name }) => name === curve)?.different : undefined) ?? rowCount),
  },
  preview: {
    // The domain does not matter: only another layout is another picture.
    choiceOf: ({ layout }) => ({ layout, domain: [0, 1], points: 2, perPerson: 1, missing: "drop", isPreview: true }),
    lookAt: ({ preview }, draft) => preview && firstLookAt(preview, draft),
  },
  looked: ({ curves, pointCount }, draft) => {
    if (isVector(draft)) return {};
    let most = 0;
    for (let start = 0; start < curves.length; start += pointCount) {
      let sum = 0;
      for (let j = start; j < start + pointCount; j++) sum += curves[j]! ** 2;
      most = Math.max(most, Math.sqrt(sum / pointCount));
    }
    const { min, max } = meanCurveFields.normBound.limits;
    return { normBound: Math.min(max, Math.max(min, significant(1.01 * most, 3))) };
  },
};

/** Sums were clipped and added with all else declared. */
function sumsQuestions(draft: MeanCurveScenario, { columns }: TableOutline): readonly Question<MeanCurveScenario>[] {
  const label = labelOfSums(columns);
  return label === undefined ? [] : [groupQuestion(draft, { names: [label], typed: typedSo, words: groupWords })];
}

function curveQuestions(draft: MeanCurveScenario, outline: TableOutline): readonly Question<MeanCurveScenario>[] {
  const vector = isVector(draft);
  return [
    {
      kind: "choice",
      label: "Rows",
      value: draft.shape,
      choices: meanCurveFields.shape.choices,
      change: (value) => shapeOf(value === "long" ? "long" : "wide", outline.columns),
      reopens: ["domain", "normBound"],
    },
    ...(vector ? [] : draft.shape === "long" ? longQuestions(draft, outline) : wideQuestions(draft)),
    ...rangesQuestion(draft, outline),
    ...(vector ? [] : [domainQuestion(draft, outline), ...sizeQuestions(draft, outline)]),
    neighbourQuestion(draft, vector ? "record" : "curve"),
    ...(vector ? [] : groupQuestions(draft, outline)),
  ];
}

function sizeQuestions(draft: MeanCurveScenario, outline: TableOutline): readonly Question<MeanCurveScenario>[] {
  return [
    {
      kind: "number",
      field: "normBound",
      label: "Largest size of a curve",
      explanation:
        "What you know without looking: a bound on the root mean square of a curve’s values. Larger curves are shrunk to it, and the noise grows with it.",
      unit: draft.unitY,
      value: draft.normBound,
      limits: meanCurveFields.normBound.limits,
      suggestions: suggestionsFor(outline.columns, draft.value),
      change: (normBound) => ({ normBound }),
    },
    {
      kind: "optional",
      label: "The curves lie about a level that I know",
      explanation:
        "What you know without looking, such as 70, or 0:40, 21:200 as time:value. The penalty and the largest size then pull to it, not to zero, so the mean loses less.",
      asks: "Level",
      isAsked: draft.centre !== "",
      unit: draft.unitY,
      value: 0,
      text: draft.centre,
      longest: 400,
      ask: (isAsked) => ({ centre: isAsked ? "0" : "" }),
      change: (centre) => ({ centre: String(centre) }),
    },
  ];
}

function groupQuestions(
  draft: MeanCurveScenario,
  { columns }: TableOutline,
): readonly OptionalQuestion<MeanCurveScenario>[] {
  const { curve, time, value, person, shape } = draft;
  const layout = layoutOf(columns, { ...draft, groups: "" });
  // Columns whose names are no times may all be the group.
  const times = layout.shape === "wide" && headerTimes(layout) ? layout.times : [];
  const taken = new Set([person, ...times, ...(shape === "long" ? [curve, time, value] : [])]);
  const names = columns.map(({ name }) => name).filter((name) => !taken.has(name));
  if (names.length === 0) return [];
  return [groupQuestion(draft, { names, typed: typedSo, words: groupWords })];
}

const typedSo =
  ", each with its share of the curves where you know it: “placebo = 40 %, low, high”. What you know they are, not what the file happens to have.";

function longQuestions(
  { curve, time, value, repeats }: MeanCurveScenario,
  outline: TableOutline,
): readonly Question<MeanCurveScenario>[] {
  const { columns } = outline;
  const measured = columns
    .filter(({ numeric, kind }) => numeric && kind !== "category" && kind !== "text")
    .map(({ name }) => name);
  return [
    columnQuestion<MeanCurveScenario>(outline, {
      label: "Curve",
      value: curve,
      names: columns.map(({ name }) => name),
      change: (name) => ({ curve: name }),
    }),
    columnQuestion<MeanCurveScenario>(outline, {
      label: "Time",
      value: time,
      names: measured,
      change: (name) => ({ time: name, unitX: axisUnit(columns, name) }),
      reopens: ["domain"],
    }),
    columnQuestion<MeanCurveScenario>(outline, {
      label: "Value",
      value,
      names: measured,
      change: (name) => ({ value: name, unitY: axisUnit(columns, name) }),
      reopens: ["normBound"],
    }),
    {
      kind: "choice",
      label: "Values at the same time",
      value: repeats,
      choices: meanCurveFields.repeats.choices,
      change: (chosen) => ({ repeats: repeatedTimes.find((each) => each === chosen) ?? "mean" }),
    },
  ];
}

function wideQuestions({ firstRow }: MeanCurveScenario): readonly Question<MeanCurveScenario>[] {
  return [
    {
      kind: "choice",
      label: "First row of values",
      value: firstRow,
      choices: meanCurveFields.firstRow.choices,
      change: (value) => ({ firstRow: value === "times" ? "times" : "curve" }),
      reopens: ["domain"],
    },
  ];
}

function rangesQuestion(
  draft: MeanCurveScenario,
  { columns }: TableOutline,
): readonly OptionalQuestion<MeanCurveScenario>[] {
  const isAsked = isVector(draft);
  if (!isAsked && namedTimes(columns.map(({ name }) => name))) return [];
  const change = (ranges: string) => withColumnRanges(ranges, draft);
  return [
    {
      kind: "optional",
      label: "The columns are separate quantities",
      explanation:
        "The mean of each is released, all for one budget. Give each its range as you know it without looking, as “age: 0..100 years; height: 40..250 cm”; values beyond count as its end. Leave out columns that you do not need: each adds noise to all.",
      asks: "Their ranges",
      isAsked,
      unit: "",
      value: 0,
      text: draft.columnRanges,
      longest: rangesLength,
      ask: (asked) => ({
        ...shapeOf("wide", columns),
        ...change(asked ? rangesToFill(columns, { ...draft, shape: "wide" }) : ""),
      }),
      change: (typed) => change(String(typed)),
    },
  ];
}

function domainQuestion(draft: MeanCurveScenario, { columns, found }: TableOutline): Question<MeanCurveScenario> {
  const layout = layoutOf(columns, draft);
  const times = layout.shape === "wide" && draft.firstRow === "curve" ? layout.times : undefined;
  const unit = draft.unitX;
  return {
    kind: "interval",
    field: "domain",
    label: "Domain of time",
    explanation:
      times === undefined
        ? "The times at which the mean is wanted; what lies outside is unused, and shorter curves are continued."
        : "From the header, which is public.",
    unit,
    value: draft.domain,
    suggestions: [
      ...(draft.shape === "long" ? suggestionsFor(columns, draft.time) : []),
      ...(draft.shape === "wide" && draft.firstRow === "times" && found?.firstTimes
        ? [{ label: "the ends of the first row", interval: found.firstTimes }]
        : []),
    ],
    given: times !== undefined && (layout.shape !== "wide" || headerTimes(layout) !== undefined || times.length > 1),
    change: (domain) => onDomain(domain, draft.kernel),
  };
}

export const groupWords =
  "All curves are one release, as dear as one mean. Whoever is replaced may change group: two of them change, by no more than one mean would. Who is in which group is protected; group sizes are released with the curves. A curve is divided by its group’s declared share (equal ones if none is declared). A wrong share draws it too near to zero or the centre, or too far.";
