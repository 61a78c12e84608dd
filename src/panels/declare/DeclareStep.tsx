import { useEffect, useId, useState } from "react";
import { useStore } from "zustand";
import type { TableOutline } from "../../core/datasets/outline.ts";
import type { TableReading } from "../../core/datasets/tableReader.ts";
import type { StudyContract } from "../../core/releases/contract.ts";
import type { StudyClient } from "../../engine/engine.ts";
import { fileToDeclare, ownData } from "../../state/ownData.ts";
import type { OwnTable } from "../../state/ownData.ts";
import type { Conductor } from "../../state/session/conductor.ts";
import type { Session, SessionRules } from "../../state/session/session.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { budgetLimits, perPersonLimits } from "../../state/sharedFields.ts";
import type { CommonScenario } from "../../state/sharedFields.ts";
import { ChoiceControl } from "../ChoiceControl.tsx";
import { bytesText } from "../DataPanel.tsx";
import { FileSource, useFileDrop } from "../FileSource.tsx";
import { Problem } from "../Problem.tsx";
import { exactText } from "../../state/numbers.ts";
import { budgetWarnings, suggestedDelta } from "./declaration.ts";
import type { Declaration, Question } from "./declaration.ts";
import { DeclaredNumber, dateText } from "./DeclaredNumber.tsx";
import { ReadColumns } from "./ReadColumns.tsx";
import type { Suggestion } from "./suggestions.ts";
import "../controls.css";
import "./declare.css";

interface DeclareStepProps<S extends CommonScenario, C extends StudyContract, M> {
  readonly declaration: Declaration<S, C>;
  readonly definition: {
    readonly session: SessionRules<S, C, M>;
    readonly declared: Readonly<Partial<Record<keyof S & string, string>>>;
  };
  readonly own: OwnTable;
  readonly conductor: Pick<
    Conductor<S, C, M>,
    "session" | "readAgain" | "declare" | "stopDeclaring" | "cancelReading" | "dismissFailure"
  >;
  readonly readTable: (source: File | string, name: string) => void;
  readonly scenarios: ScenarioStore<S>;
  readonly client: StudyClient<C>;
}

/**
 * What a person declares about a table of their own before anything of it is drawn. It shows names, kinds and counts;
 * none of the values.
 */
export function DeclareStep<S extends CommonScenario, C extends StudyContract, M>(props: DeclareStepProps<S, C, M>) {
  const { own, conductor, scenarios, readTable } = props;
  const { table, name } = useStore(own, (state) => state.pending ?? state);
  const loading = useStore(conductor.session, (state) => state.loading);
  const failure = useStore(conductor.session, (state) => state.fileFailure);
  const anew = useStore(conductor.session, (state) => state.declareAnew !== undefined);
  const waits = useStore(own, (state) => state.pending !== undefined);
  const shownOwn = useStore(scenarios, ({ scenario }) => scenario.data === ownData);
  useFileDrop(readTable);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <div className="declare">
      <section id="picture" tabIndex={-1} aria-label="Declare your data">
        <header>
          <h2>{name || "Your data"}</h2>
          <p className="lead">
            {table
              ? `${rowsText(table.outline)}, ${table.outline.columns.length} columns. Nothing of them is drawn yet: what you fix before you look costs no privacy.`
              : "No file is open."}
          </p>
        </header>
        {loading !== undefined && (
          <div>
            <progress aria-label="Reading the data" max={1} value={loading} />{" "}
            <button type="button" onClick={conductor.cancelReading}>
              Cancel reading
            </button>
          </div>
        )}
        {failure && (
          <div className="dismissible">
            <Problem text={failure.message} />
            <p className="explanation">
              What was open before is still here.{" "}
              <button type="button" onClick={conductor.dismissFailure}>
                Dismiss
              </button>
            </p>
          </div>
        )}
        {table && <Form key={table.id} outline={table.outline} {...props} />}
        <footer>
          <FileSource onSource={readTable} />
          {(waits || anew || !shownOwn) && (
            <button type="button" onClick={conductor.stopDeclaring}>
              Back to what was shown
            </button>
          )}
        </footer>
      </section>
    </div>
  );
}

/** How many rows there are, as far as that is known. */
function rowsText({ rowCount, large }: TableOutline): string {
  if (!large) return `${rowCount.toLocaleString("en")} rows`;
  const rows = large.isEstimated
    ? `About ${Number(rowCount.toPrecision(2)).toLocaleString("en")}`
    : rowCount.toLocaleString("en");
  return `${rows} rows in ${bytesText(large.bytes)}, of which the beginning was read`;
}

/** The outline of a large file as if it were held. */
function asHeld(outline: TableOutline): TableOutline {
  const { columns, rowCount, notices } = outline;
  return { columns, rowCount, notices };
}

/** Fields that have no answer yet, in a scenario that has a number in each. */
type Open = ReadonlySet<string>;

function Form<S extends CommonScenario, C extends StudyContract, M>({
  outline,
  declaration,
  definition,
  own,
  conductor,
  scenarios,
  client,
}: DeclareStepProps<S, C, M> & { readonly outline: TableOutline }) {
  const [{ draft, open }, setState] = useState(() =>
    begin({ outline, declaration, definition, scenarios, anew: conductor.session.getState().declareAnew }),
  );
  const [missing, setMissing] = useState<"refuse" | "drop">("drop");
  const [problem, setProblem] = useState<string>();
  const [looking, setLooking] = useState(false);
  const missingId = useId();

  const reading = useStore(own, (state) => (state.pending ?? state).reading);
  const readAgain = (change: TableReading) => void conductor.readAgain({ ...reading, ...change });
  const change = (
    changed: Partial<S>,
    { closes = [], reopens = [] }: { closes?: string[]; reopens?: readonly string[] } = {},
  ) =>
    setState((before) => {
      const now = { ...before.draft, ...changed };
      const questions = declaration.questions(now, outline);
      const openNow = new Set([...before.open, ...reopens].filter((field) => !closes.includes(field)));
      for (const question of questions)
        if (question.kind === "interval" && question.given) openNow.delete(question.field);
      return { draft: now, open: openNow };
    });

  const questions = declaration.questions(draft, outline);
  const unanswered = questions.filter((question) => question.kind !== "choice" && open.has(question.field));
  const isChosen = definition.session.choiceOf(draft, outline, missing) !== undefined;
  const isGood = isChosen && unanswered.length === 0 && !definition.session.blocked(draft);
  const { protection } = declaration;
  const person = protection.personOf(draft);
  const width = declaration.width?.(draft);
  const warnings = budgetWarnings(draft, outline.rowCount);
  const names = outline.columns.map(({ name }) => name);
  const isIncomplete =
    outline.large !== undefined || outline.columns.some(({ incomplete, unread }) => incomplete || unread);

  const draw = () => {
    conductor.declare({ ...draft, provenance: {} }, missing);
    window.scrollTo(0, 0);
  };
  const look = async () => {
    // No lattice is declared yet: the columns are read whole, if they can be.
    const choice = definition.session.choiceOf(draft, asHeld(outline), "drop");
    const { table } = fileToDeclare(own);
    if (choice === undefined || !table) return;
    setLooking(true);
    const outcome = await client.recordsFrom(table.id, choice);
    setLooking(false);
    if (!outcome.ok) {
      setProblem(outcome.error.message);
      return;
    }
    const looked = declaration.looked(outcome.value.value, draft);
    client.drop(outcome.value.id);
    const provenance = Object.fromEntries(Object.keys(definition.declared).map((field) => [field, "looked" as const]));
    conductor.declare({ ...draft, ...(open.size > 0 ? looked : {}), provenance }, "drop");
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) draw();
      }}
    >
      <fieldset>
        <legend>1 · What was read</legend>
        <ReadColumns
          outline={outline}
          inside
          onType={(column, type) => readAgain({ types: { ...reading.types, [column]: type } })}
          onHeader={(header) => readAgain({ header })}
        />
        {outline.notices.length > 0 && <p className="explanation">{outline.notices.join(" ")}</p>}
        {isIncomplete && (
          <>
            <label htmlFor={missingId}>
              <input
                id={missingId}
                type="checkbox"
                checked={missing === "drop"}
                onChange={(event) => setMissing(event.target.checked ? "drop" : "refuse")}
              />{" "}
              Leave out rows without a value; the number of rows that remain is public
            </label>
          </>
        )}
      </fieldset>

      <fieldset>
        <legend>2 · What is to be seen</legend>
        {questions.map((question) => (
          <Asked
            key={question.label}
            question={question}
            isOpen={question.kind !== "choice" && open.has(question.field)}
            change={change}
          />
        ))}
        {width && (
          <div className="control">
            <div className="line">
              <span>{width.label}</span>
              <span className="pair">
                <DeclaredNumber
                  label={`${width.label}, in percent of the domain`}
                  value={Number((100 * width.share).toPrecision(3))}
                  unit=""
                  min={100 * width.limits.min}
                  max={100 * width.limits.max}
                  onChange={(value) => value !== undefined && change(width.change(value / 100))}
                />
                <span>% of the domain</span>
              </span>
            </div>
            <p className="explanation">{width.explanation}</p>
          </div>
        )}
      </fieldset>

      <fieldset>
        <legend>3 · Who is protected</legend>
        <ChoiceControl
          label={`One ${protection.record} is`}
          value={person === "" ? "person" : "one"}
          choices={[
            { value: "person", label: "all there is about one person" },
            { value: "one", label: "one of several of a person" },
          ]}
          onChange={(value) =>
            change(
              protection.change(
                value === "person" ? "" : (personNames(outline)[0] ?? names[0] ?? ""),
                protection.boundOf(draft),
              ),
            )
          }
        />
        {person !== "" && (
          <>
            <ChoiceControl
              label="Whose it is, says"
              value={person}
              choices={[...personNames(outline), ...names.filter((name) => !personNames(outline).includes(name))].map(
                (name) => ({
                  value: name,
                  label: name,
                }),
              )}
              onChange={(column) => change(protection.change(column, protection.boundOf(draft)))}
            />
            <div className="control">
              <div className="line">
                <span>At most so many of one person</span>
                <DeclaredNumber
                  label={`At most so many ${protection.record}s of one person`}
                  value={protection.boundOf(draft)}
                  unit=""
                  {...perPersonLimits}
                  integer
                  onChange={(bound) => bound !== undefined && change(protection.change(person, bound))}
                />
              </div>
              <p className="explanation">The first ones are kept; the noise grows in proportion to this bound.</p>
            </div>
          </>
        )}
      </fieldset>

      <fieldset>
        <legend>4 · How well</legend>
        <div className="control">
          <div className="line">
            <span>
              Privacy loss <span className="symbol">ε</span>
            </span>
            <DeclaredNumber
              label="Privacy loss ε"
              value={draft.epsilon}
              unit=""
              {...budgetLimits.epsilon}
              onChange={(epsilon) => epsilon !== undefined && change({ epsilon } as Partial<S>)}
            />
          </div>
          <p className="explanation">
            How much one person may change the odds of any outcome. One is usual; a tenth is strict.
          </p>
        </div>
        <div className="control">
          <div className="line">
            <span>
              Failure probability <span className="symbol">δ</span>
            </span>
            <DeclaredNumber
              label="Failure probability δ"
              value={draft.delta}
              unit=""
              {...budgetLimits.delta}
              onChange={(delta) => delta !== undefined && change({ delta } as Partial<S>)}
            />
          </div>
          <p className="explanation">
            {`Suggested: a tenth of one over the number of rows, ${exactText(suggestedDelta(outline.rowCount))}. That number is public: it is known to whoever gets the release.`}
          </p>
        </div>
        {warnings.map((warning) => (
          <p key={warning} className="problem" role="status">
            {warning}
          </p>
        ))}
      </fieldset>

      <div className="declare-go">
        <Problem text={problem} />
        {!isChosen && (
          <p className="explanation" role="status">
            Columns are still to be chosen.
          </p>
        )}
        {isChosen && unanswered.length > 0 && (
          <p className="explanation" role="status">
            {`Still to be said: ${unanswered.map(({ label }) => label).join(", ")}.`}
          </p>
        )}
        <div className="buttons">
          <button type="submit" className="primary" disabled={!isGood}>
            Draw it
          </button>
          <button type="button" disabled={looking || !isChosen} onClick={() => void look()}>
            Explore first
          </button>
        </div>
        <p className="explanation">
          Exploring shows the records before the bounds are fixed. What you choose then tells of them, and nothing drawn
          so counts as private.
        </p>
      </div>
    </form>
  );
}

function begin<S extends CommonScenario, C extends StudyContract, M>({
  outline,
  declaration,
  definition: { session },
  scenarios,
  anew,
}: Pick<DeclareStepProps<S, C, M>, "declaration" | "definition" | "scenarios"> & {
  readonly outline: TableOutline;
  readonly anew: Session<S, C, M>["declareAnew"];
}): {
  readonly draft: S;
  readonly open: Open;
} {
  const { scenario } = scenarios.getState();
  if (anew) return { draft: { ...scenario, ...anew.change }, open: new Set(anew.reopens) };
  // A link that came before the file has declared it.
  const isDeclared = scenario.data === ownData && session.fits(outline, scenario);
  const chosen = isDeclared ? {} : session.choose(outline, scenario);
  const delta = isDeclared ? scenario.delta : suggestedDelta(outline.rowCount);
  const epsilon = scenario.data === ownData ? scenario.epsilon : 1;
  const draft = { ...scenario, ...chosen, data: ownData, seed: "secure", draws: 1, delta, epsilon } as S;
  const open = declaration
    .questions(draft, outline)
    .flatMap((question) =>
      isDeclared || question.kind === "choice" || (question.kind === "interval" && question.given === true)
        ? []
        : [question.field],
    );
  return { draft, open: new Set(open) };
}

interface AskedProps<S> {
  readonly question: Question<S>;
  readonly isOpen: boolean;
  readonly change: (changed: Partial<S>, fields?: { closes?: string[]; reopens?: readonly string[] }) => void;
}

function Asked<S>({ question, isOpen, change }: AskedProps<S>) {
  const farthest = 1e15;
  if (question.kind === "choice") {
    return (
      <ChoiceControl
        label={question.label}
        value={question.value}
        choices={question.choices}
        onChange={(value) => change(question.change(value), { reopens: question.reopens ?? [] })}
      />
    );
  }
  const { field, label, explanation, unit, suggestions } = question;
  const closed = { closes: [field] };
  return (
    <div className="control" role="group" aria-label={label}>
      <div className="line">
        <span>
          {label}
          {unit !== "" && unit !== "date" && unit !== "time" && <span className="symbol">{unit}</span>}
        </span>
        {question.kind === "interval" ? (
          <Ends
            key={String(isOpen)}
            question={question}
            isOpen={isOpen}
            onChange={(value) => change(question.change(value), closed)}
          />
        ) : (
          <DeclaredNumber
            label={label}
            value={isOpen ? undefined : question.value}
            unit={unit}
            min={question.limits.min}
            max={Math.min(farthest, question.limits.max)}
            onChange={(value) => value !== undefined && change(question.change(value), closed)}
          />
        )}
      </div>
      {suggestions.length > 0 && (
        <p className="chips">
          {suggestions.map((suggestion) => (
            <button
              key={suggestion.label}
              type="button"
              onClick={() =>
                change(
                  question.kind === "interval"
                    ? question.change(suggestion.interval)
                    : question.change(Math.max(Math.abs(suggestion.interval[0]), Math.abs(suggestion.interval[1]))),
                  closed,
                )
              }
            >
              {suggestionText(suggestion, question.kind, unit)}
            </button>
          ))}
        </p>
      )}
      <p className="explanation">{explanation}</p>
    </div>
  );
}

function suggestionText(
  { label, interval: [lower, upper] }: Suggestion,
  kind: "interval" | "number",
  unit: string,
): string {
  if (unit === "date") return label;
  const shown = (value: number) => value.toLocaleString("en");
  return kind === "interval" ? `${label}: ${shown(lower)} to ${shown(upper)}` : `${label}: up to ${shown(upper)}`;
}

function Ends<S>({
  question: { label, unit, value },
  isOpen,
  onChange,
}: {
  readonly question: Extract<Question<S>, { kind: "interval" }>;
  readonly isOpen: boolean;
  readonly onChange: (value: readonly [number, number]) => void;
}) {
  const [ends, setEnds] = useState<readonly [number | undefined, number | undefined]>(
    isOpen ? [undefined, undefined] : value,
  );
  const shown = isOpen ? ends : value;
  const set = (next: readonly [number | undefined, number | undefined]) => {
    setEnds(next);
    const [lower, upper] = next;
    if (lower !== undefined && upper !== undefined && lower < upper) onChange([lower, upper]);
  };
  const wrong = ends[0] !== undefined && ends[1] !== undefined && ends[0] >= ends[1];
  const box = (k: 0 | 1, name: string) => (
    <DeclaredNumber
      label={`${label}, ${name} end`}
      value={shown[k]}
      unit={unit}
      min={-1e15}
      max={1e15}
      onChange={(end) => set(k === 0 ? [end, shown[1]] : [shown[0], end])}
    />
  );
  return (
    <span className="pair">
      {box(0, "lower")}
      <span>to</span>
      {box(1, "upper")}
      <Problem
        text={
          wrong ? `It must end above where it begins${unit === "date" ? `, ${dateText(ends[0])}` : ""}.` : undefined
        }
      />
    </span>
  );
}

/** Columns that may say whose a row is. */
function personNames({ columns }: TableOutline): readonly string[] {
  return columns.filter(({ kind }) => kind === "id" || kind === "category").map(({ name }) => name);
}
