import type { ComponentType, ReactNode } from "react";
import type { StudyContract } from "../../core/release/contract.ts";
import type { SheetWords } from "../../core/release/file/releaseContents.ts";
import type { Cost } from "../../core/privacy/accounting/filter.ts";
import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../core/release/privateRelease.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { Engine, RecordsId, StudyClient } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { AddressBar } from "../../state/addressBar.ts";
import type { LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import type { History } from "../../state/scenario/history.ts";
import type { Entered, Ledgers } from "../../state/ledger/ledger.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { TableKeys } from "../../core/tables/tableKeys.ts";
import type { LinkCodec, LinkProblem } from "../../state/scenario/linkCodec.ts";
import type { EditableRecords, SharedLink } from "../../state/scenario/linkedEdits.ts";
import type { OwnTable } from "../../state/scenario/ownData.ts";
import type { Presented, StudyView, ViewRules } from "../../state/presented/presented.ts";
import type { FieldRoles } from "../../state/scenario/provenance.ts";
import type { Change, ScenarioState } from "../../state/scenario/scenarioStore.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { SessionRules } from "../../state/session/session.ts";
import type { CommonScenario, OwnColumns } from "../../state/scenario/sharedFields.ts";
import type { StudySection } from "../shared/StudySections.tsx";
import type { CsvColumn } from "../../core/release/file/csv.ts";
import type { Declaration } from "./declaration.ts";
import type { HeldQuestions } from "../postProcessing/WhatFollows.tsx";
import type { FollowedFunction } from "../postProcessing/whatFollows.ts";
import type { ReadableStore } from "../hooks/readableStore.ts";
import type { ReleasedProps, ReleaseLook } from "./releaseLook.ts";

/** What the guarantee says of any release, whatever the study. */
export interface CommonFacts {
  /** n, public. */
  readonly recordCount: number;
  /** Δ with every inflation. */
  readonly sensitivity: number;
  /** τ, η, and the largest deviation of the noise covariance from K + τI. */
  readonly jitter: number;
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
}

type Row = readonly [name: string, value: string];

/** What a study adds to the guarantee that all have. */
export interface Guarantee {
  /** The ε and δ of a record that are promised, where the budget's are of something smaller. */
  readonly promise?: { readonly epsilon: number; readonly delta: number };
  /** What somebody who watches can learn, where moving ε does not scale one and the same noise. */
  readonly preview?: string;
  /** What an attacker knows, to be read after "Anyone who knows": "all records but one". */
  readonly knows: string;
  /** Who is protected, in a sentence or two: in what neighbours differ. */
  readonly neighbours: string;
  /** Further entries of the receipt. */
  readonly receipt: readonly Row[];
  /** How Δ comes about, before the rows that all have, and what else is known, after them. */
  readonly sensitivityRows: readonly Row[];
  readonly otherRows: readonly Row[];
  /** How rounding is covered, in one sentence if it is, in place of what is said of noise with a covariance. */
  readonly rounding?: { readonly rows: readonly Row[]; readonly note?: string };
  /** TeX. */
  readonly formula: string;
  /** What the formula's letters mean, where that must be said. */
  readonly explanation?: ReactNode;
  /** Where it is proved, to be followed by the calibration's source. */
  readonly source: string;
  /** What must not have been chosen by looking at the records. */
  readonly declared: string;
  /** Why what is shown is not private, besides the provenance of its parameters. */
  readonly notPrivate?: string | undefined;
}

/** What a study adds to the table that all export. */
export interface ExportedTable {
  /** What it is, in a word: "density". */
  readonly what: string;
  /** Names of the axes' columns. */
  readonly names: readonly string[];
  /** In which units they are, in their order; none if absent. */
  readonly units?: readonly string[];
  /** In which unit the values are; none if absent. */
  readonly valueUnit?: string;
  /** Further columns of the inside view, beside the original. */
  readonly privateColumns: readonly CsvColumn[];
  /** The noise's standard deviation at a point of the grid, where it is not the same everywhere. */
  readonly deviationAt?: (row: number) => number;
  /** The settings, a line each: no text of others, and no commas. They enter release files, so nothing here is drawn. */
  readonly settings: readonly string[];
  /** What this preview says beside its values, a line each; a release has its own. */
  readonly drawn?: readonly string[];
  /** Which marks are whose, for paper, which has no key beside its picture; the lines of functions if absent. */
  readonly marks?: string;
  /** The classes on both sides of zero, by names that were declared: a release names them. */
  readonly sides?: readonly [below: string, above: string] | undefined;
  /** What the sheet of a release says in place of what it says of functions. */
  readonly sheet?: Partial<SheetWords>;
}

/** What the parts of a screen are given. */
export interface PartProps<S, C extends StudyContract, F, I, T = undefined> extends Presented<S, C, F, I> {
  readonly set: (change: Change<S>, options?: { readonly commit?: boolean }) => void;
  readonly act: Actions<C>;
  readonly client: StudyClient<C>;
  readonly spend: Spend;
  readonly beside: Beside;
  /** What a click in the picture does. */
  readonly tool: T;
  readonly setTool: (tool: T) => void;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

/** What a section needs for data that it opens beside the table of its study: they have a ledger of their own. */
export interface Beside {
  readonly tables: Pick<Engine, "openTable" | "closeTable" | "keysOf">;
  readonly ledgerOf: (keys: TableKeys) => StudyLedger;
}

/**
 * Enters what a draw will cost, with its parameters and their origins, before it is made: the one way in which a part
 * of a study pays. It fails with the sentence that says why nothing must be drawn.
 *
 * @param what is drawn, in a few words: "bandwidth by cross-validation"
 */
export type Spend = (what: string, loss: PrivacyLoss, details: SpendDetails) => Promise<Outcome<Paid>>;

/** A draw whose cost is kept where it outlasts the page. */
export interface Paid extends Entered {
  /** The ledger with it. */
  readonly book: LedgerBook | undefined;
  /** Whether what was drawn costs no more than was entered. */
  readonly covers: (drawn: Cost) => boolean;
  /** Where its parameters come from, as its entry says. */
  readonly provenance: readonly ParameterOrigin[];
}

export interface SpendDetails {
  /** What it is drawn with, and of whose rows: of what was chosen by looking, nothing is drawn. */
  readonly shown: Pick<CommonScenario, "provenance" | "epsilon" | "delta"> &
    Partial<Pick<OwnColumns, "person" | "perPerson">>;
  /** The fields that it depends on; all parameters if absent. */
  readonly dependsOn?: readonly string[];
  /** What it is drawn with besides ε and δ. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  /** Where those come from that are no field of the scenario. */
  readonly besides?: readonly ParameterOrigin[];
  /** The fields that it is drawn for, whose origin is then "bought", as in "h,hy": a release names this entry. */
  readonly buys?: string;
}

/** What a person can do besides changing the scenario. */
export interface Actions<C extends StudyContract> {
  readonly readTable: (source: File | string, name: string) => void;
  readonly cancelReading: () => void;
  readonly dismissFailure: () => void;
  readonly showOwn: () => void;
  /** Has what a change of one's own data leaves undeclared asked for before it is drawn. */
  readonly declareAnew: (change: object, reopens: readonly string[]) => void;
  readonly editRecords: (records: C["records"] | undefined) => void;
  /** Other noise for the same settings: the next seed, or fresh noise where there is none. */
  readonly redraw: () => void;
}

/** What the picture of a study is given. */
export interface PictureProps<S, C extends StudyContract, F, I, T = undefined> extends PartProps<S, C, F, I, T> {
  /** The store that the picture follows by itself. */
  readonly presented: ReadableStore<Presented<S, C, F, I>>;
}

/**
 * A study: what it asks of a worker (C), from which scenario (S), and how the answer is shown, said and exported.
 * Everything else is written once for all studies.
 *
 * F: public facts of a release; I: what only the inside view holds; M: what is measured in the background; T: tools.
 */
export interface StudyDefinition<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T = undefined,
> {
  /** Under which its part of the worker is registered; the first word of its links. */
  readonly id: string;
  /** The name of its picture: "Private density". */
  readonly label: string;
  /** What the picture shows, as in "the last good curve". */
  readonly what: (scenario: S) => string;
  /** The name of an exported file. */
  readonly fileName: string;
  readonly links: LinkCodec<S>;
  /** What an example's table does not have of what a scenario names, put right; undefined where all is there. */
  readonly mend?: (
    outline: TableOutline,
    scenario: S,
  ) => { readonly change: Partial<S>; readonly problem: LinkProblem } | undefined;
  /** How its records can be edited by hand, for links to carry what was done. */
  readonly editable?: EditableRecords<C["records"]>;
  /** What each field of the scenario is to a release; the parameters among them must not be chosen by looking at the records. */
  readonly roles: FieldRoles<S>;
  readonly session: SessionRules<S, C, M>;
  /** What is asked about data of one's own before anything of them is drawn; without it they are drawn at once. */
  readonly declaration?: Declaration<S, C>;
  readonly views: ViewRules<S, C, M, F, I>;
  readonly guarantee: (shown: S, view: StudyView<F, I>) => Guarantee;
  readonly table: (shown: S, view: StudyView<F, I>) => ExportedTable;
  /** A release for others to see, private as the bits that leave, of what a scenario asks for. */
  readonly privately: (
    client: StudyClient<C>,
    records: RecordsId,
    scenario: S,
    budget: PrivacyBudget,
  ) => Promise<Outcome<PrivateRelease>>;
  /** The table beside a release file, where it is not that of a function's values. */
  readonly releasedTable?: (shown: S, view: StudyView<F, I>, release: Pick<PrivateRelease, "values">) => string;
  /** The picture as a drawing of its own. */
  readonly svg: (shown: S, view: StudyView<F, I>) => string;
  /** What this is and what to do, in plain words, for somebody who sees it for the first time. */
  readonly lead: (shown: S, view: StudyView<F, I>) => string;
  /** What to see, in words; in the outside view from the release and public numbers alone. */
  readonly sentence: (shown: S, view: StudyView<F, I>) => string;
  readonly firstTool: T;
  /** The choices about the picture, above it. */
  readonly Tools: ComponentType<PartProps<S, C, F, I, T>>;
  /** Scenarios beside the present one, as small pictures above its own; drawn again once the scenario rests. */
  readonly Strip?: ComponentType<PartProps<S, C, F, I, T>>;
  /** How high they are, in pixels: until they come their place is kept, so that the picture stays where it is. */
  readonly stripHeight?: (view: StudyView<F, I>) => number;
  readonly Picture: ComponentType<PictureProps<S, C, F, I, T>>;
  /** Settings besides ε that nothing over the picture follows from: while they move, React may come behind the picture. */
  readonly pictureSettings?: (shown: S) => readonly (keyof S)[];
  /** The sliders that a thumb must always reach. */
  readonly Sliders: ComponentType<PartProps<S, C, F, I, T>>;
  /** The other controls. */
  readonly Controls: ComponentType<PartProps<S, C, F, I, T>>;
  /** What else follows from the picture, below the guarantee; drawn again once the scenario rests. */
  readonly Below?: ComponentType<PartProps<S, C, F, I, T>>;
  /** What else can be done, folded below the picture. */
  readonly sections?: readonly StudySection<PartProps<S, C, F, I, T>>[];
  /** What is asked of the function that is shown; the usual things if absent, nothing where what is shown is no function. */
  readonly follows?: ((props: PartProps<S, C, F, I, T>) => Follows) | "nothing";
  /** How a release of this study is drawn; as a curve or a field if absent. */
  readonly look?: ReleaseLook;
  /** What else follows from a release, folded below it. */
  readonly releaseSections?: readonly StudySection<ReleasedProps>[];
}

/** What a study knows of its function's noise, and the questions that it keeps in its links. */
export interface Follows extends Partial<Pick<FollowedFunction, "deviationOf" | "hasSlopes" | "isDensity">> {
  readonly held?: HeldQuestions;
}

export interface ScreenProps {
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

/** A study, ready to be shown. */
export interface Study {
  readonly scenarios: ReadableStore<ScenarioState<CommonScenario>>;
  readonly Screen: ComponentType<ScreenProps>;
  /** Fulfilled once there is a first picture to draw, or there will be none by itself. */
  readonly begun: Promise<void>;
  /** What was done to scenario and records, to be undone. */
  readonly history: History;
  /** The link of what is shown. */
  readonly share: () => SharedLink;
  /** Goes back to what the link opened last says. */
  readonly reset: () => void;
  /** Shows a release of this study in the outside view; its data are not needed. */
  readonly showRelease: (file: ReleaseFile) => void;
}

/** What a study is made with. */
export interface StudyContext {
  readonly engine: Engine;
  readonly address: AddressBar;
  readonly own: OwnTable;
  readonly ledgers: Ledgers;
  /** Takes a file that is no table but a release or a picture. @returns whether it is one */
  readonly openFile?: (file: File) => boolean;
}
