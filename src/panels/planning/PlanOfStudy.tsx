import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from "react";
import { defined } from "../../core/defined.ts";
import { numberText } from "../../core/numberFormats.ts";
import { planLimits, planText, type Plan, type PlanTarget } from "../../core/planning/plan.ts";
import { budgetLimits } from "../../state/scenario/sharedFields.ts";
import type { SetOptions } from "../../state/scenario/scenarioStore.ts";
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
  /** Private, for a plan behind a button; absent outside. */
  readonly records?: unknown;
  readonly client: PlanClient;
  /** `plan` remembers what was taken over. @param follows true if no person asked now */
  readonly change: (changed: Partial<S>, follows?: boolean) => void;
  readonly link: () => string;
}

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
/** Time for another typed digit. */
const rest = 60;

const around = (value: number, { min, max }: { readonly min: number; readonly max: number }) => ({
  min: Math.max(min, Math.min(max, value / 30)),
  max: Math.min(max, Math.max(min, value * 30)),
});

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

type OfStudy<S extends PlannedScenario, P extends Plan, Q extends object, R> = PlanOfStudyProps<S> & {
  readonly study: StudyPlan<S, P, Q, R>;
};

function PlanOf<S extends PlannedScenario, P extends Plan, Q extends object, R>(props: OfStudy<S, P, Q, R>) {
  const refused = props.study.refusal(props.scenario);
  return refused === undefined ? <Planned {...props} /> : <p className="explanation">{refused}</p>;
}

/** Handlers may change it again before it is rendered. */
function useNewest<T>(value: T): { readonly get: () => T; readonly set: (next: T) => T } {
  const [newest] = useState(() => {
    let now = value;
    return { get: () => now, set: (next: T) => (now = next) };
  });
  useEffect(() => void newest.set(value), [newest, value]);
  return newest;
}

/** The link's or the usual plan, or with a private truth that stays in the page's memory. */
function usePlan<S extends PlannedScenario, P extends Plan, Q extends object, R>({
  study,
  scenario,
  recordCount,
  records,
  change,
}: OfStudy<S, P, Q, R>) {
  const { words, tuning } = study;
  const known = useMemo(() => {
    const found = study.planOf(scenario.plan, scenario);
    const isServed = found?.target.kind !== "simulated" || words.measures?.[found.target.measure] !== undefined;
    return isServed ? found : undefined;
  }, [study, scenario, words]);
  const declared = useMemo(() => known ?? study.usual(scenario), [known, study, scenario]);
  const newest = useNewest<Plan>(declared);
  const [own, setOwn] = useState<{ readonly records: unknown; readonly plan: Partial<Plan> }>();
  const plan = useMemo(() => {
    const isOwn = own !== undefined && own.records === records;
    return (isOwn && study.planOf(planText({ ...declared, ...own.plan }), scenario)) || declared;
  }, [declared, own, records, study, scenario]);
  const isPrivate = plan !== declared;
  const onRecords = (count: number | undefined) =>
    isPrivate
      ? setOwn({ records, plan: { ...own?.plan, recordCount: count ?? recordCount } })
      : set({ recordCount: count });
  const changedPlan = (changed: Partial<Plan>) => planText(newest.set({ ...newest.get(), ...changed }));
  const set = (changed: Partial<Plan>) => change({ plan: changedPlan(changed) } as Partial<S>);
  const n = plan.recordCount ?? recordCount;
  const take = (changed: Taken, follows = false) => {
    const fields = defined({ epsilon: changed.epsilon, [tuning.field]: changed.tuning }) as Record<string, number>;
    const { taken, looked } = newest.get();
    const without = (before: Plan["taken"] = {}) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !(name in fields)));
    const marks = isPrivate
      ? { taken: without(taken), looked: { ...without(looked), ...fields } }
      : { taken: { ...taken, ...fields }, looked: without(looked) };
    if (isPrivate && changed.recordCount !== undefined) onRecords(changed.recordCount);
    const count = isPrivate ? undefined : changed.recordCount;
    change({ ...fields, plan: changedPlan({ ...marks, ...defined({ recordCount: count }) }) } as Partial<S>, follows);
  };
  const lookAt = () => {
    const truth = study.found.ofRecords(records as never, plan.truth as TruthOf<P>, scenario, scenario);
    setOwn({ records, plan: { truth } });
  };
  const forget = () => setOwn(undefined);
  const problem =
    scenario.plan !== "" && !known ? "The plan of this link was not understood; this is the usual start." : undefined;
  return { plan, isPrivate, n, problem, set, take, onRecords, lookAt, forget };
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

/** The question of a plan, its newest answer, and a held target, whose parameter follows the answer. */
function useAnswered<S extends PlannedScenario, P extends Plan, Q extends object, R>(
  { study, scenario, client }: OfStudy<S, P, Q, R>,
  { plan, isPrivate, n, take }: ReturnType<typeof usePlan<S, P, Q, R>>,
) {
  const { words, tuning } = study;
  const { epsilon, delta } = scenario;
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
  const asked = useSame({
    ...{ request, question, target: targetAsked(plan.target, words), growing: words.growing === true, isPrivate },
  });
  const planned = usePlanned<typeof asked, R>(
    asked,
    ({ request: own }, signal, show) => study.ask(client, own, signal, show),
    rest,
  );
  const { answer: last, failure, end } = planned;
  const serves = last?.to.growing === asked.growing && last.to.isPrivate === isPrivate;
  const answer = serves ? last : undefined;
  const isOther = answer && JSON.stringify(answer.to.target) !== JSON.stringify(targetAsked(plan.target, words));
  const target = useSame(isOther ? answer.to.target : plan.target);
  const found = useMemo(() => answer && study.answerOf(answer.result, target), [study, answer, target]);
  const answered = answer &&
    found && {
      ...{ words, question: answer.to.question, target, onTake: take },
      answer: found,
    };
  const held = isPrivate ? undefined : plan.held;
  const wanted = held && answered && !end && answer.to === asked ? offered(held, answered) : undefined;
  const isOff = held && wanted !== undefined && !isNear(wanted, question.release[held], words);
  const follow = useEffectEvent((changed: Taken) => take(changed, true));
  useEffect(() => {
    if (isOff) follow({ [held]: wanted });
  }, [isOff, held, wanted]);
  const finding = answer && { scenario, question: answer.to.question, result: answer.result, onTake: take };
  return { question, answered, finding, held, failure, end, done: answer?.to === asked ? answer.done : 0 };
}

/** The declared truth, with ways to find one; or a note that it is the loaded data. */
function TruthOfPlan<S extends PlannedScenario, P extends Plan, Q extends object, R>({
  study,
  scenario,
  records,
  client,
  plan,
  isPrivate,
  problem,
  set,
  lookAt,
  forget,
}: OfStudy<S, P, Q, R> & ReturnType<typeof usePlan<S, P, Q, R>>) {
  const { words, Truth } = study;
  if (isPrivate)
    return (
      <p role="note" data-testid="plan-private">
        The truth of this plan is the loaded data. It stays in this page: the link, files and the ledger have what you
        declared. What you take over counts as planned on the private data.{" "}
        <button type="button" onClick={forget}>
          Plan on what was declared
        </button>
      </p>
    );
  return (
    <>
      <p className="explanation">{words.about}</p>
      <Problem text={problem} />
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
      {records !== undefined && (
        <p className="buttons">
          <button type="button" onClick={lookAt}>
            Plan on the loaded data: this counts as looking
          </button>
        </p>
      )}
    </>
  );
}

/** Simulated answers are taken as reached within their chance. */
function isNear(wanted: number, now: number, { growing }: PlanWords): boolean {
  return growing ? Math.abs(wanted / now - 1) < 0.03 : wanted === now;
}

/** The part that an answer depends on: simulated releases serve each target of their measure. */
function targetAsked(target: PlanTarget, { growing }: PlanWords): PlanTarget {
  if (target.kind === "simulated") return { ...target, of: "noise", percent: 1, inTen: 9 };
  return target.kind === "functional" && growing ? { ...target, of: "noise", width: 1 } : target;
}
