import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { FunctionChoice } from "../privacy/choice/functionChoice.ts";
import type { AttackAnswer, AttackRequest } from "./attacking.ts";
import type { NoiseRequest, Task } from "./contract.ts";
import type { OnlineOpened } from "./onlineFunction.ts";
import type { PrivateRelease } from "./privateRelease.ts";
import type { PrivateRequest } from "./privateRequest.ts";

/** Tasks of a function answered point by point: opened, paid, then asked. */
export interface OnlineTasks<P> {
  /** Draws nothing yet. */
  readonly onlineOpen: Task<P & { readonly budget: PrivacyBudget }, OnlineOpened>;
  /** Registers the ledger entry that paid; no answers without it. */
  readonly onlinePaid: Task<{ readonly session: number; readonly entry: string }, undefined>;
  readonly onlineAsk: Task<{ readonly session: number; readonly at: Float64Array }, Float64Array>;
}

export interface ChoiceTasks<P> {
  /** s. Public. */
  readonly choiceTerms: Task<P, number>;
  readonly choose: Task<P & FunctionChoice, number>;
  /** Private. */
  readonly choiceOdds: Task<P & FunctionChoice, Float64Array>;
}

export interface ReleaseTasks<P extends NoiseRequest, R> {
  readonly release: Task<P, R>;
  readonly latticeRelease: Task<PrivateRequest<P>, PrivateRelease>;
  readonly attack: Task<AttackRequest<P>, AttackAnswer>;
}
