import { useState } from "react";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { StudyClient } from "../../engine/contract.ts";
import type { Ledgers } from "../../state/ledger/ledger.ts";
import { fileToDeclare, isGivenSchema } from "../../state/scenario/ownData.ts";
import type { OwnTable } from "../../state/scenario/ownData.ts";
import { markLooked, parameterNames } from "../../state/scenario/provenance.ts";
import type { FieldRoles } from "../../state/scenario/provenance.ts";
import type { ProblemsOf } from "../../state/scenario/problems.ts";
import type { ScenarioStore } from "../../state/scenario/scenarioStore.ts";
import type { Conductor } from "../../state/session/conductor.ts";
import type { SessionRules } from "../../state/session/session.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { AskedQuestion } from "./AskedQuestion.tsx";
import { BudgetFields } from "./BudgetFields.tsx";
import { BuyRange } from "./BuyRange.tsx";
import { withUnits } from "../study/declaration.ts";
import type { Declaration } from "../study/declaration.ts";
import { lookedAt } from "../study/notPrivate.ts";
import { DrawButtons } from "./DrawButtons.tsx";
import { AskedShare } from "./AskedShare.tsx";
import { beginDraft, changedDraft, draftOfPersons, isUnanswered } from "./draft.ts";
import type { DraftFields } from "./draft.ts";
import { ProtectionFields } from "./ProtectionFields.tsx";
import { ReadFields } from "./ReadFields.tsx";
import { seenColumns } from "./seenColumns.ts";
import { UnitFields } from "./UnitFields.tsx";

/** What a declaration needs of its study and of the page. */
export interface DeclareFormProps<S extends CommonScenario, C extends StudyContract, M> {
  readonly declaration: Declaration<S, C>;
  readonly definition: {
    readonly id: string;
    readonly session: SessionRules<S, C, M>;
    readonly roles: FieldRoles<S>;
    readonly views: { readonly problemsOf: ProblemsOf<S, C> };
  };
  readonly own: OwnTable;
  readonly conductor: Pick<Conductor<S, C, M>, "session" | "readAgain" | "declare">;
  readonly scenarios: ScenarioStore<S>;
  readonly client: StudyClient<C>;
  readonly ledgers: Ledgers;
}

/** What is asked about a table before anything of it is drawn, in four steps. */
export function DeclareForm<S extends CommonScenario, C extends StudyContract, M>({
  outline: read,
  declaration,
  definition,
  own,
  conductor,
  scenarios,
  client,
  ledgers,
  seen,
}: DeclareFormProps<S, C, M> & {
  readonly outline: TableOutline;
  /** True for a table of which a picture was made before. */
  readonly seen: boolean;
}) {
  const drawn = () => {
    const { table } = fileToDeclare(own);
    return table ? seenColumns(table) : new Set<string>();
  };
  const [{ scenario: draft, open, anew }, setState] = useState(() =>
    beginDraft({
      outline: read,
      declaration,
      definition,
      scenarios,
      anew: conductor.session.getState().declareAnew,
      seen: drawn(),
    }),
  );
  // A unit stays with its column while other columns are tried.
  const [units, setUnits] = useState<ReadonlyMap<string, string>>(
    () => new Map(declaration.units(draft, read).map((question) => [question.of, question.value])),
  );
  const outline = withUnits(read, units);
  // A schema that came before the file was declared then, and what is declared anew was read so.
  const [isAccepted, setAccepted] = useState(
    () => conductor.session.getState().declareAnew !== undefined || isGivenSchema(fileToDeclare(own)),
  );
  const [problem, setProblem] = useState<string>();
  const [looking, setLooking] = useState(false);

  const questionsOf = (scenario: S) => declaration.questions(scenario, outline);
  const change = (changed: Partial<S>, fields: DraftFields = {}) =>
    setState((before) => changedDraft(before, changed, fields, questionsOf));

  const questions = questionsOf(draft);
  const unitQuestions = declaration.units(draft, outline);
  const unanswered = questions.filter((question) => isUnanswered(question, open));
  const isChosen = definition.session.choiceOf(draft, outline) !== undefined;
  const isAnswered = isChosen && unanswered.length === 0;
  const wrong = definition.views.problemsOf(draft, undefined).find(({ blocks }) => blocks);
  const isGood = isAnswered && !definition.session.blocked(draft);
  const recordCount = declaration.protection.countOf?.(draft, outline) ?? outline.rowCount;
  const width = declaration.width?.(draft);
  const remember = () => {
    for (const question of questions) if (question.kind === "interval" && question.of) drawn().add(question.of);
  };
  const draw = () => {
    remember();
    conductor.declare(draft);
    window.scrollTo(0, 0);
  };
  const look = async () => {
    // No lattice is declared yet: the columns are read whole, if they can be. Bounds come from the values that are there.
    const choice = definition.session.choiceOf(draft, asHeld(outline));
    const { table } = fileToDeclare(own);
    if (choice === undefined || !table) return;
    setLooking(true);
    const outcome = await client.recordsFrom(table.id, { ...choice, missing: "drop" });
    setLooking(false);
    if (!outcome.ok) {
      setProblem(outcome.error.message);
      return;
    }
    remember();
    const looked = declaration.looked(outcome.value.value, draft);
    client.drop(outcome.value.id);
    const provenance = markLooked({}, Object.keys(parameterNames(definition.roles)));
    conductor.declare({ ...draft, ...(open.size > 0 ? looked : {}), provenance });
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAccepted) setAccepted(true);
        else if (isGood && isRead(event.currentTarget)) draw();
      }}
    >
      <ReadFields
        {...{ outline, own, conductor, isAccepted }}
        onAccept={() => setAccepted(true)}
        classes={definition.session.classesOf?.(draft) ?? ""}
      />
      {!anew && !seen && <TakenOver names={lookedAt(parameterNames(definition.roles), draft)} />}

      {isAccepted && (
        <>
          <fieldset>
            <legend>2 · What is to be seen</legend>
            {questions.map((question) => (
              <AskedQuestion
                key={question.label}
                question={question}
                isOpen={isUnanswered(question, open)}
                change={change}
              >
                {question.kind === "interval" && question.buys && open.has(question.field) && !outline.large && (
                  <BuyRange
                    study={definition.id}
                    question={question}
                    buys={question.buys}
                    draft={draft}
                    choiceOf={(now) => definition.session.choiceOf(now, outline)}
                    own={own}
                    ledgers={ledgers}
                    client={client}
                    recordCount={recordCount}
                    onBought={(changed) => change(changed, { closes: [question.field] })}
                  />
                )}
              </AskedQuestion>
            ))}
            <UnitFields
              key={unitQuestions.map((question) => question.of).join("\n")}
              questions={unitQuestions}
              onUnit={({ of, change: declare }, unit) => {
                setUnits((before) => new Map(before).set(of, unit));
                change(declare(unit));
              }}
            />
            {width && <AskedShare question={width} change={change} />}
          </fieldset>

          <ProtectionFields
            protection={declaration.protection}
            draft={draft}
            outline={outline}
            change={(changed) => setState((before) => draftOfPersons(before, changed, declaration, questionsOf))}
          />

          <BudgetFields
            draft={draft}
            count={recordCount}
            record={declaration.protection.record}
            change={(changed) => change(changed as Partial<S>)}
          />

          <DrawButtons
            said={[problem, isAnswered ? wrong?.sentence : undefined]}
            wanted={wantedSentence(isChosen ? undefined : declaration.expected(draft, outline), unanswered)}
            canDraw={isGood}
            canLook={isChosen && !looking}
            onLook={(form) => isRead(form) && void look()}
          />
        </>
      )}
    </form>
  );
}

/** The settings that came with a link, or from data that were drawn before, and were chosen by looking. */
function TakenOver({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="explanation" role="note">
      {`These settings were taken over from a link, or from data that were drawn before, and some were chosen by looking at data: ${names.join(", ")}. They count as chosen after looking here, too; what you type anew does not.`}
    </p>
  );
}

/** A box with a text that is no answer keeps the number before it, which was not meant: the first such box is focused. */
function isRead(form: HTMLFormElement | null): boolean {
  const unread = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  unread?.focus();
  return !unread;
}

/** What is still to be said; undefined where that is nothing. @param expected what the columns still lack */
function wantedSentence(
  expected: string | undefined,
  unanswered: readonly { readonly label: string }[],
): string | undefined {
  if (expected !== undefined) return expected;
  if (unanswered.length === 0) return undefined;
  return `Still to be said: ${unanswered.map(({ label }) => label).join(", ")}.`;
}

/** The outline of a large file as if it were held. */
function asHeld(outline: TableOutline): TableOutline {
  const { columns, rowCount, notices } = outline;
  return { columns, rowCount, notices };
}
