import { countColumnsOf } from "../../../core/records/countColumns.ts";
import type { ColumnOutline, TableOutline } from "../../../core/records/outline.ts";
import type { DensityContract } from "../../../core/density/densityContract.ts";
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
  type IntervalQuestion,
  type OptionalQuestion,
  type RangePurchase,
} from "../../../panels/study/declaration.ts";
import { goesWith } from "../../../core/combinations.ts";
import { densityCombinations } from "../../../core/density/densityCombinations.ts";
import { groupQuestion } from "../../../panels/setup/groupQuestion.ts";
import { purchaseLoss, type DensityBought, type DensityPurchase } from "../../../core/density/densityPurchase.ts";
import { significant } from "../../../core/numberFormats.ts";
import { askedOptions, drawn } from "./options.ts";
import { bandwidthLimits } from "./bandwidthRange.ts";
import type { DensityScenario } from "./scenario.ts";

export const densityDeclaration: Declaration<DensityScenario, DensityContract> = {
  questions: (draft, outline) => {
    const { columns } = outline;
    const { x, y } = draft;
    const names = numericNames(columns);
    return [
      columnQuestion<DensityScenario>(outline, {
        label: "Column",
        value: x,
        names,
        change: (name) => ({ x: name, unitX: axisUnit(columns, name), ...(name === y && { y: "", unitY: "" }) }),
        reopens: ["domainX"],
      }),
      columnQuestion<DensityScenario>(outline, {
        label: "Second column",
        value: y,
        names: names.filter((name) => name !== x),
        none: "None: a curve",
        change: (name) => ({ y: name, unitY: axisUnit(columns, name) }),
        reopens: ["domainY"],
      }),
      ...(x === "" ? [] : [endsQuestion("domainX", "h", draft, columns)]),
      ...(y === "" ? [] : [endsQuestion("domainY", "hy", draft, columns)]),
      neighbourQuestion(draft),
      ...(x === "" ? [] : optionalQuestions(draft, outline)),
    ];
  },
  expected: (_, outline) => numbersExpected(outline, { what: "A density", count: 1 }),
  units: ({ x, y, unitX, unitY }, outline) => [
    ...unitQuestion<DensityScenario>(outline, x, unitX, (unit) => ({ unitX: unit })),
    ...unitQuestion<DensityScenario>(outline, y, unitY, (unit) => ({ unitY: unit })),
  ],
  protection: rowsOfPerson,
  width: (draft) => ({
    label: "Bandwidth",
    explanation:
      "Width of the bump that each record spreads into. A twentieth suits most; wider is smoother and needs less noise.",
    share: draft.h / (draft.domainX[1] - draft.domainX[0]),
    limits: { min: 1 / 500, max: 1 },
    change: (share) => ({ h: bandwidthOf(share, draft.domainX), hy: bandwidthOf(share, draft.domainY) }),
  }),
  looked: ({ points: { coordinates, dimension } }, draft) => {
    const domainX = looseExtent(coordinates, 0, dimension);
    const domainY = draft.y !== "" ? looseExtent(coordinates, 1, dimension) : draft.domainY;
    const share = draft.h / (draft.domainX[1] - draft.domainX[0]);
    return { domainX, domainY, h: bandwidthOf(share, domainX), hy: bandwidthOf(share, domainY) };
  },
};

export const usualShare = 0.05;

export function bandwidthOf(share: number, domain: DensityScenario["domainX"]): number {
  const { min, max } = bandwidthLimits(domain);
  return Math.min(max, Math.max(min, significant(share * max, 4)));
}

function optionalQuestions(
  draft: DensityScenario,
  { columns, large }: TableOutline,
): readonly OptionalQuestion<DensityScenario>[] {
  const { x, y, atom, fill, only, onlyValue } = draft;
  const unit = axisUnit(columns, x);
  const names = columns.map(({ name }) => name);
  const counted = countColumnsOf(names);
  if (counted) {
    const { label } = counted.names;
    return y !== "" || label === undefined
      ? []
      : [groupQuestion(draft, { names: [label], typed: typedSo, words: groupWords })];
  }
  const others = names.filter((name) => name !== x && name !== y);
  const number = (value: number | string) => Number(value);
  const { incomplete, unread } = columns.find(({ name }) => name === x) ?? {};
  const ofNumber = { kind: "optional", unit } as const;
  return [
    ...(y !== ""
      ? []
      : [
          {
            ...ofNumber,
            label: `Count one value of ${x} apart`,
            explanation:
              "A value that many share, such as 0. How many have it is released as a number beside the curve of the others, at no further cost: a record is in one of the two.",
            isAsked: atom !== "none",
            value: atom === "none" ? 0 : atom,
            ask: (isAsked: boolean) => ({ atom: isAsked ? 0 : "none" }) as const,
            change: (value: number | string) => ({ atom: number(value) }),
          },
        ]),
    ...(y !== "" || !(large || incomplete || unread)
      ? []
      : [
          {
            ...ofNumber,
            label: `A missing ${x} counts as a value`,
            explanation:
              "Each row without a number that was understood counts as this one, in place of the middle of the domain.",
            isAsked: fill !== "none",
            value: fill === "none" ? 0 : fill,
            ask: (isAsked: boolean) => ({ fill: isAsked ? 0 : "none" }) as const,
            change: (value: number | string) => ({ fill: number(value) }),
          },
        ]),
    ...(others.length === 0 || y !== ""
      ? []
      : [groupQuestion(draft, { names: others, typed: typedSo, words: groupWords })]),
    ...(others.length === 0
      ? []
      : [
          {
            ...ofNumber,
            label: "Only rows with one value of another column",
            explanation:
              "How many these are tells of the records, so it is not taken as known. The curve is divided by the number of all rows. The share of the others is released beside it, at no further cost.",
            isAsked: only !== "",
            value: 0,
            text: onlyValue,
            ask: (isAsked: boolean) => ({ only: isAsked ? others[0]! : "", onlyValue: "" }),
            change: (value: number | string) => ({ onlyValue: String(value) }),
            column: {
              label: "Column of the filter",
              value: only,
              names: others,
              change: (name: string) => ({ only: name }),
            },
          },
        ]),
  ];
}

const typedSo = ": what you know they are, not what the file happens to have. Rows in none of them are counted apart.";

function endsQuestion(
  field: "domainX" | "domainY",
  width: "h" | "hy",
  draft: DensityScenario,
  columns: readonly ColumnOutline[],
): IntervalQuestion<DensityScenario> {
  const name = field === "domainX" ? draft.x : draft.y;
  const [lower, upper] = draft[field];
  const share = draft[width] / (upper - lower);
  const ends: IntervalQuestion<DensityScenario> = {
    ...domainQuestion<DensityScenario>(columns, name, {
      ...{ field, label: `Domain of ${name}`, value: draft[field] },
      change: (domain) => ({ [field]: domain, [width]: bandwidthOf(share, domain) }),
    }),
    of: name,
  };
  return {
    ...ends,
    // In the plane each axis has its own price.
    ...(!ends.given &&
      draft.y === "" &&
      goesWith(densityCombinations, "bandwidth", askedOptions(drawn(draft))) &&
      axisUnit(columns, name) !== "date" && { buys: endsPurchase }),
  };
}

/** Buys the ends of the domain: two private quantiles for a fifth of ε. */
const endsPurchase: RangePurchase<DensityScenario> = {
  ...{ share: 0.2, tail: 0.01, task: "purchase" },
  parameters: (within, epsilon, tail): DensityPurchase => ({ kind: "ends", epsilon, domain: [within], tail }),
  loss: (epsilon) => purchaseLoss({ kind: "ends", epsilon, domain: [[0, 1]], tail: 0.01 }),
  widened: (draft, within) => ({ ...draft, domainX: within }),
  rangeOf: (answer) => {
    const bought = answer as DensityBought;
    const [ends] = bought.kind === "domain" ? bought.domain : [];
    if (!ends) return undefined;
    const [lower, upper] = ends.map((end) => significant(end, 6)) as [number, number];
    return lower < upper ? [lower, upper] : undefined;
  },
};

export const groupWords =
  "All curves are one release on one budget. Whoever is replaced may change group: two curves change and never more. So any number of groups costs √2 of a bump over n. Who is in which group is protected, too.";
