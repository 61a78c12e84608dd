import type { ComponentType } from "react";
import type { Interval } from "../../core/grids.ts";
import type { Plan, PlanTarget } from "../../core/planning/plan.ts";
import type { PlanAnswer, PlanQuestion } from "../../core/planning/planAnswer.ts";
import type { PlanName, PlanningTasks } from "../../core/planning/planningTasks.ts";
import { simulatedAnswer, type SimulatedAnswer } from "../../core/planning/simulatedAnswer.ts";
import type { SimulatedRound } from "../../core/planning/simulatedPlan.ts";
import type { BoundsRequest } from "../../core/planning/plannedBounds.ts";
import type { Limits, PlannedRelease } from "../../core/planning/planTarget.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { StudyClient } from "../../engine/contract.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { PlanWords } from "./planWords.ts";

export type PlanClient = Pick<StudyClient<StudyContract>, "plan" | "recordsOfPublic" | "drop">;

/** Needs of every plan; nothing of records. */
export type PlannedScenario = Pick<CommonScenario, "epsilon" | "delta"> & { readonly plan: string };

export type Taken = { readonly epsilon?: number; readonly tuning?: number; readonly recordCount?: number };

export type OpenQuestion = Omit<PlanQuestion, "target">;

export function askOnce<Name extends PlanName>(name: Name) {
  return async (
    client: PlanClient,
    request: PlanningTasks[Name]["parameters"],
    signal: AbortSignal,
    show: (result: PlanningTasks[Name]["result"]) => void,
  ): Promise<EngineFailure | undefined> => {
    const outcome = await client.plan(name, request, { signal });
    if (outcome.ok) show(outcome.value);
    return outcome.ok ? undefined : outcome.error;
  };
}

/** Takes a result, and the share of the work that is done. */
type Show<R> = (result: R, done?: number) => void;

const roundsAtOnce = 3;

/**
 * Asks for rounds of simulated releases, which add up: first of the planned release alone, then along the parameters.
 *
 * @param firstCount at least `roundCount`
 */
export function askRounds<Name extends "boundary" | "table" | "route" | "meanRoute">(
  name: Name,
  roundCount: number,
  firstCount = roundCount,
) {
  return async (
    client: PlanClient,
    request: Omit<PlanningTasks[Name]["parameters"], "round">,
    signal: AbortSignal,
    show: Show<readonly SimulatedRound[]>,
  ): Promise<EngineFailure | undefined> => {
    const rounds: SimulatedRound[] = [];
    let failure: EngineFailure | undefined;
    let done = 0;
    const isMap = request.map !== undefined;
    const asked = Array.from({ length: (isMap ? 0 : firstCount) + roundCount }, (_, k) => ({
      ...{ round: k % firstCount, isFirst: !isMap && k < firstCount },
    }));
    const waiting = asked.values();
    const isOver = () => signal.aborted || failure !== undefined;
    const work = async () => {
      for (const one of waiting) {
        if (isOver()) return;
        const outcome = await client.plan(name, { ...request, ...one } as PlanningTasks[Name]["parameters"], {
          signal,
        });
        if (isOver()) return;
        if (!outcome.ok) failure = outcome.error;
        else {
          rounds[one.round] = outcome.value;
          show(Object.values(rounds), ++done / asked.length);
        }
      }
    };
    await Promise.all(Array.from({ length: roundsAtOnce }, work));
    return failure;
  };
}

export function roundsAnswer(rounds: readonly SimulatedRound[], target: PlanTarget): SimulatedAnswer {
  if (target.kind === "share") throw new Error(`no rounds serve a target of ${target.kind}`);
  return simulatedAnswer(rounds, target);
}

/** A plan's question, for page and command. */
export interface AskedPlan<S extends PlannedScenario, P extends Plan, Q extends object> {
  readonly words: PlanWords;
  readonly refusal: (scenario: S) => string | undefined;
  readonly planOf: (text: string, scenario: S) => P | undefined;
  readonly tuning: { readonly field: keyof S & string; readonly limits: (scenario: S) => Limits };
  readonly recordsPerPerson: (scenario: S) => number;
  readonly requestOf: (scenario: S, plan: P, question: OpenQuestion) => Q;
}

/** A study's plan: what is declared, asked and said. */
export interface StudyPlan<S extends PlannedScenario, P extends Plan, Q extends object, R> extends AskedPlan<S, P, Q> {
  readonly id: string;
  /** Loss of a person by a release; Gaussian and the same ε if absent. */
  readonly cost?: {
    readonly lawOf: (scenario: S) => "gaussian" | "pure";
    readonly epsilonOf?: (scenario: S, epsilon: number) => number;
  };
  /** True once the plan's needs are declared. */
  readonly isDeclared: (draft: S, open: ReadonlySet<string>) => boolean;
  readonly usual: (scenario: S) => P;
  readonly targets: {
    readonly kindsOf: (scenario: S) => readonly PlanTarget["kind"][];
    /** Half width of a new functional. */
    readonly usualWidth?: (scenario: S) => number;
    readonly domainOf: (scenario: S) => Interval;
  };
  readonly found: FoundTruths<S, TruthOf<P>>;
  /** @param show takes each better result. @returns a failure */
  readonly ask: (
    client: PlanClient,
    request: Q,
    signal: AbortSignal,
    show: Show<R>,
  ) => Promise<EngineFailure | undefined>;
  readonly answerOf: (result: R, target: PlanTarget) => PlanAnswer;
  /** A bound to drag; absent where a plan cannot tell. */
  readonly boundsOf?: (
    scenario: S,
    plan: P,
    release: PlannedRelease,
  ) =>
    | {
        readonly name: string;
        readonly request: BoundsRequest;
        readonly take: (bounds: Interval) => Partial<S>;
      }
    | undefined;
  readonly Truth: ComponentType<TruthProps<S, TruthOf<P>>>;
  readonly Findings?: ComponentType<FindingsProps<S, R>>;
  readonly Pictures?: ComponentType<FindingsProps<S, R>>;
}

/** Truths of public records and earlier releases. */
export interface FoundTruths<S, T> {
  readonly examples: readonly { readonly id: string; readonly title: string }[];
  readonly scenarioOf: (example: string) => Partial<S> | undefined;
  readonly choiceOf: (scenario: S, outline: TableOutline) => object | undefined;
  /** @param from by which the records were read */
  readonly ofRecords: (records: never, truth: T, from: S, to: S) => T;
  /** Absent where a release says nothing of the records. */
  readonly ofCurve?: (x: Float64Array, values: readonly number[], truth: T, to: S) => T;
}

export type TruthOf<P> = P extends { readonly truth: infer T } ? T : never;

export interface TruthProps<S, T> {
  readonly scenario: S;
  readonly truth: T;
  readonly onChange: (truth: T) => void;
}

export interface FindingsProps<S, R> {
  readonly scenario: S;
  readonly question: OpenQuestion;
  readonly result: R;
  readonly onTake: (change: Taken) => void;
}
