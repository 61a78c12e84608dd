import type { ReactNode } from "react";
import { numberText, roundedUp } from "../../core/numberFormats.ts";
import type { Plan } from "../../core/planning/plan.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import type { SetOptions } from "../../state/scenario/scenarioStore.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { Problem } from "../controls/Problem.tsx";
import "../postProcessing/whatFollows.css";
import type { PlanProps } from "../study/declaration.ts";
import { FoldedPlan } from "./FoldedPlan.tsx";
import { BoundsPart } from "./BoundsPart.tsx";
import { AnalysisBudget } from "./AnalysisBudget.tsx";
import { HeldTarget } from "./HeldTarget.tsx";
import { PlanAnswers } from "./PlanAnswers.tsx";
import { PlanMaps } from "./PlanMaps.tsx";
import { PlanPictures } from "./PlanPictures.tsx";
import { PlanPins } from "./PlanPins.tsx";
import { PlannedCount } from "./PlannedCount.tsx";
import { PlanTargetFields } from "./PlanTargetFields.tsx";
import { planTitle, targetText, type PlanWords } from "./planWords.ts";
import { TruthOfPlan } from "./TruthOfPlan.tsx";
import { useAnswered } from "./useAnswered.ts";
import { usePlan, type OfStudy, type PlanOfStudyProps } from "./usePlan.ts";
import "./plan.css";
import type { PlanClient, PlannedScenario, StudyPlan } from "./planStudy.ts";

/** The plan, or one of several, chosen by its scenario. */
interface PlannedStudy<S> {
  readonly words: PlanWords;
  readonly isDeclared: (draft: S, open: ReadonlySet<string>) => boolean;
  /** The same component for all plans, so that open parts stay open. */
  readonly render: (props: PlanOfStudyProps<S>) => ReactNode;
}

export function plannedStudy<S extends PlannedScenario, P extends Plan, Q extends object, R>(
  study: StudyPlan<S, P, Q, R>,
): PlannedStudy<S> {
  const { words, isDeclared } = study;
  return { words, isDeclared, render: (props) => <PlanOf study={study} {...props} /> };
}

const longestLink = 4000;

/** Plan in the form that declares a table, and beside the picture. */
export function planOfStudy<S extends { readonly data: string }>(plannedBy: (scenario: S) => PlannedStudy<S>) {
  function Declared({ draft, open, ...rest }: PlanProps<S>) {
    const { isDeclared, words, render } = plannedBy(draft);
    if (!isDeclared(draft, open)) return null;
    return <FoldedPlan title={planTitle(words)}>{() => render({ scenario: draft, ...rest })}</FoldedPlan>;
  }
  function Section({ scenario, view, records, client, set }: SectionProps<S>) {
    if (!view) return null;
    return (
      <>
        {scenario.data === ownData && (
          <p className="explanation" role="note">
            A picture of these data was made: what you take over from now on counts as chosen after looking. Plan before
            the first picture, where the data are declared.
          </p>
        )}
        {plannedBy(scenario).render({
          ...{ scenario, client, recordCount: view.facts.recordCount, link: () => location.hash },
          ...(scenario.data === ownData && { records }),
          change: (changed, follows = false) => set(changed, { commit: !follows, amends: follows }),
        })}
      </>
    );
  }
  return { Declared, Section };
}

interface SectionProps<S> {
  readonly scenario: S;
  readonly view: { readonly facts: { readonly recordCount: number } } | undefined;
  readonly records: unknown;
  readonly client: PlanClient;
  readonly set: (changed: Partial<S>, options: SetOptions) => void;
}

function PlanOf<S extends PlannedScenario, P extends Plan, Q extends object, R>(props: OfStudy<S, P, Q, R>) {
  const refused = props.study.refusal(props.scenario);
  return refused === undefined ? <Planned {...props} /> : <p className="explanation">{refused}</p>;
}

/** Errors before a release, against a truth, and back from a target. */
function Planned<S extends PlannedScenario, P extends Plan, Q extends object, R>(props: OfStudy<S, P, Q, R>) {
  const { study, scenario, recordCount, client, change, link } = props;
  const { words, tuning, Findings, Pictures, cost, targets } = study;
  const { epsilon, delta } = scenario;
  const epsilonOf = cost?.epsilonOf ?? ((_, own) => own);
  const planning = usePlan(props);
  const { plan, isPrivate, n, set, take, onRecords } = planning;
  const { question, answered, finding, held, failure, end, done } = useAnswered(props, planning);
  const bounds = isPrivate ? undefined : study.boundsOf?.(scenario, plan, question.release);
  const { tuning: tuned } = question.release;
  const mark = plan.looked?.[tuning.field] === tuned ? `; ${words.symbol} was planned on the private data` : "";
  return (
    <div className="section-body columns plan">
      <div>
        <TruthOfPlan {...props} {...planning} />
        <PlannedCount label={`${words.recordsTitle}, n`} {...{ n, recordCount }} onCommit={onRecords} />
        <PlanTargetFields
          {...{ target: plan.target, words, kinds: targets.kindsOf(scenario) }}
          domain={targets.domainOf(scenario)}
          usualWidth={targets.usualWidth?.(scenario) ?? 1}
          onChange={(next) => set({ target: next })}
        />
        <Problem text={failure?.message} />
        {answered && <PlanAnswers {...answered} />}
        {end && words.growing && (
          <p className="buttons">
            <button type="button" onClick={end}>
              Stop the simulation
            </button>
            <progress aria-label="Simulated so far" value={done} />
          </p>
        )}
        {answered && !isPrivate && (
          <HeldTarget {...{ words, held, target: plan.target }} onHold={(name) => set({ held: name })} />
        )}
        {answered && !isPrivate && (
          <PlanPins
            {...{ words, target: answered.target, answer: answered.answer, now: question.release, onTake: take }}
            pins={answered.question.pins ?? []}
            onPins={(pins) => set({ pins })}
          />
        )}
        {finding && Findings && <Findings {...finding} />}
        {bounds && <BoundsPart {...bounds} client={client} onTake={(taken) => change(bounds.take(taken))} />}
        <AnalysisBudget
          budget={{ epsilon, delta }}
          own={
            answered?.answer.epsilon.isReached && !isPrivate
              ? {
                  ...{ what: `${study.id}: ${words.symbol} = ${numberText(tuned)}`, study: study.id },
                  link: link().length <= longestLink ? link() : `#/${study.id}`,
                  target: targetText(plan.target, words) + mark,
                  needed: epsilonOf(
                    scenario,
                    Math.max(budgetLimits.epsilon.min, roundedUp(answered.answer.epsilon.value)),
                  ),
                  law: cost?.lawOf(scenario) ?? "gaussian",
                }
              : undefined
          }
        />
      </div>
      <div>
        {answered && <PlanPictures {...answered}>{finding && Pictures && <Pictures {...finding} />}</PlanPictures>}
        {answered && <PlanMaps {...answered} {...{ client, study }} />}
      </div>
    </div>
  );
}
