import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import { defined } from "../../core/defined.ts";
import { numberText } from "../../core/numberFormats.ts";
import { planLimits, planText, type Plan, type PlanTarget } from "../../core/planning/plan.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { Problem } from "../controls/Problem.tsx";
import { useSame } from "../hooks/useSame.ts";
import "../postProcessing/whatFollows.css";
import type { PlanProps } from "../study/declaration.ts";
import { FoundTruth } from "./FoundTruth.tsx";
import { FoldedPlan } from "./FoldedPlan.tsx";
import { BoundsPart } from "./BoundsPart.tsx";
import { AnalysisBudget } from "./AnalysisBudget.tsx";
import { HeldTarget } from "./HeldTarget.tsx";
import { offered, PlanAnswers } from "./PlanAnswers.tsx";
import { PlanPictures } from "./PlanPictures.tsx";
import { PlanPins } from "./PlanPins.tsx";
import { PlannedCount } from "./PlannedCount.tsx";
import { PlanTargetFields } from "./PlanTargetFields.tsx";
import { planTitle, targetText, type PlanWords } from "./planWords.ts";
import { usePlanned } from "./usePlanned.ts";
import "./plan.css";
import type { PlanClient, PlannedScenario, StudyPlan, Taken, TruthOf } from "./planStudy.ts";

interface PlanOfStudyProps<S> {
  readonly scenario: S;
  readonly recordCount: number;
  readonly client: PlanClient;
  /** Sets fields; `plan` remembers which were taken over. @param follows true if no person asked for it now */
  readonly change: (changed: Partial<S>, follows?: boolean) => void;
  readonly link: () => string;
}

/** The plan of a study, or one of several that its scenario chooses. */
interface PlannedStudy<S> {
  readonly words: PlanWords;
  readonly isDeclared: (draft: S, open: ReadonlySet<string>) => boolean;
  /** The same component for all plans, so that what is open stays so. */
  readonly render: (props: PlanOfStudyProps<S>) => ReactNode;
}

export function plannedStudy<S extends PlannedScenario, P extends Plan, Q extends object, R>(
  study: StudyPlan<S, P, Q, R>,
): PlannedStudy<S> {
  const { words, isDeclared } = study;
  return { words, isDeclared, render: (props) => <PlanOf study={study} {...props} /> };
}

const longestLink = 4000;
/** Long enough for a typed digit to be followed by another. */
const rest = 60;

const around = (value: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.max(min, Math.min(max, value / 30)),
  max: Math.min(max, Math.max(min, value * 30)),
});

/** The plan of a study in the form that declares a table, and beside its picture. */
export function planOfStudy<S extends { readonly data: string }>(plannedBy: (scenario: S) => PlannedStudy<S>) {
  function Declared({ draft, open, ...rest }: PlanProps<S>) {
    const { isDeclared, words, render } = plannedBy(draft);
    if (!isDeclared(draft, open)) return null;
    return <FoldedPlan title={planTitle(words)}>{() => render({ scenario: draft, ...rest })}</FoldedPlan>;
  }
  function Section({ scenario, view, client, set }: SectionProps<S>) {
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
          change: (changed, follows = false) => set(changed, { commit: !follows }),
        })}
      </>
    );
  }
  return { Declared, Section };
}

interface SectionProps<S> {
  readonly scenario: S;
  readonly view: { readonly facts: { readonly recordCount: number } } | undefined;
  readonly client: PlanClient;
  readonly set: (changed: Partial<S>, options: { readonly commit: boolean }) => void;
}

type OfStudy<S extends PlannedScenario, P extends Plan, Q extends object, R> = PlanOfStudyProps<S> & {
  readonly study: StudyPlan<S, P, Q, R>;
};

function PlanOf<S extends PlannedScenario, P extends Plan, Q extends object, R>(props: OfStudy<S, P, Q, R>) {
  const refused = props.study.refusal(props.scenario);
  return refused === undefined ? <Planned {...props} /> : <p className="explanation">{refused}</p>;
}

/** A value that handlers may change again before it is rendered. */
function useNewest<T>(value: T): { readonly get: () => T; readonly set: (next: T) => T } {
  const [newest] = useState(() => {
    let now = value;
    return { get: () => now, set: (next: T) => (now = next) };
  });
  useEffect(() => void newest.set(value), [newest, value]);
  return newest;
}

/** Errors of a release before there is one, against a declared truth, and back from a target to what reaches it. */
function Planned<S extends PlannedScenario, P extends Plan, Q extends object, R>({
  study,
  scenario,
  recordCount,
  client,
  change,
  link,
}: OfStudy<S, P, Q, R>) {
  const { words, tuning, Truth, Findings, Pictures, cost, targets } = study;
  const { epsilon, delta } = scenario;
  const epsilonOf = cost?.epsilonOf ?? ((_, own) => own);
  const known = useMemo(() => {
    const found = study.planOf(scenario.plan, scenario);
    const isServed = found?.target.kind !== "simulated" || words.measures?.[found.target.measure] !== undefined;
    return isServed ? found : undefined;
  }, [study, scenario, words]);
  const plan = useMemo(() => known ?? study.usual(scenario), [known, study, scenario]);
  const newest = useNewest<Plan>(plan);
  const changedPlan = (changed: Partial<Plan>) => planText(newest.set({ ...newest.get(), ...changed }));
  const set = (changed: Partial<Plan>) => change({ plan: changedPlan(changed) } as Partial<S>);
  const n = plan.recordCount ?? recordCount;
  const question = {
    release: {
      ...{ recordCount: n, recordsPerPerson: study.recordsPerPerson(scenario), epsilon, delta },
      tuning: scenario[tuning.field] as number,
    },
    limits: {
      epsilon: around(epsilon, budgetLimits.epsilon),
      recordCount: around(n, planLimits.recordCount),
      tuning: tuning.limits(scenario),
    },
    ...defined({ pins: plan.pins }),
  };
  const request = study.requestOf(scenario, plan, question);
  // Results of one kind of plan do not serve the other.
  const asked = useSame({ request, question, target: targetAsked(plan.target), growing: words.growing === true });
  const {
    answer: last,
    failure,
    end,
  } = usePlanned<typeof asked, R>(
    asked,
    ({ request: own }, signal, show) => study.ask(client, own, signal, show),
    rest,
  );
  const answer = last?.to.growing === asked.growing ? last : undefined;
  const take = (changed: Taken, follows = false) => {
    const field = defined({ epsilon: changed.epsilon, [tuning.field]: changed.tuning });
    const { recordCount: count, taken: before } = newest.get();
    const taken = { ...before, ...field } as Readonly<Record<string, number>>;
    const text = changedPlan({ recordCount: changed.recordCount ?? count, taken });
    change({ ...field, plan: text } as Partial<S>, follows);
  };
  const target = useSame(answer ? targetOf(plan.target, answer.to.target) : plan.target);
  const bounds = study.boundsOf?.(scenario, plan, question.release);
  const found = useMemo(() => answer && study.answerOf(answer.result, target), [study, answer, target]);
  const answered = answer &&
    found && {
      ...{ words, question: answer.to.question, target, onTake: take },
      answer: found,
    };
  const { held } = plan;
  const wanted = held && answered && !end && answer.to === asked ? offered(held, answered) : undefined;
  const isOff = held && wanted !== undefined && !isNear(wanted, question.release[held], words);
  const follow = useEffectEvent((changed: Taken) => take(changed, true));
  useEffect(() => {
    if (isOff) follow({ [held]: wanted });
  }, [isOff, held, wanted]);
  const finding = answer && { scenario, question: answer.to.question, result: answer.result, onTake: take };
  return (
    <div className="section-body columns plan">
      <div>
        <p className="explanation">{words.about}</p>
        <Problem
          text={
            scenario.plan !== "" && !known
              ? "The plan of this link was not understood; this is the usual start."
              : undefined
          }
        />
        <Truth scenario={scenario} truth={plan.truth as TruthOf<P>} onChange={(truth) => set({ truth })} />
        <FoundTruth
          {...{ ...study.found, scenario, client }}
          truth={plan.truth as TruthOf<P>}
          onFound={(truth) => {
            const suits = study.planOf(planText({ ...plan, truth }), scenario) !== undefined;
            if (suits) set({ truth });
            return suits;
          }}
        />
        <PlannedCount
          label={`${words.recordsTitle}, n`}
          {...{ n, recordCount }}
          onCommit={(count) => set({ recordCount: count })}
        />
        <PlanTargetFields
          {...{ target: plan.target, words, kinds: targets.kindsOf(scenario) }}
          domain={targets.domainOf(scenario)}
          usualWidth={targets.usualWidth?.(scenario) ?? 1}
          onChange={(next) => set({ target: next })}
        />
        <Problem text={failure?.message} />
        {answered && <PlanAnswers {...answered} />}
        {answered && <HeldTarget {...{ words, held, target: plan.target }} onHold={(name) => set({ held: name })} />}
        {answered && (
          <PlanPins
            {...{ words, answer: answered.answer, now: question.release, onTake: take }}
            pins={answered.question.pins ?? []}
            onPins={(pins) => set({ pins })}
          />
        )}
        {end && words.growing && (
          <p className="buttons">
            <button type="button" onClick={end}>
              Stop the simulation
            </button>
          </p>
        )}
        {finding && Findings && <Findings {...finding} />}
        {bounds && <BoundsPart {...bounds} client={client} onTake={(taken) => change(bounds.take(taken))} />}
        <AnalysisBudget
          budget={{ epsilon, delta }}
          own={
            answered?.answer.epsilon.isReached
              ? {
                  ...{ what: `${study.id}: ${words.symbol} = ${numberText(question.release.tuning)}`, study: study.id },
                  link: link().length <= longestLink ? link() : `#/${study.id}`,
                  target: targetText(plan.target, words),
                  needed: epsilonOf(scenario, Math.max(budgetLimits.epsilon.min, answered.answer.epsilon.value)),
                  law: cost?.lawOf(scenario) ?? "gaussian",
                }
              : undefined
          }
        />
      </div>
      <div>
        {answered && <PlanPictures {...answered}>{finding && Pictures && <Pictures {...finding} />}</PlanPictures>}
      </div>
    </div>
  );
}

/** Simulated answers are taken as reached within their chance. */
function isNear(wanted: number, now: number, { growing }: PlanWords): boolean {
  return growing ? Math.abs(wanted / now - 1) < 0.03 : wanted === now;
}

/** The part of a target that an answer depends on: simulated releases serve each target of their measure. */
function targetAsked(target: PlanTarget): PlanTarget {
  return target.kind === "simulated" ? { ...target, of: "noise", percent: 1, inTen: 9 } : target;
}

function targetOf(now: PlanTarget, asked: PlanTarget): PlanTarget {
  return JSON.stringify(targetAsked(now)) === JSON.stringify(asked) ? now : asked;
}
