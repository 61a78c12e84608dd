import { useState } from "react";
import type { TableSchema } from "../../core/tables/schema.ts";
import { schemaFileText } from "../../core/tables/schemaFile.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fileToDeclare, isGivenSchema } from "../../state/scenario/ownData.ts";
import { parameterNames } from "../../state/scenario/provenance.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { BudgetFields } from "./BudgetFields.tsx";
import { BuyRange } from "./BuyRange.tsx";
import { lookedAt } from "../study/notPrivate.ts";
import { withRoles } from "./columnRoles.ts";
import { DrawButtons } from "./DrawButtons.tsx";
import { isUnanswered } from "./draft.ts";
import { FirstLookFields } from "./FirstLook.tsx";
import { ProtectionFields } from "./ProtectionFields.tsx";
import { ReadFields } from "./ReadFields.tsx";
import { SeenFields } from "./SeenFields.tsx";
import { useDraft } from "./useDraft.ts";
import { useLooks, type LookProps } from "./useLooks.ts";

export function DeclareForm<S extends CommonScenario, C extends StudyContract, M>(
  props: LookProps<S, C, M> & {
    readonly outline: TableOutline;
    /** True if the table was pictured before. */
    readonly seen: boolean;
    readonly wasProposed: boolean;
    /** False until a proposal can be remembered with the data. */
    readonly canSave: boolean;
  },
) {
  const { declaration, definition, own, conductor, client, ledgers, seen, wasProposed, canSave } = props;
  const { draft, open, anew, outline, questions, change, changePersons, setUnit, remember } = useDraft(
    props,
    props.outline,
  );
  // Given before the file or declared anew, it was declared then.
  const [isAccepted, setAccepted] = useState(
    () => conductor.session.getState().declareAnew !== undefined || isGivenSchema(fileToDeclare(own)),
  );

  const { session, roles } = definition;
  const unanswered = questions.filter((question) => isUnanswered(question, open));
  const choice = session.choiceOf(draft, outline);
  const isChosen = choice !== undefined;
  const isAnswered = isChosen && unanswered.length === 0;
  const { look, firstLook, isLooking, problem } = useLooks(props, { draft, open, outline, choice, remember });
  const wrong = definition.views.problemsOf(draft, undefined).find(({ blocks }) => blocks);
  const isGood = isAnswered && !session.blocked(draft);
  const recordCount = declaration.protection.countOf?.(draft, outline) ?? outline.rowCount;
  const draw = () => {
    remember();
    conductor.declare(draft);
    window.scrollTo(0, 0);
  };
  const schemaText = (schema: TableSchema) =>
    schemaFileText(withRoles(schema, choice, declaration.protection.personOf(draft)), session.classesOf?.(draft) ?? "");

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAccepted) setAccepted(true);
        else if (isGood && isRead(event.currentTarget)) draw();
      }}
    >
      <ReadFields
        {...{ outline, own, conductor, isAccepted, wasProposed, canSave, schemaText }}
        onAccept={() => setAccepted(true)}
      />
      {!anew && !seen && <TakenOver names={lookedAt(parameterNames(roles), draft)} />}

      {isAccepted && (
        <>
          <SeenFields
            firstLook={
              declaration.preview &&
              !outline.large && (
                <FirstLookFields
                  key={choice && JSON.stringify(declaration.preview.choiceOf(choice))}
                  canLook={canSave}
                  look={firstLook}
                  change={change}
                />
              )
            }
            {...{ questions, open, change }}
            units={declaration.units(draft, outline)}
            width={declaration.width?.(draft)}
            onUnit={setUnit}
            offer={(question, buys) =>
              !outline.large && (
                <BuyRange
                  {...{ question, buys, draft, own, ledgers, client, recordCount }}
                  study={definition.id}
                  choiceOf={(now) => session.choiceOf(now, outline)}
                  onBought={(changed) => change(changed, { closes: [question.field] })}
                />
              )
            }
          />
          <ProtectionFields {...{ draft, outline }} protection={declaration.protection} change={changePersons} />
          <BudgetFields
            draft={draft}
            count={recordCount}
            record={declaration.protection.record}
            change={(changed) => change(changed as Partial<S>)}
          />
          {declaration.Plan && (
            <declaration.Plan
              {...{ draft, open, recordCount, client, change }}
              link={() => definition.links.encode(draft)}
            />
          )}
          <DrawButtons
            said={[problem, isAnswered ? wrong?.sentence : undefined]}
            wanted={wantedSentence(isChosen ? undefined : declaration.expected(draft, outline), unanswered)}
            canDraw={isGood}
            canLook={isChosen && !isLooking}
            onLook={(form) => isRead(form) && void look()}
          />
        </>
      )}
    </form>
  );
}

/** Settings from elsewhere that were chosen by looking. */
function TakenOver({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="explanation" role="note">
      {`These settings were taken over from a link, or from data that were drawn before, and some were chosen by looking at data: ${names.join(", ")}. They count as chosen after looking here, too; what you type anew does not.`}
    </p>
  );
}

/** False if a box has no answer in its text; the first is then focused. */
function isRead(form: HTMLFormElement | null): boolean {
  const unread = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  unread?.focus();
  return !unread;
}

/** @param expected still lacking of the columns */
function wantedSentence(
  expected: string | undefined,
  unanswered: readonly { readonly label: string }[],
): string | undefined {
  if (expected !== undefined) return expected;
  if (unanswered.length === 0) return undefined;
  return `Still to be said: ${unanswered.map(({ label }) => label).join(", ")}.`;
}
