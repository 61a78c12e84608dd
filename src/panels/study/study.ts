import type { ComponentType, ReactNode } from "react";
import type { StudyContract } from "../../core/release/contract.ts";
import type { SheetWords } from "../../core/release/file/releaseContents.ts";
import type { Cost } from "../../core/privacy/accounting/filter.ts";
import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import type { PrivateRelease } from "../../core/release/privateRelease.ts";
import type { ProcessRelease } from "../../core/release/release.ts";
import type { ReleasedRows, ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { Engine, RecordsId, StudyClient } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { DataActions } from "../data/DataPanel.tsx";
import type { AddressBar } from "../../state/addressBar.ts";
import type { LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import type { History } from "../../state/scenario/history.ts";
import type { Entered } from "../../state/ledger/drawEntry.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { TableKeys } from "../../core/tables/tableKeys.ts";
import type { LinkCodec, LinkProblem } from "../../state/scenario/linkCodec.ts";
import type { EditableRecords, SharedLink } from "../../state/scenario/linkedEdits.ts";
import type { OwnTable } from "../../state/scenario/ownData.ts";
import type { Presented, StudyView, ViewRules } from "../../state/presented/presented.ts";
import type { FieldRoles } from "../../state/scenario/provenance.ts";
import type { Change, ScenarioState } from "../../state/scenario/scenarioStore.ts";
import type { Staging } from "../../state/scenario/staging.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { SessionRules } from "../../state/session/session.ts";
import type { CommonScenario, OwnColumns } from "../../state/scenario/sharedFields.ts";
import type { StudySection } from "../shared/StudySections.tsx";
import type { CsvColumn } from "../../core/release/file/csv.ts";
import type { Declaration } from "./declaration.ts";
import type { QuestionState } from "../postProcessing/Questions.tsx";
import type { FollowedFunction, PreviewNoise } from "../postProcessing/whatFollows.ts";
import type { ReadableStore } from "../hooks/readableStore.ts";
import type { ReleaseLook } from "./releaseLook.ts";

export interface CommonFacts extends Pick<
  ProcessRelease,
  "mostRecords" | "jitter" | "roundingError" | "covarianceError" | "samplingMethod"
> {
  /** n; or N. */
  readonly recordCount: number;
  /** Δ with every inflation. */
  readonly sensitivity: number;
}

type Row = readonly [name: string, value: string];

export interface Guarantee {
  /** ε and δ for a record, if the budget's are for something smaller. */
  readonly promise?: { readonly epsilon: number; readonly delta: number };
  /** For a watcher, where a move of ε draws other noise. */
  readonly preview?: string;
  /** Continues "Anyone who knows": "all records but one". */
  readonly knows: string;
  readonly recordsPerPerson: number;
  readonly neighbours: string;
  readonly receipt: readonly Row[];
  /** Derivation of Δ, before the common rows. */
  readonly sensitivityRows: readonly Row[];
  readonly otherRows: readonly Row[];
  /** In place of words about noise with a covariance. */
  readonly rounding?: { readonly rows: readonly Row[]; readonly note?: string };
  /** TeX. */
  readonly formula: string;
  readonly explanation?: ReactNode;
  /** Place of the proof; the calibration's source follows. */
  readonly source: string;
  /** In words. */
  readonly declared: string;
  /** Besides the provenance of parameters. */
  readonly notPrivate?: string | undefined;
}

export interface ExportedTable {
  readonly what: string;
  readonly names: readonly string[];
  /** In the same order. */
  readonly units?: readonly string[];
  readonly valueUnit?: string;
  /** Inside, beside the original. */
  readonly privateColumns: readonly CsvColumn[];
  /** At a grid point, if it varies. */
  readonly deviationAt?: (row: number) => number;
  /** A line each, without text of others or commas. They enter release files, so nothing here is drawn. */
  readonly settings: readonly string[];
  /** The preview's own, a line each. */
  readonly drawn?: readonly string[];
  /** Key to the marks, for paper; the lines of functions if absent. */
  readonly marks?: string;
  /** Meaning of a table's columns and rows, for a release. */
  readonly rows?: ReleasedRows;
  readonly sides?: readonly [below: string, above: string] | undefined;
  readonly sheet?: Partial<SheetWords>;
}

export interface PartProps<S, C extends StudyContract, F, I, T = undefined> extends Presented<S, C, F, I> {
  readonly set: (change: Change<S>, options?: { readonly commit?: boolean }) => void;
  readonly act: Actions<C>;
  readonly client: StudyClient<C>;
  readonly spend: Spend;
  readonly beside: ExtraTables;
  readonly tool: T;
  readonly setTool: (tool: T) => void;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

/** Access for a section's further data, which have their own ledger. */
export interface ExtraTables {
  readonly tables: Pick<Engine, "openTable" | "closeTable" | "keysOf">;
  readonly ledgerOf: (keys: TableKeys) => StudyLedger;
}

/**
 * Enters a draw's cost, with parameters and origins, before the draw: the only way for a part to pay. A failure's
 * reason forbids the draw.
 *
 * @param what a few words: "bandwidth by cross-validation"
 */
export type Spend = (what: string, loss: PrivacyLoss, details: SpendDetails) => Promise<Outcome<Paid>>;

/** Its cost is stored. */
export interface Paid extends Entered {
  readonly book: LedgerBook | undefined;
  readonly covers: (drawn: Cost) => boolean;
  readonly provenance: readonly ParameterOrigin[];
}

export interface SpendDetails {
  /** Settings of the draw; refused if chosen while looking. */
  readonly shown: Pick<CommonScenario, "provenance" | "epsilon" | "delta"> &
    Partial<Pick<OwnColumns, "person" | "perPerson">>;
  /** All parameters if absent. */
  readonly dependsOn?: readonly string[];
  /** Besides ε and δ. */
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  /** For parameters that are no fields. */
  readonly besides?: readonly ParameterOrigin[];
  /** Fields that it pays for, as in "h,hy": their origin becomes "bought", and a release names this entry. */
  readonly buys?: string;
}

export interface Actions<C extends StudyContract> extends DataActions {
  readonly editRecords: (records: C["records"] | undefined) => void;
  /** Other noise: the next seed, or fresh noise without one. */
  readonly redraw: () => void;
}

export interface PictureProps<S, C extends StudyContract, F, I, T = undefined> extends PartProps<S, C, F, I, T> {
  /** Followed by the picture itself. */
  readonly presented: ReadableStore<Presented<S, C, F, I>>;
}

/** Words and files. Outside, they follow from the release and public numbers alone. */
export interface StudyWords<S, F, I> {
  readonly label: string;
  /** As in "the last good curve". */
  readonly what: (scenario: S) => string;
  readonly fileName: string;
  readonly guarantee: (shown: S, view: StudyView<F, I>) => Guarantee;
  readonly table: (shown: S, view: StudyView<F, I>) => ExportedTable;
  readonly svg: (shown: S, view: StudyView<F, I>) => string;
  readonly lead: (shown: S, view: StudyView<F, I>) => string;
  readonly sentence: (shown: S, view: StudyView<F, I>) => string;
}

interface StudyParts<S, C extends StudyContract, F, I, T> {
  readonly firstTool: T;
  /** Tools that a staged link may name, with an instruction each. */
  readonly stagedTools?: Readonly<Record<string, { readonly tool: T; readonly hint: string }>>;
  readonly Tools: ComponentType<PartProps<S, C, F, I, T>>;
  /** Small pictures of other scenarios, and the height in pixels kept for them. */
  readonly strip?: {
    readonly Part: ComponentType<PartProps<S, C, F, I, T>>;
    readonly heightOf: (view: StudyView<F, I>, shown: S) => number;
  };
  readonly Picture: ComponentType<PictureProps<S, C, F, I, T>>;
  /** Settings besides ε without effect on marks: React may lag while they move. */
  readonly pictureSettings?: (shown: S) => readonly (keyof S)[];
  /** Always within reach of a thumb. */
  readonly Sliders: ComponentType<PartProps<S, C, F, I, T>>;
  readonly Controls: ComponentType<PartProps<S, C, F, I, T>>;
  /** The usual questions about the function if absent, "nothing" for no function. */
  readonly follows?: ((props: PartProps<S, C, F, I, T>) => Follows | "nothing") | "nothing";
  /** Values of a draw around the original, if not the released function's. */
  readonly drawn?: {
    readonly valuesOf: (view: StudyView<F, I>) => Float64Array;
    /** Unit of σ at a value. */
    readonly unitAt: (shown: S, index: number) => number;
    /** About an average within 95 % of its noise. */
    readonly said: (within: number) => string;
  };
  readonly Below?: ComponentType<PartProps<S, C, F, I, T>>;
  readonly sections?: readonly StudySection<PartProps<S, C, F, I, T>>[];
}

/** Releases that are no curve or field. */
interface ReleasedParts<S, F, I> {
  readonly look?: ReleaseLook;
  /** Beside a release file, in place of the function's values. */
  readonly table?: (shown: S, view: StudyView<F, I>, release: Pick<PrivateRelease, "values">) => string;
}

/**
 * A study: its requests to a worker (C), from its scenario (S), and how the answer is shown, said and exported.
 *
 * F: public facts of a release; I: inside only; M: background measurements; T: tools.
 */
export interface StudyDefinition<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T = undefined,
> extends StudyWords<S, F, I> {
  /** Names its part of the worker; first word of its links. */
  readonly id: string;
  readonly links: LinkCodec<S>;
  readonly fields: Readonly<Record<keyof S & string, object>>;
  /** For fields that an example's table lacks; undefined if it has all. */
  readonly repair?: (
    outline: TableOutline,
    scenario: S,
  ) => { readonly change: Partial<S>; readonly problem: LinkProblem } | undefined;
  /** Edits by pointer, for links to repeat. */
  readonly editable?: EditableRecords<C["records"]>;
  /** Parameters must not be chosen by looking at the records. */
  readonly roles: FieldRoles<S>;
  readonly session: SessionRules<S, C, M>;
  /** Before anything of own data is drawn; without it they are drawn at once. */
  readonly declaration?: Declaration<S, C>;
  readonly views: ViewRules<S, C, M, F, I>;
  /** A release for others, private as the bits that leave. */
  readonly privately: (
    client: StudyClient<C>,
    records: RecordsId,
    scenario: S,
    budget: PrivacyBudget,
  ) => Promise<Outcome<PrivateRelease>>;
  readonly screen: StudyParts<S, C, F, I, T>;
  readonly released?: ReleasedParts<S, F, I>;
}

export type ExportedStudy<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> = Pick<
  StudyDefinition<S, C, M, F, I, T>,
  "id" | "table" | "svg" | "fileName" | "guarantee" | "roles" | "fields" | "released"
>;

/** The function's noise, and questions kept in links. */
export interface Follows extends Pick<FollowedFunction, "isDensity"> {
  /** The same function for the same form. */
  readonly formOf?: PreviewNoise["form"] | undefined;
  readonly held?: QuestionState;
}

export interface ScreenProps {
  readonly staging?: Staging | undefined;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

export interface StagedField {
  readonly name: string;
  readonly label: string;
}

export interface Study {
  readonly stagedFields: readonly StagedField[];
  readonly scenarios: ReadableStore<ScenarioState<CommonScenario>>;
  readonly Screen: ComponentType<ScreenProps>;
  /** When a first picture can be drawn, or none will come by itself. */
  readonly begun: Promise<void>;
  readonly history: History;
  readonly share: () => SharedLink;
  readonly reset: () => void;
  /** Outside, without its data. */
  readonly showRelease: (file: ReleaseFile) => void;
}

export interface StudyContext {
  readonly engine: Engine;
  readonly address: AddressBar;
  readonly own: OwnTable;
  readonly ledgers: Ledgers;
  /** Takes a release or a picture. @returns false for a table */
  readonly openFile?: (file: File) => boolean | Promise<boolean>;
}
