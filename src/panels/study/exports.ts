import type { PrivateRelease } from "../../core/release/privateRelease.ts";
import { withUnit, writtenUnit } from "../../core/release/file/writtenUnit.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";
import type { ShownView, StudyView } from "../../state/presented/presented.ts";
import { hidesSeed, type CommonScenario } from "../../state/scenario/sharedFields.ts";
import { coordinatesOf } from "../../state/presented/releaseView.ts";
import { csvText, type CsvColumn } from "../../core/release/file/csv.ts";
import type { CommonFacts, ExportedTable } from "./study.ts";

export interface Exports<S, F, I> {
  /** Fixes view and records of a release; the result draws it, private as the bits that leave. */
  readonly prepare: (now: ShownView<S, F, I>) => Outcome<() => Promise<Outcome<PrivateRelease>>>;
  readonly changedByHand: () => boolean;
  readonly link: () => string;
}

export function exportTitle(
  { data, view, seed }: CommonScenario,
  what: string,
  notPrivate: string | undefined,
): string {
  if (view === "inside") return `Curveil ${what}; PRIVATE DATA: holds the original; do not pass it on`;
  if (notPrivate !== undefined) return `Curveil ${what}; NOT PRIVATE: ${notPrivate}`;
  if (seed !== "secure") {
    const which = hidesSeed({ data, view }) ? "a seed that is not written here" : `seed ${seed}`;
    return `Curveil ${what}; teaching draw with ${which}: the noise is known; this protects nobody`;
  }
  return `Curveil ${what}; PREVIEW in doubles: the last bits of its numbers can tell records apart; not a private release`;
}

/** Title with budget, noise, number of records, kernel and side. */
export function pictureTitle<F extends CommonFacts, I>(
  shown: CommonScenario,
  { budget, sigma, facts }: StudyView<F, I>,
  { what, settings }: ExportedTable,
  notPrivate: string | undefined,
): string {
  const kernel = settings.find((line) => /^(kernel|route) = /.test(line));
  return [
    exportTitle(shown, what, notPrivate),
    `ε = ${budget.epsilon}`,
    `δ = ${budget.delta}`,
    `σ = ${sigma}`,
    countLine(facts),
    ...(kernel === undefined ? [] : [kernel]),
    `${shown.view} view`,
  ].join("; ");
}

/**
 * CSV: comments, then a row per grid point; inside also the original and other private columns. Text of others stays in
 * cells.
 */
export function csvOf<F extends CommonFacts, I>(
  shown: CommonScenario,
  view: StudyView<F, I>,
  { what, names, units = [], privateColumns, settings, drawn = [], deviationAt }: ExportedTable,
  notPrivate: string | undefined,
): string {
  const places = placesOn(coordinatesOf(view.axes));
  const { released, sigma, facts } = view;
  const original = shown.view === "inside" ? view.original : undefined;
  const columns: CsvColumn[] = [
    ...names.map((name, j) => ({
      name: withUnit(name, writtenUnit(units[j] ?? "")),
      at: (row: number) => places(row, j),
    })),
    { name: "private", at: (row) => released[row]! },
    ...(original ? [{ name: "original", at: (row: number) => original[row]! }, ...privateColumns] : []),
    {
      name: "noise standard deviation",
      at: deviationAt ?? ((row: number) => sigma * (view.shapes?.deviation[row] ?? 1)),
    },
  ];
  const comments = [
    exportTitle(shown, what, notPrivate),
    ...budgetLines(view.budget),
    `sensitivity = ${facts.sensitivity}`,
    countLine(facts),
    ...settings,
    ...drawn,
    ...originLines(shown),
    shown.seed === "secure" ? "noise = browser's cryptographic random source" : "noise = repeatable from a seed",
  ];
  return csvText({ comments, columns, rowCount: released.length });
}

function countLine({ recordCount, mostRecords }: CommonFacts): string {
  return mostRecords === undefined ? `n = ${recordCount}` : `N = ${mostRecords}, declared; n is protected`;
}

function placesOn(axes: readonly Float64Array[]): (row: number, j: number) => number {
  const strides = axes.map((_, j) => axes.slice(0, j).reduce((product, { length }) => product * length, 1));
  return (row, j) => axes[j]![Math.floor(row / strides[j]!) % axes[j]!.length]!;
}

function budgetLines({ epsilon, delta, calibration, multiplier, deltaAchieved }: BudgetInForce): string[] {
  return [
    `epsilon = ${epsilon}`,
    `delta = ${delta}`,
    `calibration = ${calibration}`,
    `delta achieved = ${deltaAchieved}`,
    `noise multiplier = ${multiplier}`,
  ];
}

/** Origins of parameters not declared beforehand, a line each. */
export function originLines({ provenance }: CommonScenario): string[] {
  const words = {
    looked: "chosen while looking at the private picture",
    affirmed: "moved while looking; affirmed: I would have chosen this without looking",
    bought: "bought with a budget of its own",
  } as const;
  return Object.entries(provenance).map(([name, origin]) => `origin of ${name} = ${words[origin]}`);
}
